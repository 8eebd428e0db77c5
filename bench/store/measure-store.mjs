// Measures the SQLite store: load, size, and the searches a query makes. Run `npm run build` first.
//   node bench/store/measure-store.mjs generated 10000 100000 1000000
//   node bench/store/measure-store.mjs <folder of source files>
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { openSqliteStore } from '../../dist/adapters/stores/sqlite/open-sqlite-store.js';
import { countWords } from '../../dist/core/text/chunk-words.js';
import { hashText } from '../../dist/core/text/hash.js';
import { termsOf } from '../../dist/core/text/terms.js';
import { randomNumbers } from '../random-numbers.mjs';

const SCOPE = { owner: 'bench', project: 'bench' };
const FIELDS = { name: 5, path: 2, doc: 1.5, body: 1 };
const FILES_PER_BATCH = 200;
const LINES_PER_CHUNK = 40;
const QUERIES = 200;

/** The same sequence on every run. */

/** Files of ten chunks with words drawn as in real code: few common, most rare. */
function* generatedFiles(chunkCount) {
  const random = randomNumbers(1);
  const vocabulary = 200_000;
  const word = () => `w${Math.floor(vocabulary ** random()).toString(36)}`;
  for (let file = 0; file < chunkCount / 10; file++) {
    const lines = [];
    for (let line = 0; line < LINES_PER_CHUNK * 10; line++)
      lines.push(`  ${word()} ${word()} = ${word()}(${word()});`);
    yield { path: `src/${word()}/${word()}-${file}.ts`, text: lines.join('\n') };
  }
}

const SOURCE = new Set([
  '.go',
  '.ts',
  '.js',
  '.py',
  '.rs',
  '.java',
  '.c',
  '.h',
  '.cpp',
  '.rb',
  '.md',
  '.yaml',
  '.sh',
]);
function* filesBelow(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!SOURCE.has(extname(name)) || name.includes('node_modules')) continue;
    const path = join(folder, name);
    if (statSync(path).isFile() && statSync(path).size < 500_000) {
      yield { path: relative(folder, path), text: readFileSync(path, 'utf8') };
    }
  }
}

function indexed({ path, text }) {
  const lines = text.split('\n');
  const pathTerms = termsOf(path);
  const units = [];
  const chunks = [];
  const words = [];
  const relations = [];
  for (let start = 0; start < lines.length; start += LINES_PER_CHUNK) {
    const part = lines.slice(start, start + LINES_PER_CHUNK);
    const body = part.join('\n');
    const terms = termsOf(body);
    const name = terms.find((term) => term.length > 3) ?? 'part';
    const place = { path, startLine: start + 1, endLine: start + part.length };
    const contentHash = hashText(body);
    const id = hashText(`${path} ${start}`);
    units.push({
      ...place,
      id,
      entityType: 'function',
      name,
      qualifiedName: name,
      signatureEndLine: start + 1,
      signature: part[0],
      exported: false,
      contentHash,
    });
    chunks.push({
      ...place,
      id,
      unitId: id,
      text: body,
      contentHash,
    });
    words.push({ name: [name], path: pathTerms, doc: [], body: terms });
    for (const toName of terms.slice(0, 5))
      relations.push({ kind: 'calls', fromPath: path, fromUnitId: id, toName, weight: 1 });
  }
  const file = {
    path,
    language: extname(path).slice(1),
    contentHash: hashText(text),
    size: text.length,
    modifiedAt: 0,
    lineCount: lines.length,
    role: 'source',
  };
  return { file: { file, units, chunks, words: countWords(words), relations }, words };
}

/** Writes are told in processor time, which other programs on the machine change little. */
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function timed(count, action, clock = () => performance.now()) {
  const times = [];
  for (let run = 0; run < count; run++) {
    const start = clock();
    await action(run);
    times.push(clock() - start);
  }
  times.sort((left, right) => left - right);
  const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(2);
  return `${at(0.5)} / ${at(0.95)}`;
}

async function measure(label, files) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  const path = join(folder, 'store.db');
  const store = await openSqliteStore({ path });
  const index = store.index(SCOPE);
  let putTime = 0;
  let chunkCount = 0;
  let batch = [];
  const queries = [];
  const kept = [];
  const random = randomNumbers(2);
  async function flush() {
    const start = cpu();
    await index.putFiles(batch);
    putTime += cpu() - start;
    batch = [];
  }
  for (const source of files) {
    const { file, words } = indexed(source);
    batch.push(file);
    chunkCount += file.chunks.length;
    if (random() < 0.05 && file.chunks.length > 0) {
      const chosen = Math.floor(random() * file.chunks.length);
      const { body, name } = words[chosen];
      queries.push({ terms: [...new Set(body)], name: name[0], text: file.chunks[chosen].text });
      if (kept.length < 20) kept.push(source);
    }
    if (batch.length === FILES_PER_BATCH) await flush();
  }
  await flush();
  const size = statSync(path).size;
  const chosen = queries.sort(() => random() - 0.5).slice(0, QUERIES);
  for (const query of chosen) {
    const frequencies = await index.documentFrequencies(query.terms);
    const selective = query.terms.filter((term) => frequencies.get(term) <= chunkCount * 0.05);
    query.selective = selective.slice(0, 12).map((term) => ({ term, weight: 1 }));
    query.any = query.terms.slice(0, 12).map((term) => ({ term, weight: 1 }));
  }
  const at = (run) => chosen[run % chosen.length];
  const match = (terms, filter) =>
    index.matchTerms(terms, { limit: 50, fields: FIELDS, ...(filter && { filter }) });
  const row = {
    corpus: label,
    chunks: chunkCount,
    'chunks per CPU second': Math.round((chunkCount / putTime) * 1000),
    MB: Math.round(size / 1e6),
    'bytes/chunk': Math.round(size / chunkCount),
    '12 selective': await timed(QUERIES, (run) => match(at(run).selective)),
    '12 any': await timed(QUERIES, (run) => match(at(run).any)),
    filtered: await timed(50, (run) => match(at(run).selective, { paths: ['src/**', 'pkg/**'] })),
    frequencies: await timed(QUERIES, (run) =>
      index.documentFrequencies(at(run).any.map(({ term }) => term)),
    ),
    similar: await timed(50, (run) => index.similarNames(`${at(run).name}x`, { limit: 20, minimum: 0.3 })),
    named: await timed(QUERIES, (run) => index.unitsNamed([at(run).name], { limit: 50 })),
    'one file (CPU)': await timed(kept.length, (run) => index.putFiles([indexed(kept[run]).file]), cpu),
    state: await timed(10, () => index.state()),
  };
  await store.close();
  rmSync(folder, { recursive: true });
  return row;
}

const [what, ...sizes] = process.argv.slice(2);
const rows = [];
if (what === 'generated')
  for (const size of sizes) rows.push(await measure('generated', generatedFiles(Number(size))));
else rows.push(await measure(what, filesBelow(what)));
for (const row of rows) console.log(row);
console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB; times are p50 / p95 in ms`);
