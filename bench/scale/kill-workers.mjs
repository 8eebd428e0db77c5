// Kills workers at random while they do many jobs: node bench/scale/kill-workers.mjs <store> [jobs] [workers] [kills]
// Makes small repositories in a temporary folder, registers them under ten owners, starts workers and kills one after
// the other without warning. At the end every repository must be indexed at its head, exactly once. Needs `npm run build`.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openEngine } from '../../dist/open-engine.js';
import { addRepository } from '../../dist/sessions/repositories.js';
import { randomNumbers } from '../random-numbers.mjs';

const [place, jobs = '1000', workers = '3', kills = '60'] = process.argv.slice(2);
if (place === undefined) throw new Error('Name a store: a file, or postgres://…');
const OWNERS = 10;
const LEASE_SECONDS = 10;
const random = randomNumbers(7);
const folder = mkdtempSync(join(tmpdir(), 'dossier-kill-workers-'));
const environment = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), DOSSIER_STORE: place };

const made = Array.from({ length: Number(jobs) }, (_, number) => {
  const project = `team/project${number}`;
  const root = join(folder, 'origins', `project${number}`);
  mkdirSync(root, { recursive: true });
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: root });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(root, 'index.ts'), `export function task${number}() {\n  return ${number};\n}\n`);
  git('add', '.');
  git('commit', '-qm', `Add task ${number}`);
  const head = git('rev-parse', 'HEAD').toString().trim();
  return { owner: `owner${number % OWNERS}`, project, head, url: pathToFileURL(root).href };
});
for (const { owner, project, url } of made) {
  const engine = openEngine({ root: folder, environment, settings: { owner } });
  await addRepository(engine, { url, project }, Date.now());
  await engine.close();
}

const engine = openEngine({ root: folder, environment });
const store = await engine.store();
const started = performance.now();
const running = new Set();
function begin() {
  const flags = ['--folder', join(folder, 'work'), '--allow', 'file:', '--lease', String(LEASE_SECONDS)];
  const worker = spawn(process.execPath, ['dist/main.cjs', 'worker', ...flags], {
    stdio: 'ignore',
    env: environment,
  });
  running.add(worker);
  worker.once('close', () => running.delete(worker));
}
let killed = 0;
let inFlight = 0;
for (;;) {
  while (running.size < Number(workers)) begin();
  const counts = await store.jobs.counts();
  if (counts.waiting + counts.running === 0) break;
  await wait(500 + random() * 2500);
  if (killed >= Number(kills)) continue;
  const victim = [...running][Math.floor(random() * running.size)];
  const before = await store.jobs.counts();
  victim.kill('SIGKILL');
  killed++;
  inFlight += before.running > 0 ? 1 : 0;
}
const seconds = (performance.now() - started) / 1000;
for (const worker of running) worker.kill('SIGTERM');

const counts = await store.jobs.counts();
let right = 0;
let repeated = 0;
for (const { owner, project, head } of made) {
  const state = await store.index({ owner, project }).state();
  const [job, ...more] = await store.jobs.list({ owner, project, limit: 10 });
  const isRight = state.headSha === head && state.files === 1 && state.units === 1 && state.commits === 1;
  if (isRight && more.length === 0 && job?.state === 'done') right++;
  else console.error('wrong:', owner, project, state, job);
  if ((job?.attempts ?? 0) > 1) repeated++;
}
const problems = await store.check();
console.log(
  JSON.stringify({
    jobs: made.length,
    counts,
    right,
    killed,
    whileJobsRan: inFlight,
    takenAgain: repeated,
    seconds: Math.round(seconds),
    problems: problems.length,
  }),
);
await engine.close();
rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
process.exitCode = right === made.length && problems.length === 0 ? 0 : 1;
