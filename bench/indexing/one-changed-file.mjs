// Measures how long one changed file takes to be in the index again, in a process that has the project
// open (as a server or a watcher does), with the packaged model. Run `npm run build` first.
//   node bench/indexing/one-changed-file.mjs <repository> <store file, already indexed> <path of a file>
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexFiles } from '../../dist/indexing/index-project.js';
import { openEngine } from '../../dist/open-engine.js';

const ROUNDS = 25;
const [root, store, path] = process.argv.slice(2);
const engine = openEngine({ root, settings: { store } });
const original = readFileSync(join(root, path));
const times = [];
let cpu = 0;
try {
  for (let round = 0; round < ROUNDS; round++) {
    appendFileSync(join(root, path), `\n// round ${round}\n`);
    const before = performance.now();
    const cpuBefore = process.cpuUsage();
    const report = await indexFiles(engine, [path], {
      now: Date.now(),
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    times.push(performance.now() - before);
    const used = process.cpuUsage(cpuBefore);
    if (round > 0) cpu += (used.user + used.system) / 1000;
    if (report.indexed !== 1) throw new Error(`The file was not indexed: ${JSON.stringify(report)}`);
  }
} finally {
  writeFileSync(join(root, path), original);
  await engine.close();
}
const sorted = [...times].sort((a, b) => a - b);
console.log(
  `first ${times[0].toFixed(0)} ms, median ${sorted[Math.floor(ROUNDS / 2)].toFixed(0)} ms, largest ${sorted.at(-1).toFixed(0)} ms; processor time of a round after the first ${(cpu / (ROUNDS - 1)).toFixed(0)} ms`,
);
