// Compares the store's own inverted index with SQLite's FTS5 on the same generated chunks, in one run.
// Run `npm run build` first:  node bench/store/compare-full-text.mjs 100000
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { postingsOf } from '../../dist/adapters/stores/shared/postings.js';
import { rankDocuments } from '../../dist/adapters/stores/shared/rank-documents.js';
import { openDatabase } from '../../dist/adapters/stores/sqlite/database.js';
import { invertedIndex } from '../../dist/adapters/stores/sqlite/inverted-index.js';
import { migrate } from '../../dist/adapters/stores/sqlite/schema.js';
import { scopeHandle } from '../../dist/adapters/stores/sqlite/scope-handle.js';
import { randomNumbers } from '../random-numbers.mjs';

const count = Number(process.argv[2] ?? 20_000);
const BATCH = 1000;
const folder = mkdtempSync(join(tmpdir(), 'dossier-compare-'));
const random = randomNumbers(7);
/** About 60 distinct of 90 words a chunk, a few common and most rare, as in code. */
const vocabulary = Array.from({ length: 60_000 }, (_, number) => `w${number.toString(36)}`);
const word = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1];
const chunks = Array.from({ length: count }, () => Array.from({ length: 90 }, word));

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
function timed(queries, action) {
  const times = queries.map((query) => {
    const start = performance.now();
    action(query);
    return performance.now() - start;
  });
  times.sort((left, right) => left - right);
  return `${times[times.length >> 1].toFixed(2)} / ${times[Math.floor(times.length * 0.95)].toFixed(2)}`;
}

const ownPath = join(folder, 'own.db');
const database = openDatabase({ path: ownPath, busyTimeoutMs: 1000 });
migrate(database);
const own = invertedIndex(database, scopeHandle(database, { owner: 'a', project: 'b' }), 'chunk');
let start = cpu();
for (let first = 0; first < count; first += BATCH) {
  const batch = chunks
    .slice(first, first + BATCH)
    .map((body, index) => ({ number: first + index, terms: { body } }));
  database.write(() => own.add(postingsOf(batch)));
}
const ownLoad = cpu() - start;

const ftsPath = join(folder, 'fts.db');
const fts = new DatabaseSync(ftsPath);
fts.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000;
  CREATE VIRTUAL TABLE t USING fts5(name, path, doc, body, content='', contentless_delete=1, tokenize='ascii')`);
const insert = fts.prepare('INSERT INTO t (rowid, name, path, doc, body) VALUES (?, ?, ?, ?, ?)');
start = cpu();
for (let first = 0; first < count; first += BATCH) {
  fts.exec('BEGIN IMMEDIATE');
  for (const [index, body] of chunks.slice(first, first + BATCH).entries()) {
    insert.run(first + index + 1, '', '', '', body.join(' '));
  }
  fts.exec('COMMIT');
}
const ftsLoad = cpu() - start;

const frequencies = own.frequencies(vocabulary);
const selective = (words) => words.filter((term) => frequencies.get(term) <= count * 0.05);
const sampled = Array.from({ length: 200 }, () => [...new Set(chunks[Math.floor(random() * count)])]);
const rank = (words) =>
  database.read(() =>
    rankDocuments(own.postings(words), own.totals(), {
      terms: words.map((term) => ({ term, weight: 1 })),
      fields: { name: 5, path: 2, doc: 1.5, body: 1 },
      limit: 50,
    }),
  );
const match = fts.prepare(
  'SELECT rowid, bm25(t, 5, 2, 1.5, 1) s FROM t WHERE t MATCH ? ORDER BY bm25(t, 5, 2, 1.5, 1) LIMIT 50',
);
const search = (words) => match.all(words.map((term) => `"${term}"`).join(' OR '));
const rare = sampled.map((words) => selective(words).slice(0, 12));
const any = sampled.map((words) => words.slice(0, 12));
const size = (path) => `${Math.round(statSync(path).size / 1e6)} MB`;
fts.exec('PRAGMA wal_checkpoint(TRUNCATE)');
database.execute('PRAGMA wal_checkpoint(TRUNCATE)');
console.log(`${count} chunks; load in CPU seconds, queries p50 / p95 in ms`);
console.log('own ', {
  load: (ownLoad / 1000).toFixed(1),
  size: size(ownPath),
  rare: timed(rare, rank),
  any: timed(any, rank),
});
console.log('fts5', {
  load: (ftsLoad / 1000).toFixed(1),
  size: size(ftsPath),
  rare: timed(rare, search),
  any: timed(any, search),
});
rmSync(folder, { recursive: true });
