// Indexes repositories from nothing with Dossier and, when its binary is given, with codegraph, in turn,
// and prints wall time, processor time and the largest memory of each. Run `npm run build` first.
//   node bench/indexing/full-index.mjs [--codegraph <binary>] [--default] <repository> [<repository> …]
// Dossier reads files only (no commits, no embeddings), which is what codegraph does; with --default it
// runs as a user types it, with 5,000 commits, the packaged model and the store in the cache folder. Of time, processor time and
// memory each the best run counts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROUNDS = 3;
const binary = fileURLToPath(new URL('../../dist/main.cjs', import.meta.url));
const args = process.argv.slice(2);
const codegraph = args[0] === '--codegraph' ? resolve(args.splice(0, 2)[1]) : undefined;
const asTyped = args[0] === '--default' && args.shift() === '--default';
const scratch = mkdtempSync(join(tmpdir(), 'dossier-bench-'));

console.log(`${cpus().length} cores, Node ${process.version}, best of ${ROUNDS} runs each, in turn`);
try {
  for (const repository of args.map((path) => resolve(path))) {
    const runs = { dossier: [], codegraph: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const store = asTyped ? [] : ['--store', join(scratch, `${round}.sqlite`)];
      runs.dossier.push(
        measure([process.execPath, binary, 'index', '--quiet', '--json', ...store], repository),
      );
      forgetStores();
      if (codegraph === undefined) continue;
      rmSync(join(repository, '.codegraph'), { recursive: true, force: true });
      runs.codegraph.push(measure([codegraph, 'init', '-y', repository], repository));
      rmSync(join(repository, '.codegraph'), { recursive: true, force: true });
    }
    const [ours, theirs] = [best(runs.dossier), best(runs.codegraph)];
    console.log(`${basename(repository)}: dossier ${describe(ours)}`);
    if (theirs === undefined) continue;
    const ratio = (field) => (theirs[field] / ours[field]).toFixed(1);
    console.log(`  codegraph ${describe(theirs)}; wall ×${ratio('wall')}, processor ×${ratio('cpu')}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** All of the cache folder but compiled code. */
function forgetStores() {
  const folder = join(scratch, 'dossier');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (name !== 'compiled') rmSync(join(folder, name), { recursive: true });
  }
}

function measure(command, cwd) {
  const filesOnly = { DOSSIER_INDEX_COMMITS: '0', DOSSIER_EMBEDDER_KIND: 'none' };
  const environment = { ...(asTyped ? {} : filesOnly), CODEGRAPH_TELEMETRY: '0', XDG_CACHE_HOME: scratch };
  const done = spawnSync('/usr/bin/time', ['-f', '%e %U %S %M', ...command], {
    cwd,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (done.status !== 0) throw new Error(`${command.join(' ')} ended with ${done.status}: ${done.stderr}`);
  const [wall, user, system, kilobytes] = done.stderr.trim().split('\n').at(-1).split(' ').map(Number);
  const files = /"indexed": (\d+)/.exec(done.stdout)?.[1] ?? /Indexed ([\d,]+) files/.exec(done.stdout)?.[1];
  return { wall, cpu: user + system, megabytes: kilobytes / 1024, files };
}

function best(runs) {
  if (runs.length === 0) return undefined;
  const least = (field) => Math.min(...runs.map((run) => run[field]));
  return { ...runs[0], wall: least('wall'), cpu: least('cpu'), megabytes: least('megabytes') };
}

function describe({ wall, cpu, megabytes, files }) {
  return `${files} files in ${wall.toFixed(1)} s (processor ${cpu.toFixed(1)} s, ${megabytes.toFixed(0)} MB)`;
}
