// Measures how long the index takes to follow a switch to another commit and back, in a process that has the project
// open: processor time of all threads, and the clock. The store is copied first. Run `npm run build` first.
//   node bench/indexing/branch-switch.mjs <clone> <store file, indexed at its HEAD> <commit> [rounds]
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { indexProject } from '../../dist/indexing/index-project.js';
import { openEngine } from '../../dist/open-engine.js';

const [clone, indexed, commit, rounds = '1'] = process.argv.slice(2);
const root = resolve(clone);
const git = (...args) =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
const start = git('rev-parse', 'HEAD');
const scratch = mkdtempSync(join(tmpdir(), 'dossier-switch-'));
const store = join(scratch, 'index.sqlite');
copyFileSync(indexed, store);
if (existsSync(`${indexed}-vectors-1`)) copyFileSync(`${indexed}-vectors-1`, `${store}-vectors-1`);
const engine = openEngine({ root, settings: { store } });
const options = { now: Date.now(), signal: new AbortController().signal, progress: () => undefined };
try {
  await measured('nothing changed');
  for (let round = 0; round < Number(rounds); round++) {
    for (const [name, target] of [
      ['there', commit],
      ['back', start],
    ]) {
      git('checkout', '-q', '-f', target);
      await measured(name);
    }
  }
} finally {
  git('checkout', '-q', '-f', start);
  await engine.close();
  rmSync(scratch, { recursive: true });
}

async function measured(name) {
  const clock = performance.now();
  const before = process.cpuUsage();
  const { indexed: files, removed, chunks, vectors } = await indexProject(engine, options);
  const { user, system } = process.cpuUsage(before);
  console.log(
    `${name}: ${files} files indexed, ${removed} removed, ${chunks} chunks, ${vectors} vectors: processor ${((user + system) / 1e6).toFixed(1)} s, clock ${((performance.now() - clock) / 1000).toFixed(1)} s`,
  );
}
