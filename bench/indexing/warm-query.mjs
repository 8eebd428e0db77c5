// Measures warm queries through the library, in a process that has the project open: `search` (the list of
// hits) and `query` (search, read, fit, render). Words of questions are taken from names of the index, so
// that each finds something. Run `npm run build` first.
//   node bench/indexing/warm-query.mjs <repository> <store file, already indexed> [rounds] [questions before]
import { performance } from 'node:perf_hooks';
import { openEngine } from '../../dist/open-engine.js';
import { query } from '../../dist/operations/query.js';
import { runOperation } from '../../dist/operations/run-operation.js';
import { search } from '../../dist/operations/search.js';

const [root, store, rounds = '60', before = '10'] = process.argv.slice(2);
const WARM_UP = Number(before);
const engine = openEngine({ root, settings: { store } });
const context = { now: Date.now(), signal: new AbortController().signal, progress: () => undefined };
const index = (await engine.store()).index(engine.scope);
const { chunks, files } = await index.size();
const questions = await questionsOf(Number(rounds) + WARM_UP);
console.log(`${files} files, ${chunks} chunks, ${rounds} questions, Node ${process.version}`);
for (const [name, operation] of [
  ['search', search],
  ['query', query],
]) {
  const times = [];
  let cpu = process.cpuUsage();
  for (const [round, text] of questions.entries()) {
    if (round === WARM_UP) cpu = process.cpuUsage();
    const start = performance.now();
    await runOperation(engine, operation, { query: text }, context);
    if (round >= WARM_UP) times.push(performance.now() - start);
  }
  const used = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
  const each = ((used.user + used.system) / 1000 / times.length).toFixed(1);
  console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, processor ${each} ms a question`);
}
await engine.close();

/** Every second one names a symbol, the others are questions of words that stand in names and paths. */
async function questionsOf(count) {
  const paths = (await index.files()).filter(({ role }) => role === 'source').map(({ path }) => path);
  const step = Math.max(1, Math.floor(paths.length / count));
  const found = [];
  for (let at = 0; found.length < count && at < paths.length; at += step) {
    const units = await index.unitsOfFile(paths[at]);
    const unit = units[Math.floor(units.length / 2)];
    if (unit === undefined) continue;
    const words = unit.qualifiedName.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[^A-Za-z]+/g, ' ');
    const folder = paths[at].split('/').at(-2) ?? '';
    found.push(
      found.length % 2 === 0
        ? `where is ${unit.name} used`
        : `how does ${folder} ${words.toLowerCase()} work`,
    );
  }
  while (found.length < count) found.push(found[found.length % Math.max(1, found.length - 1)] ?? 'main');
  return found;
}
