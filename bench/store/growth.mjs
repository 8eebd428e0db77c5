// How time and memory grow with the number of chunks: a made-up project of each size, with vectors, and then warm
// questions through the library, each size in a process of its own. Run `npm run build` first.
//   node bench/store/growth.mjs 10000 100000 1000000 5000000
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countWords } from '../../dist/core/text/chunk-words.js';
import { hashText } from '../../dist/core/text/hash.js';
import { termsOf } from '../../dist/core/text/terms.js';
import { embedChunks } from '../../dist/indexing/embed-chunks.js';
import { beginFormat } from '../../dist/indexing/index-format.js';
import { openEngine } from '../../dist/open-engine.js';
import { runOperation } from '../../dist/operations/run-operation.js';
import { search } from '../../dist/operations/search.js';
import { randomNumbers } from '../random-numbers.mjs';

const LINES = 12;
const CHUNKS_PER_FILE = 10;
const FILES_PER_BATCH = 200;
const VOCABULARY = 200_000;
const QUESTIONS = 100;
const WARM_UP = 20;

const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 2 && process.env.DOSSIER_GROWTH_FOLDER !== undefined) await measure(...sizes);
else {
  const rows = [];
  for (const size of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-growth-'));
    // The second number only tells the call for one size from the call for several.
    const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), String(size), '1'], {
      env: { ...process.env, DOSSIER_GROWTH_FOLDER: folder, DOSSIER_CACHE_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    if (child.status !== 0) process.exit(child.status ?? 1);
    rows.push(JSON.parse(child.stdout.trim().split('\n').at(-1)));
    console.log(rows.at(-1));
  }
  for (const [place, row] of rows.entries()) {
    const before = rows[place - 1];
    if (before === undefined) continue;
    const exponent = (field) =>
      (Math.log(row[field] / before[field]) / Math.log(row.chunks / before.chunks)).toFixed(2);
    console.log(
      `${before.chunks} → ${row.chunks}: exponent of time ${exponent('cpu')}, of memory ${exponent('rss')}`,
    );
  }
}

async function measure(count) {
  const folder = process.env.DOSSIER_GROWTH_FOLDER;
  const store = join(folder, 'store.db');
  const engine = openEngine({ root: folder, settings: { store } });
  const index = (await engine.store()).index(engine.scope);
  const written = await cpuOf(() => fill(index, count));
  const embedded = await cpuOf(() =>
    embedChunks(engine, index, { progress: () => undefined, signal: new AbortController().signal }, []),
  );
  const context = { now: Date.now(), signal: new AbortController().signal, progress: () => undefined };
  const random = randomNumbers(3);
  const questions = Array.from({ length: WARM_UP + QUESTIONS }, (_, place) =>
    place % 2 === 0
      ? nameOf(Math.floor(random() * count))
      : `how does ${word(random)} ${word(random)} ${word(random)} work`,
  );
  const times = [];
  const cpu = [];
  for (const [place, query] of questions.entries()) {
    const start = performance.now();
    const used = await cpuOf(() => runOperation(engine, search, { query }, context));
    if (place < WARM_UP) continue;
    times.push(performance.now() - start);
    cpu.push(used);
  }
  const at = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))];
  const row = {
    chunks: (await index.size()).chunks,
    written: Math.round(count / (written / 1000)),
    embedded: Math.round(count / (embedded / 1000)),
    p50: Number(at(times, 0.5).toFixed(1)),
    p95: Number(at(times, 0.95).toFixed(1)),
    cpu: Number((cpu.reduce((sum, each) => sum + each, 0) / cpu.length).toFixed(1)),
    rss: Math.round(process.memoryUsage.rss() / 1e6),
  };
  await engine.close();
  row.storeMB = Math.round(statSync(store).size / 1e6);
  console.log(JSON.stringify(row));
}

async function cpuOf(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Words drawn as in real code: few common, most rare. */
function word(random) {
  return `w${Math.floor(VOCABULARY ** random()).toString(36)}`;
}

function nameOf(chunk) {
  return `handle_${chunk.toString(36)}`;
}

async function fill(index, count) {
  const random = randomNumbers(1);
  let batch = [];
  for (let file = 0; file < count / CHUNKS_PER_FILE; file++) {
    batch.push(fileOf(file, random));
    if (batch.length === FILES_PER_BATCH) {
      await index.putFiles(batch);
      batch = [];
    }
  }
  await index.putFiles(batch);
  await beginFormat(index);
  await index.setMeta('indexedAt', String(Date.now()));
}

function fileOf(number, random) {
  const path = `src/${word(random)}/${word(random)}-${number}.ts`;
  const parts = Array.from({ length: CHUNKS_PER_FILE }, (_, place) => {
    const name = nameOf(number * CHUNKS_PER_FILE + place);
    const body = Array.from(
      { length: LINES },
      () => `  ${word(random)} ${word(random)} = ${word(random)}(${word(random)});`,
    );
    return { name, lines: [`function ${name}() {`, ...body, '}'] };
  });
  const units = [];
  const chunks = [];
  const words = [];
  const relations = [];
  let line = 1;
  for (const [place, { name, lines }] of parts.entries()) {
    const text = lines.join('\n');
    const at = { path, startLine: line, endLine: line + lines.length - 1 };
    line += lines.length;
    const id = hashText(`${path} ${place}`);
    const contentHash = hashText(text);
    const terms = termsOf(text);
    units.push({
      ...at,
      id,
      entityType: 'function',
      name,
      qualifiedName: name,
      signatureEndLine: at.startLine,
      signature: lines[0],
      exported: false,
      contentHash,
    });
    chunks.push({ ...at, id, unitId: id, text, contentHash });
    words.push({ name: termsOf(name), path: termsOf(path), doc: [], body: terms });
    const called = Math.floor(random() * (number * CHUNKS_PER_FILE + place + 1));
    relations.push({ kind: 'calls', fromPath: path, fromUnitId: id, toName: nameOf(called), weight: 1 });
  }
  const file = {
    path,
    language: 'typescript',
    contentHash: hashText(path),
    size: line * 40,
    modifiedAt: 0,
    lineCount: line,
    role: 'source',
  };
  return { file, units, chunks, words: countWords(words), relations };
}
