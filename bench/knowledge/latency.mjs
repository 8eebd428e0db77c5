// Fills every source with 10,000 records and measures assemble and premortem, warm. `npm run build` first:
//   node --max-semi-space-size=128 bench/knowledge/latency.mjs [records per source, default 10000]
// The flag only keeps young objects until the end of a call, so that what it allocates can be counted.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { countWords } from '../../dist/core/text/chunk-words.js';
import { hashText } from '../../dist/core/text/hash.js';
import { termsOf } from '../../dist/core/text/terms.js';
import { APPROACHES, DOMAINS, ROOT_CAUSES } from '../../dist/core/vocabulary.js';
import { openDossier } from '../../dist/index.js';
import { beginFormat } from '../../dist/indexing/index-format.js';
import { importKnowledge } from '../../dist/knowledge/transfer.js';
import { mixedNumbers } from '../random-numbers.mjs';

const count = Number(process.argv[2] ?? 10_000);
const RUNS = 30;

const next = mixedNumbers(3);
const pick = (list) => list[Math.floor(next() * list.length)];
// Words as in real text: few common, most rare.
const WORDS = Array.from(
  { length: 6000 },
  (_, index) =>
    `${pick(['cache', 'token', 'upload', 'proxy', 'index', 'queue', 'login', 'batch', 'retry', 'stream'])}${index < 300 ? '' : index.toString(36)}`,
);
const word = () => WORDS[Math.floor(next() ** 3 * WORDS.length)];
const words = (length) => Array.from({ length }, word).join(' ');

const memory = (index) => ({
  kind: 'memory',
  id: `mem-${index}`,
  updatedAt: index,
  body: {
    content: words(18),
    category: 'fact',
    importance: next(),
    tags: [],
    status: 'current',
    validFrom: index,
    code: [],
    history: [],
  },
});
const experience = (index) => ({
  kind: 'experience',
  id: `exp-${index}`,
  updatedAt: index,
  body: {
    domain: pick(DOMAINS),
    strategy: pick(APPROACHES),
    goal: words(8),
    hypothesis: words(12),
    action: words(10),
    prediction: words(8),
    session: `s${index}`,
    files: [],
    status: 'resolved',
    startedAt: index,
    resolvedAt: index + 1,
    outcome: pick(['falsified', 'falsified', 'confirmed']),
    result: words(9),
    surprise: words(10),
    rootCause: pick(ROOT_CAUSES),
    lesson: { whatWorked: words(9) },
    captured: false,
    tier: pick(['gold', 'silver', 'bronze']),
    iteration: 1,
    history: [],
    notes: [],
    adoptedFrom: [],
  },
});
const value = (index) => ({
  kind: 'value',
  id: `val-${index}`,
  updatedAt: index,
  body: {
    axis: 'full',
    status: 'current',
    text: words(12),
    accepted: true,
    members: [`exp-${index}`, `exp-${index + 1}`, `exp-${index + 2}`],
    size: 3,
    meanDistance: 0.4,
    stdDistance: 0.1,
    textDistance: 0.4,
    clusteredAt: index,
  },
});

const LINES = 12;
const functionText = () =>
  [`function ${word()}() {`, ...Array.from({ length: LINES - 2 }, () => `  ${words(6)}`), '}'].join('\n');

async function fill(dossier) {
  for (const make of [memory, experience, value]) {
    await importKnowledge(
      dossier.engine,
      Array.from({ length: count }, (_, index) => JSON.stringify(make(index))).join('\n'),
    );
  }
  const index = (await dossier.engine.store()).index(dossier.engine.scope);
  await beginFormat(index);
  const perFile = 10;
  const files = Array.from({ length: count / perFile }, (_, number) => {
    const path = `src/${word()}/${word()}-${number}.ts`;
    const texts = Array.from({ length: perFile }, () => functionText());
    return {
      file: {
        path,
        language: 'typescript',
        contentHash: hashText(texts.join()),
        size: 4000,
        modifiedAt: 1,
        lineCount: perFile * LINES,
        role: 'source',
      },
      units: [],
      relations: [],
      chunks: texts.map((text, part) => ({
        id: hashText(`${path} ${part}`),
        path,
        startLine: part * LINES + 1,
        endLine: (part + 1) * LINES,
        text,
        contentHash: hashText(text),
      })),
      words: countWords(
        texts.map((text) => ({ name: [], path: termsOf(path), doc: [], body: termsOf(text) })),
      ),
    };
  });
  for (let from = 0; from < files.length; from += 200) await index.putFiles(files.slice(from, from + 200));
  const commits = Array.from({ length: count }, (_, number) => ({
    sha: hashText(`commit ${number}`),
    message: `${pick(['Fix', 'Add', 'Change'])} ${words(8)}`,
    author: 'Ada',
    email: 'ada@example.org',
    time: 1_700_000_000_000 + number,
    files: Array.from({ length: 3 }, () => ({ path: pick(files).file.path, insertions: 3, deletions: 1 })),
  }));
  await index.putCommits(commits);
  return files.map(({ file }) => file.path);
}

/** Wall time, and time of the processor, which other work on the machine changes little. */
async function times(run) {
  for (let warm = 0; warm < 5; warm++) await run();
  const wall = [];
  const busy = [];
  for (let round = 0; round < RUNS; round++) {
    const started = performance.now();
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    wall.push(performance.now() - started);
    busy.push((user + system) / 1000);
  }
  const at = (list, share) => list.sort((a, b) => a - b)[Math.floor(RUNS * share)].toFixed(0);
  return `median ${at(wall, 0.5)} ms, p95 ${at(wall, 0.95)} ms (processor: ${at(busy, 0.5)} and ${at(busy, 0.95)} ms)`;
}

/** What one call allocates before anything is collected: no less than what it needs at once. */
async function allocated(run) {
  const used = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const sizes = [];
  for (let round = 0; round < RUNS; round++) {
    collectGarbage();
    const before = used();
    await run();
    sizes.push((used() - before) / 1e6);
  }
  return `${Math.max(...sizes).toFixed(1)} MB at most`;
}
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const root = mkdtempSync(join(tmpdir(), 'dossier-latency-'));
const dossier = openDossier({ root, settings: { store: join(root, 'store.db') } });
const paths = await fill(dossier);
const embedder = await dossier.engine.embedder();
console.log(`${count} records in each of five sources, model ${embedder?.model ?? 'none: words alone'}`);
console.log(`load of the machine: ${loadavg()[0].toFixed(1)}`);
const stages = {};
const assembly = async () => {
  const { stats, sources } = await dossier.assemble({ query: words(6), maxTokens: 2000 });
  Object.assign(stages, { assemble: stats.millisecondsPerStage, sources: sources.length });
};
const premortem = async () => {
  const { stats } = await dossier.premortem({
    domain: pick(DOMAINS),
    strategy: pick(APPROACHES),
    task: words(6),
    files: [pick(paths), pick(paths)],
    maxTokens: 1500,
  });
  Object.assign(stages, { premortem: stats.millisecondsPerStage });
};
console.log(`assemble, five sources, 2,000 tokens: ${await times(assembly)}`);
console.log(`premortem with strategy, task and two files, 1,500 tokens: ${await times(premortem)}`);
console.log(`recall, ten memories: ${await times(() => dossier.recall({ query: words(6) }))}`);
console.log(`last run by stage: ${JSON.stringify(stages)}`);
console.log(
  `allocated by one assembly: ${await allocated(assembly)}, by a premortem: ${await allocated(premortem)}`,
);
console.log(`memory of the process: ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
await dossier.close();
rmSync(root, { recursive: true });
