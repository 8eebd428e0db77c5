// Measures the context of a turn on a real project: node bench/service/measure-prime.mjs <project> <store> [turns]
// <store> is a SQLite file or a postgres:// address; the project is indexed into it if it is not yet.
// Prints milliseconds of whole turns, of their stages, of a search, of scoring and of choosing 100 items.

import { loadavg } from 'node:os';
import { assembleItems } from '../../dist/context/assemble-items.js';
import { itemsOfHits } from '../../dist/context/items-of-hits.js';
import { createPrimeCache } from '../../dist/conversation/prime-cache.js';
import { scoreItems, scoreWeightsSchema, wordsToWeigh } from '../../dist/conversation/score-items.js';
import { assembleOptionsSchema } from '../../dist/core/context.js';
import { searchOptionsSchema } from '../../dist/core/query.js';
import { openEngine } from '../../dist/open-engine.js';
import { library } from '../../dist/operations/registry.js';
import { runOperation } from '../../dist/operations/run-operation.js';
import { searchProject } from '../../dist/search/search-project.js';
import { stemFrequencies } from '../../dist/search/stem-frequencies.js';

const [root, store, turns = '200'] = process.argv.slice(2);
const engine = { ...openEngine({ root, settings: { store } }), primeCache: createPrimeCache() };
const call = () => ({ now: Date.now(), signal: new AbortController().signal, progress: () => undefined });
const run = (operation, input) => runOperation(engine, operation, input, call());

const index = (await engine.store()).index(engine.scope);
if ((await index.size()).chunks === 0) await run(library.index, {});
const { chunks, files } = await index.size();
// Every question asks about another part of the project, in words of that part.
const paths = (await index.files()).filter(({ role }) => role === 'source').map(({ path }) => path);
const questionAbout = async (number) => {
  const path = paths[(number * 7919) % paths.length];
  const units = await index.unitsOfFile(path);
  const unit = units[number % Math.max(1, units.length)];
  const name = unit?.name ?? path;
  return `How does ${name} work, who calls it, and what happens to ${path.split('/').at(-2) ?? 'it'} when it fails?`;
};

const thread = await run(library.threadCreate, { title: `Measured ${Date.now()}` });
for (let number = 0; number < 200; number++) {
  const content = await questionAbout(number * 3 + 1);
  const role = number % 2 === 0 ? 'user' : 'assistant';
  await run(library.threadMessage, { thread: thread.id, content, role });
}
for (const path of [paths[11], paths[101]])
  await run(library.threadReference, { thread: thread.id, target: path });

const times = {};
const note = (what, milliseconds) => {
  times[what] ??= [];
  times[what].push(milliseconds);
};
// On a busy machine the wall clock tells of the others; processor time does not.
const timed = async (what, work) => {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  note(what, performance.now() - started);
  note(`${what}, processor`, (user + system) / 1000);
  return result;
};

for (let number = -10; number < Number(turns); number++) {
  const message = await questionAbout(number + 5000);
  const input = { thread: thread.id, message, maxTokens: 8000 };
  const first = await timed(number < 0 ? 'warm-up' : 'turn', () => run(library.prime, input));
  if (number < 0) continue;
  for (const [stage, milliseconds] of Object.entries(first.stats.millisecondsPerStage))
    note(`· ${stage}`, milliseconds);
  await timed('same turn again (cache)', () => run(library.prime, input));
  const options = { ...searchOptionsSchema.parse({}), limit: 100 };
  const { hits } = await timed('search, 100 results', () => searchProject(engine, message, options, call()));
  const items = await itemsOfHits(engine, hits);
  const frequencies = await stemFrequencies(index, wordsToWeigh(message, items));
  const inputs = {
    query: message,
    now: Date.now(),
    weights: scoreWeightsSchema.parse({}),
    corpus: { documents: chunks, frequencies },
    usage: new Map(),
  };
  if (items.length === 100) {
    const scored = await timed('scoring 100 items', async () => scoreItems(items, inputs));
    const options = assembleOptionsSchema.parse({ maxTokens: 7500, selection: 'density' });
    const { stats } = await assembleItems(engine, scored, options);
    note('choosing and rendering of 100 items', stats.millisecondsPerStage.fit);
  }
}

console.log(
  `${files} files, ${chunks} chunks, thread of 200 messages, ${turns} turns, load average ${loadavg()[0].toFixed(1)}`,
);
for (const [what, list] of Object.entries(times)) {
  const sorted = list.sort((one, other) => one - other);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
  console.log(
    `${what.padEnd(40)} n ${String(sorted.length).padStart(4)}  p50 ${at(0.5).padStart(7)}  p95 ${at(0.95).padStart(7)}  p99 ${at(0.99).padStart(7)} ms`,
  );
}
await engine.close();
