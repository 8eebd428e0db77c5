// Speed of the packaged embedder on 40-line chunks of a folder's own source: `node bench/embedding/measure-speed.mjs [folder]`.
// Needs `npm run build`. Run alone on the machine: the numbers are per core-second, those on workers by the clock.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = process.env.DOSSIER_DIST ?? join(import.meta.dirname, '../../dist');
const { createStaticEmbedder } = await import(pathToFileURL(join(dist, 'adapters/embedders/static.js')).href);
const [folder = join(import.meta.dirname, '../../src')] = process.argv.slice(2);

const chunks = [];
for (const path of readdirSync(folder, { recursive: true })) {
  if (!/\.(ts|js|py|go|rs|java|c|cpp|rb|php|cs|kt)$/.test(path) || path.includes('node_modules')) continue;
  const lines = readFileSync(join(folder, path), 'utf8').split('\n');
  for (let at = 0; at < lines.length; at += 40)
    chunks.push(`${path}\n${lines.slice(at, at + 40).join('\n')}`);
}
const loading = process.cpuUsage();
const loadStart = performance.now();
const modelPath = process.env.MODEL;
const embedder = await createStaticEmbedder({ modelPath });
const loaded = { wall: performance.now() - loadStart, cpu: process.cpuUsage(loading).user / 1000 };
await embedder.embedDocuments(chunks.slice(0, 2000));
let done = 0;
const before = process.cpuUsage();
while (done < 40_000) done += (await embedder.embedDocuments(chunks.slice(0, 10_000))).length;
const seconds = (process.cpuUsage(before).user + process.cpuUsage(before).system) / 1e6;
const queries = process.cpuUsage();
for (let at = 0; at < 10_000; at++)
  await embedder.embedQuery('where is the cache emptied when the index changes?');
const perQuery = process.cpuUsage(queries).user / 10_000;
const characters = chunks.reduce((sum, chunk) => sum + chunk.length, 0) / chunks.length;
console.log(
  `${embedder.model}: load ${loaded.wall.toFixed(0)} ms (cpu ${loaded.cpu.toFixed(0)}); ${chunks.length} chunks of ${characters.toFixed(0)} characters; ` +
    `${Math.round(done / seconds)} chunks per core-second; ${perQuery.toFixed(0)} µs a query; ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
);

const script = pathToFileURL(join(dist, 'program/embed-worker.js'));
for (const workers of new Set([1, 2, availableParallelism()])) {
  const threaded = await createStaticEmbedder({ modelPath, workers: { script, workers } });
  const many = Array.from({ length: 16_384 }, (_, at) => chunks[at % chunks.length]);
  await threaded.embedDocuments(many);
  const started = performance.now();
  for (let round = 0; round < 4; round++) await threaded.embedDocuments(many);
  const rate = (4 * many.length * 1000) / (performance.now() - started);
  console.log(`on ${workers} workers: ${Math.round(rate)} chunks a second`);
}
