// Measures first answers: each question is asked of a store of its own that holds nothing yet (npm run build first).
//   node bench/retrieval/first-answer.mjs --bench FOLDER [--set core] [--every 1] [--embedder static] [--final FILE]
// --final is a file of predictions of run.mjs, made from finished indexes: the share of it that first answers reach is printed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine } from '../../dist/open-engine.js';
import { indexLikelyFirst } from '../../dist/search/index-likely-first.js';
import { answerRow, readRows } from './answer-rows.mjs';
import { scoreRows, summaryLine } from './score-rows.mjs';

const { values } = parseArgs({
  options: {
    bench: { type: 'string' },
    set: { type: 'string', default: 'core' },
    every: { type: 'string', default: '1' },
    embedder: { type: 'string', default: 'static' },
    final: { type: 'string' },
    rules: { type: 'string', default: '{}' },
  },
});
const rows = readRows(values.bench, values.set).filter((_, place) => place % Number(values.every) === 0);
const answers = [];
const costs = [];
for (const row of rows) {
  const folder = mkdtempSync(join(tmpdir(), 'first-answer-'));
  const engine = openEngine({
    root: join(values.bench, 'repos', row.dir, row.root ?? ''),
    environment: {},
    settings: { store: join(folder, 'store.sqlite'), 'embedder.kind': values.embedder },
  });
  const started = performance.now();
  const before = process.cpuUsage();
  const ready = await indexLikelyFirst(engine, row.query, {
    now: Date.now(),
    signal: new AbortController().signal,
  });
  const looked = performance.now() - started;
  answers.push(await answerRow(engine, row, { rules: JSON.parse(values.rules), contexts: true }));
  const { user, system } = process.cpuUsage(before);
  costs.push({ looked, wall: performance.now() - started, processor: (user + system) / 1000, ready });
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}
const first = scoreRows(values.bench, rows, answers);
console.log(summaryLine(`${values.set}: first answers`, first));
if (values.final !== undefined) {
  const known = new Set(rows.map(({ id }) => id));
  const lines = readFileSync(values.final, 'utf8').trimEnd().split('\n');
  const finals = lines.map((line) => JSON.parse(line)).filter(({ id }) => known.has(id));
  const final = scoreRows(values.bench, rows, finals);
  console.log(summaryLine(`${values.set}: final answers`, final));
  for (const name of ['R@1', 'R@10', 'MRR', 'span@2k', 'span@4k', 'span@8k']) {
    console.log(`${name}: ${((100 * mean(first, name)) / mean(final, name)).toFixed(1)} % of the final`);
  }
  for (const dir of new Set(rows.map((row) => row.dir))) {
    const of = (all) => all.filter(({ row }) => row.dir === dir);
    const pair = (name) =>
      `${name} ${mean(of(first), name).toFixed(3)} of ${mean(of(final), name).toFixed(3)}`;
    console.log(`  ${dir}: ${pair('R@10')}, ${pair('span@4k')}`);
  }
}
for (const name of ['looked', 'wall', 'processor', 'ready']) {
  const sorted = costs.map((cost) => cost[name]).sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(2);
  console.log(`${name}: p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`);
}

function mean(scored, name) {
  const numbers = scored.map(({ measures }) => measures[name]).filter((number) => number !== undefined);
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
