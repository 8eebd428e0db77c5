// Assembly: time per stage, memory, counting throughput, and what `optimal` gains. Build first:
//   npm run build && node --expose-gc bench/assembly/run.mjs
import { createCounter } from '../../dist/adapters/tokenizers/create-counter.js';
import { assemble } from '../../dist/assembly/assemble.js';
import { knapsack } from '../../dist/assembly/select/knapsack.js';
import { assembleOptionsSchema } from '../../dist/core/context.js';
import { median, sampleItems } from './sample-items.mjs';

const REPEATS = 7;
const loads = [];
for (const name of ['o200k_base', 'cl100k_base', 'llama3', 'gemma3']) loads.push(await timeLoading(name));
const counter = await createCounter('o200k_base');
const { clearMergeCache, countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
const materials = { files: new Map(), parsed: new Map() };

/** What the first use of a counter costs a process. */
async function timeLoading(name) {
  globalThis.gc?.();
  const [started, cpu, memory] = [performance.now(), process.cpuUsage(), process.memoryUsage().rss];
  (await createCounter(name)).count('const first = 1;');
  const used = process.cpuUsage(cpu);
  return {
    vocabulary: name,
    ms: round(performance.now() - started),
    'CPU ms': round((used.user + used.system) / 1000),
    'memory, MB': round((process.memoryUsage().rss - memory) / 1e6),
  };
}

function assembleOnce(items, options) {
  const stages = {};
  let started = performance.now();
  const begun = started;
  const cpu = process.cpuUsage();
  const mark = (stage) => {
    const now = performance.now();
    stages[stage] = now - started;
    started = now;
  };
  const { context } = assemble(items, materials, { counter, options, mark });
  const used = process.cpuUsage(cpu);
  return { context, stages, milliseconds: performance.now() - begun, cpu: (used.user + used.system) / 1000 };
}

function print(title, rows) {
  console.log(`\n## ${title}\n`);
  const names = Object.keys(rows[0]);
  console.log(`| ${names.join(' | ')} |`);
  console.log(`|${names.map(() => '---').join('|')}|`);
  for (const row of rows) console.log(`| ${names.map((name) => row[name]).join(' | ')} |`);
}

function round(number, digits = 1) {
  return number.toFixed(digits);
}

function stageTable() {
  const rows = [];
  for (const count of [10, 100, 1000]) {
    for (const maxTokens of [4000, 32_000, 200_000]) {
      // Enough lines that about twice the budget is offered, within what items really look like.
      const size = Math.min(120, Math.max(20, Math.round((2 * maxTokens) / 11 / count)));
      const items = sampleItems(count, size);
      const options = assembleOptionsSchema.parse({ maxTokens });
      const cold = assembleOnce(items, options);
      globalThis.gc?.();
      const before = process.memoryUsage().heapUsed;
      const peak = { bytes: 0 };
      const warm = Array.from({ length: REPEATS }, () => {
        const run = assembleOnce(items, options);
        peak.bytes = Math.max(peak.bytes, process.memoryUsage().heapUsed - before);
        globalThis.gc?.();
        return run;
      });
      rows.push({
        items: count,
        budget: maxTokens,
        'lines an item': size,
        'first, ms': round(cold.milliseconds),
        'first, CPU ms': round(cold.cpu),
        'warm, ms': round(median(warm.map((run) => run.milliseconds))),
        'warm, CPU ms': round(median(warm.map((run) => run.cpu))),
        'locate, ms': round(median(warm.map((run) => run.stages.locate))),
        'deduplicate, ms': round(median(warm.map((run) => run.stages.deduplicate))),
        'fit, ms': round(median(warm.map((run) => run.stages.fit))),
        'heap, MB': round(peak.bytes / 1e6),
        'used, %': round((100 * cold.context.tokenCount) / maxTokens),
      });
    }
  }
  print('Stages', rows);
}

function throughputTable() {
  const text = sampleItems(1000, 60)
    .map((item) => item.content)
    .join('\n');
  const megabytes = Buffer.byteLength(text) / 1e6;
  const asText = { disallowedSpecial: new Set() };
  const time = (count) => {
    const started = performance.now();
    const tokens = count();
    return { tokens, seconds: (performance.now() - started) / 1000 };
  };
  const library = [];
  const ours = [];
  // Both start with the library's cache of merged words empty.
  clearMergeCache();
  const first = { library: time(() => countTokens(text, asText)) };
  clearMergeCache();
  first.ours = time(() => counter.count(text));
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    library.push(time(() => countTokens(text, asText)));
    ours.push(time(() => counter.count(text)));
  }
  const speed = (runs) => round(megabytes / median(runs.map((run) => run.seconds)));
  const row = (name, once, runs) => ({
    counter: name,
    tokens: once.tokens,
    'first, MB/s': round(megabytes / once.seconds),
    'again, MB/s': speed(runs),
  });
  print(`Counting ${round(megabytes)} MB of code with o200k_base`, [
    row('gpt-tokenizer', first.library, library),
    row('dossier', first.ours, ours),
  ]);
}

function bruteForce(items, capacity) {
  let best = 0;
  for (let mask = 0; mask < 1 << items.length; mask++) {
    let [value, weight] = [0, 0];
    for (let index = 0; index < items.length; index++) {
      if (mask & (1 << index)) {
        value += items[index].value;
        weight += items[index].weight;
      }
    }
    if (weight <= capacity && value > best) best = value;
  }
  return best;
}

function knapsackTable() {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const make = (count, largest) =>
    Array.from({ length: count }, () => ({ value: random(), weight: 1 + Math.floor(random() * largest) }));
  let equal = 0;
  const trials = 200;
  for (let trial = 0; trial < trials; trial++) {
    const items = make(12, 60);
    const chosen = knapsack(items, 150).reduce((sum, index) => sum + items[index].value, 0);
    if (Math.abs(chosen - bruteForce(items, 150)) < 1e-9) equal++;
  }
  const times = (items, capacity) =>
    median(
      Array.from({ length: 5 }, () => {
        const started = performance.now();
        knapsack(items, capacity);
        return performance.now() - started;
      }),
    );
  const typical = make(1000, 800);
  // Values in step with weights leave nothing to settle by bounds: the worst case.
  const hard = typical.map(({ weight }) => ({ weight, value: weight + 10 }));
  print('`optimal`', [
    { measure: 'equal to brute force, 12 items, 200 trials', value: `${equal} of ${trials}` },
    { measure: 'n = 1,000, budget 200,000, ms', value: round(times(typical, 200_000)) },
    { measure: 'the same, values in step with weights, ms', value: round(times(hard, 200_000)) },
  ]);
}

function gainTable() {
  const rows = [];
  for (const maxTokens of [1000, 4000, 32_000]) {
    const items = sampleItems(Math.round(maxTokens / 60), 20);
    const value = (selection) => {
      const options = assembleOptionsSchema.parse({ maxTokens, selection, truncation: 'none' });
      const { context, milliseconds } = assembleOnce(items, options);
      return { value: context.items.reduce((sum, item) => sum + item.relevance, 0), milliseconds };
    };
    const [relevance, density, optimal] = ['relevance', 'density', 'optimal'].map(value);
    rows.push({
      budget: maxTokens,
      items: items.length,
      relevance: round(relevance.value, 2),
      density: round(density.value, 2),
      optimal: round(optimal.value, 2),
      'gain over density, %': round(100 * (optimal.value / density.value - 1), 2),
      'optimal, ms': round(optimal.milliseconds),
    });
  }
  print('Sum of relevance chosen, nothing cut', rows);
}

print('Loading', loads);
stageTable();
throughputTable();
knapsackTable();
gainTable();
