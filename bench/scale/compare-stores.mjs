// Whether SQLite, PostgreSQL and Citus with three workers give the same answers, byte for byte:
//   CITUS_BIN=… node bench/scale/compare-stores.mjs --bench FOLDER --stores FOLDER --mirror FOLDER [--megabytes 20]
//     [--sets core,qa,search,docstring,ask] [--contexts]
// --stores holds the indexes that bench/retrieval/run.mjs made with --embedder static. Those up to --megabytes are moved with
// `dossier migrate`, which compares what it copied; then the same questions are asked of all three.
// Rankings, evidence and certainty are compared, with --contexts also what is printed. Needs `npm run build`.
import { hash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPostgresStore } from '../../dist/adapters/stores/postgres/open-postgres-store.js';
import { openSqliteStore } from '../../dist/adapters/stores/sqlite/open-sqlite-store.js';
import { migrateStore } from '../../dist/operations/copy-store.js';
import { answerRows, indexName, readRows } from '../retrieval/answer-rows.mjs';
import { query, startCluster } from './citus-cluster.mjs';

const { values } = parseArgs({
  options: {
    bench: { type: 'string' },
    stores: { type: 'string' },
    mirror: { type: 'string' },
    megabytes: { type: 'string', default: '20' },
    sets: { type: 'string', default: 'core,qa,search,docstring,ask' },
    contexts: { type: 'boolean', default: false },
  },
});
const { bench, stores, mirror } = values;
if (bench === undefined || stores === undefined || mirror === undefined)
  throw new Error('Give --bench, --stores and --mirror.');
const fileOf = (name) => join(stores, `${name}.static.sqlite`);
const isSmall = (name) =>
  existsSync(fileOf(name)) && statSync(fileOf(name)).size <= Number(values.megabytes) * 1e6;
const sets = values.sets
  .split(',')
  .map((set) => [set, readRows(bench, set).filter((row) => isSmall(indexName(row)))]);
const names = [...new Set(sets.flatMap(([, rows]) => rows.map(indexName)))];

const plain = await startCluster(0, 7800);
await query(plain.coordinator.adminUrl, 'DROP EXTENSION citus CASCADE');
const cluster = await startCluster(3, 7810);
try {
  for (const { url } of [plain, cluster]) await move(url);
  let different = 0;
  for (const [set, rows] of sets) different += await compare(set, rows);
  console.log(different === 0 ? 'All answers are the same.' : `${different} answers differ.`);
  process.exitCode = different === 0 ? 0 : 1;
} finally {
  await plain.stop();
  await cluster.stop();
}

async function move(url) {
  const started = performance.now();
  const target = await openPostgresStore({ url });
  let rows = 0;
  for (const name of names) {
    const source = await openSqliteStore({ path: fileOf(name) });
    const { scopes } = await migrateStore(source, target, { owner: 'local' });
    rows += scopes.reduce((sum, scope) => sum + scope.rows, 0);
    await source.close();
  }
  await target.close();
  console.log(
    `${names.length} indexes, ${rows} rows moved and compared in ${seconds(started)} s: ${new URL(url).port}`,
  );
}

/** The number of questions whose answers differ on any two stores. */
async function compare(set, rows) {
  const started = performance.now();
  const options = { bench, stores, mirror, embedder: 'static', rules: {}, contexts: values.contexts };
  const answers = [];
  for (const database of [undefined, plain.url, cluster.url])
    answers.push(await answerRows(rows, { ...options, database }));
  const texts = answers.map((list) => list.map(({ ms, ...answer }) => JSON.stringify(answer)));
  const differs = rows.map((_, index) => new Set(texts.map((list) => list[index])).size > 1);
  const hashes = texts.map((list) => hash('sha256', list.join('\n')).slice(0, 16));
  const ids = rows.filter((_, index) => differs[index]).map(({ id }) => id);
  console.log(
    JSON.stringify({ set, questions: rows.length, hashes, differ: ids, seconds: seconds(started) }),
  );
  return ids.length;
}

function seconds(started) {
  return Math.round((performance.now() - started) / 1000);
}
