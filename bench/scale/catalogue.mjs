// How often the catalogue picks the right project, and how long it takes:
//   node bench/scale/catalogue.mjs <store> <generated> <every> <questions.jsonl>…
// The store must have projects named as in the questions' field "repo" (the last part counts), indexed with --store. The
// script adds <generated> small projects made of words of the real ones, and asks every <every>th question. Needs `npm run build`.
import { readFileSync } from 'node:fs';
import { WordCounter } from '../../dist/core/text/chunk-words.js';
import { hashText } from '../../dist/core/text/hash.js';
import { wordsOf } from '../../dist/core/text/terms.js';
import { openEngine } from '../../dist/open-engine.js';
import { catalogueProject } from '../../dist/search/catalogue.js';
import { pickProjects } from '../../dist/search/pick-projects.js';
import { mixedNumbers } from '../random-numbers.mjs';

const [place, generated = '950', every = '1', ...files] = process.argv.slice(2);
if (place === undefined || files.length === 0)
  throw new Error('Name a store and at least one file of questions.');
const settings = { store: place, project: 'asking', 'embedder.kind': 'static' };
const engine = openEngine({ root: process.cwd(), environment: {}, settings });
const store = await engine.store();
const random = mixedNumbers(11);
const pick = (list) => list[Math.floor(random() * list.length)];
const questions = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ set: file.replace(/^.*\/|_.*$/g, ''), ...JSON.parse(line) }))
    .filter(({ expect }) => expect === undefined || expect === 'places')
    .filter((_, number) => number % Number(every) === 0),
);

// Names and texts of generated projects use the words that questions use, so that they compete with the real ones.
const words = [...new Set(questions.flatMap(({ query }) => wordsOf(query)))];
const catalogue = store.index({ owner: engine.scope.owner, project: '\u0001catalogue' });
const known = async () =>
  new Set((await catalogue.files()).map(({ path }) => path.slice(0, path.indexOf('/:/'))));
const before = await known();
const embedder = await engine.embedder();
for (let number = 0; number < Number(generated); number++) {
  const project = `generated/${pick(words)}-${number}`;
  if ([...before].some((name) => name.endsWith(`-${number}`))) continue;
  const topics = Array.from({ length: 60 }, () => pick(words));
  const rows = Array.from({ length: 4 + Math.floor(random() * 12) }, (_, file) => fileOf(topics, file));
  const scope = { owner: engine.scope.owner, project };
  await store.index(scope).putFiles(rows);
  const chunks = rows.flatMap((row) => row.chunks);
  const vectors = await embedder.embedDocuments(chunks.map(({ text }) => text));
  await store.index(scope).putVectors(
    embedder.model,
    chunks.map(({ id }, index) => ({ id, vector: vectors[index] })),
  );
  await catalogueProject({ ...engine, scope, recordScope: scope }, { now: Date.now() });
}

function fileOf(topics, file) {
  const name = `${pick(topics)}_${pick(topics)}`;
  const path = `src/${pick(topics)}/${name}${file}.py`;
  const text = Array.from({ length: 80 }, () => pick(topics)).join(' ');
  const counter = new WordCounter();
  counter.addText('name', name);
  counter.addText('path', path);
  counter.addText('body', text);
  counter.endChunk();
  const contentHash = hashText(path + text);
  const chunk = { id: hashText(`${path} 0`), path, startLine: 1, endLine: 20, text, contentHash };
  return {
    file: {
      path,
      language: 'python',
      contentHash,
      size: text.length,
      modifiedAt: 0,
      lineCount: 20,
      role: 'source',
    },
    units: [],
    chunks: [chunk],
    words: counter.finish(),
    relations: [],
  };
}

const hits = {};
const totals = {};
const wall = [];
const cpu = [];
for (const { set, repo, query } of questions) {
  const [started, used] = [performance.now(), process.cpuUsage()];
  const picked = await pickProjects(engine, query, { names: ['**'], most: 5, now: Date.now() });
  const { user, system } = process.cpuUsage(used);
  wall.push(performance.now() - started);
  cpu.push((user + system) / 1000);
  totals[set] = (totals[set] ?? 0) + 1;
  const last = (name) => name.slice(name.lastIndexOf('/') + 1);
  if (picked.some(({ project }) => last(project) === last(repo))) hits[set] = (hits[set] ?? 0) + 1;
}
const sum = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);
const percentile = (list, share) =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * share)]?.toFixed(1);
const { files: entries } = await catalogue.size();
console.log(
  JSON.stringify({
    projects: (await known()).size,
    entries,
    questions: questions.length,
    amongFive: `${((100 * sum(hits)) / sum(totals)).toFixed(1)} %`,
    bySet: Object.fromEntries(
      Object.keys(totals).map((set) => [set, ((100 * (hits[set] ?? 0)) / totals[set]).toFixed(1)]),
    ),
    wallMs: { p50: percentile(wall, 0.5), p95: percentile(wall, 0.95) },
    processorMs: { p50: percentile(cpu, 0.5), p95: percentile(cpu, 0.95) },
  }),
);
await engine.close();
