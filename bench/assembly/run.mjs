// Assembly: processor time per stage, memory, counting throughput, and what `optimal` gains. Build first:
//   npm run build && node --expose-gc bench/assembly/run.mjs

import { spawnSync } from 'node:child_process';
import { createBytePairCounter } from '../../dist/adapters/tokenizers/byte-pairs.js';
import { createCounter } from '../../dist/adapters/tokenizers/create-counter.js';
import { assemble } from '../../dist/assembly/assemble.js';
import { knapsack } from '../../dist/assembly/select/knapsack.js';
import { assembleOptionsSchema } from '../../dist/core/context.js';
import { FORMATS, SELECTIONS, TRUNCATIONS } from '../../dist/core/vocabulary.js';
import { randomNumbers } from '../random-numbers.mjs';
import { median, sampleItems } from './sample-items.mjs';

const REPEATS = 7;
const loads = [];
for (const name of ['o200k_base', 'cl100k_base', 'llama3']) loads.push(await timeLoading(name));
const counter = await createCounter('o200k_base');
const { clearMergeCache, countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
const materials = { files: new Map(), units: new Map() };

/**
 * Milliseconds of processor time: what the clock shows on an idle machine, and still comparable on a
 * busy one.
 */
function computing() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What the first use of a counter costs a process. */
async function timeLoading(name) {
  globalThis.gc?.();
  const [started, memory] = [computing(), process.memoryUsage().rss];
  (await createCounter(name)).count('const first = 1;');
  return {
    vocabulary: name,
    ms: round(computing() - started),
    'memory, MB': round((process.memoryUsage().rss - memory) / 1e6),
  };
}

/** Ten items in a process that has loaded nothing yet, exact counting included. */
function coldTable() {
  const rows = ['o200k_base', 'characters'].map((name) => {
    const input = JSON.stringify({ items: sampleItems(10, 73), maxTokens: 4000, counter: name });
    const script = new URL('./assemble-cold.mjs', import.meta.url).pathname;
    const runs = Array.from({ length: 3 * REPEATS }, () => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [script], { input, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    });
    const middle = (field) => round(median(runs.map((run) => run[field])));
    return {
      counter: name,
      'loading the package, ms': middle('import'),
      'the first assembly, ms': middle('assemble'),
      'the same on the clock, ms': middle('assembleClock'),
      'both on the clock, ms': middle('clock'),
      'memory, MB': middle('memory'),
    };
  });
  print('Cold: 10 items into 4,000 tokens', rows);
}

function assembleOnce(items, options) {
  const stages = {};
  const begun = computing();
  let started = begun;
  const mark = (stage) => {
    const now = computing();
    stages[stage] = now - started;
    started = now;
  };
  const { context } = assemble(items, materials, { counter, options, mark });
  return { context, stages, milliseconds: computing() - begun };
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
        'warm, ms': round(median(warm.map((run) => run.milliseconds))),
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

async function throughputTable() {
  const text = sampleItems(1000, 60)
    .map((item) => item.content)
    .join('\n');
  const megabytes = Buffer.byteLength(text) / 1e6;
  const asText = { disallowedSpecial: new Set() };
  const time = (count) => {
    const started = computing();
    const tokens = count();
    return { tokens, seconds: (computing() - started) / 1000 };
  };
  const library = [];
  const ours = [];
  const first = { library: [], ours: [] };
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    // Both start with nothing remembered; then the same text again.
    clearMergeCache();
    first.library.push(time(() => countTokens(text, asText)));
    library.push(time(() => countTokens(text, asText)));
    const fresh = await createBytePairCounter('o200k_base');
    first.ours.push(time(() => fresh.count(text)));
    ours.push(time(() => fresh.count(text)));
  }
  const speed = (runs) => round(megabytes / median(runs.map((run) => run.seconds)));
  const row = (name, once, runs) => ({
    counter: name,
    tokens: once[0].tokens,
    'a new text, MB/s': speed(once),
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
  const random = randomNumbers(7);
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
        const started = computing();
        knapsack(items, capacity);
        return computing() - started;
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

/** Share of the budget that is printed when about four times as much is offered, over formats and selections. */
function useTable() {
  const rows = TRUNCATIONS.map((truncation) => {
    const used = [];
    for (const maxTokens of [1000, 4000, 16_000]) {
      const items = sampleItems(Math.round(maxTokens / 50), 18);
      for (const format of FORMATS) {
        for (const selection of SELECTIONS) {
          const options = assembleOptionsSchema.parse({ maxTokens, format, selection, truncation });
          used.push((100 * assembleOnce(items, options).context.tokenCount) / maxTokens);
        }
      }
    }
    return { truncation, 'median, %': round(median(used)), 'least, %': round(Math.min(...used)) };
  });
  print('Budget used at 1,000, 4,000 and 16,000 tokens, five formats, three selections', rows);
}

print('Loading', loads);
coldTable();
stageTable();
useTable();
await throughputTable();
knapsackTable();
gainTable();
