// What PostgreSQL's extensions give beside the store's own way, on one server and one index:
//   node bench/store/compare-extensions.mjs <project> <postgres address> [queries] [vectors]
// Run `npm run build` first. The project must be indexed there, and the extensions vector, pg_trgm and
// btree_gin be created by a superuser. Works in a schema of its own, which is dropped at the end.
// With a number of vectors, only these are compared, filled up with altered copies of the project's own.
// Times are wall clock of one question after another; "processor" is that of this process alone.
import { loadavg } from 'node:os';
import pg from 'pg';
import { largestScores } from '../../dist/adapters/stores/shared/largest-scores.js';
import { asPostings, BLOCK_SIZE } from '../../dist/adapters/stores/shared/postings.js';
import { quantise, vectorScanner } from '../../dist/adapters/stores/shared/quantised-vectors.js';
import { SEGMENT_SIZE, vectorsOfSegment } from '../../dist/adapters/stores/shared/vector-segments.js';
import { wordsOf } from '../../dist/core/text/terms.js';
import { openEngine } from '../../dist/open-engine.js';

const [root, address, queries = '100', filledTo] = process.argv.slice(2);
const WORDS = 12;
const FIELDS = { name: 3, path: 2, doc: 1.5, body: 1 };
/** As the strategies ask: so many candidates by meaning, and names at least this similar. */
const NEAREST = [50, 300];
const SIMILAR = { limit: 8, minimum: 0.4 };
/** Words in more chunks than this share are left out of the capped full text query. */
const COMMON = 0.05;
const TENANTS = 20;
/** Links of a node and breadth while building: pgvector's own, the store's, and one made with more care. */
const STORE_GRAPH = [16, 128];
const GRAPHS = [[16, 64], STORE_GRAPH, [24, 200]];
const NEAR = 'SELECT place FROM graph ORDER BY embedding <=> $1 LIMIT $2';

const engine = openEngine({ root, settings: { store: `${address}?graph=Infinity` } });
const index = (await engine.store()).index(engine.scope);
const { owner, project } = engine.scope;
const client = new pg.Client({
  connectionString: address,
  options:
    '-c jit=off -c max_parallel_workers_per_gather=0 -c enable_seqscan=off -c maintenance_work_mem=1GB',
});
await client.connect();
await client.query('DROP SCHEMA IF EXISTS compared CASCADE; CREATE SCHEMA compared');
await client.query('SET search_path = compared, dossier, public');
await client.query("SELECT set_config('dossier.owner', $1, false)", [owner]);
const rowsOf = async (sql, ...values) => (await client.query(sql, values)).rows;
const here = 'owner = $1 AND project = $2';
const { chunks } = await index.size();
console.log(`${project}: ${chunks} chunks; load average ${loadavg()[0].toFixed(1)}`);

const asked = await questions();
await compareVectors();
if (filledTo === undefined) {
  await compareNames();
  await compareWords();
}
console.log(`load average ${loadavg()[0].toFixed(1)}`);
await client.query('DROP SCHEMA compared CASCADE');
await client.end();
await engine.close();

/** Of chunks all over the project: their words, and a question that names their unit with two letters swapped. */
async function questions() {
  const paths = (await index.files()).map(({ path }) => path);
  const found = [];
  for (let number = 0; found.length < Number(queries) && number < paths.length; number++) {
    const chunksOfFile = await index.chunksOfFiles([paths[(number * 7919) % paths.length]]);
    const chunk = chunksOfFile[number % Math.max(1, chunksOfFile.length)];
    const [text] = chunk === undefined ? [] : await index.chunks([chunk.id]);
    const words = [...new Set(wordsOf(text?.text ?? ''))].slice(0, WORDS);
    if (words.length < WORDS || chunk.name.length < 6) continue;
    const swapped = chunk.name.replace(/^(..)(.)(.)/, '$1$3$2');
    found.push({ words, name: swapped, question: `How does ${chunk.name} work with ${words[5]}?` });
  }
  return found;
}

async function measured(what, ask, list) {
  const times = [];
  const answers = [];
  const before = process.cpuUsage();
  for (const question of list) {
    const started = performance.now();
    answers.push(await ask(question));
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  times.sort((left, right) => left - right);
  const at = (share) => times[Math.floor(share * times.length)].toFixed(1);
  const processor = ((user + system) / 1000 / times.length).toFixed(1);
  return {
    answers,
    report: (...more) =>
      print(what, `p50 ${at(0.5)}, p95 ${at(0.95)} ms, processor ${processor} ms`, ...more),
  };
}

function print(what, ...more) {
  console.log(`  ${what.padEnd(44)} ${more.join('; ')}`);
}

/** Which share of the expected was found, over all questions. */
function recall(answers, expected) {
  const known = answers.map((answer) => new Set(answer));
  const shared = expected.map((list, place) => list.filter((one) => known[place].has(one)).length);
  const all = expected.reduce((sum, list) => sum + list.length, 0);
  return (shared.reduce((sum, count) => sum + count, 0) / Math.max(1, all)).toFixed(3);
}

async function seconds(work) {
  const started = performance.now();
  await work();
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

async function sizeOf(relation) {
  const [{ size }] = await rowsOf(
    'SELECT pg_total_relation_size($1::regclass)::float8 / 1e6 AS size',
    relation,
  );
  return `${Math.round(size)} MB`;
}

async function compareVectors() {
  const embedder = await engine.embedder();
  const vectors = [];
  for (const { question } of asked) vectors.push(await embedder.embedQuery(question));
  console.log('Meaning');
  const first = await seconds(() => index.nearestChunks(vectors[0], { model: embedder.model, limit: 50 }));
  print('own: first question, vectors loaded', first);
  const segments = await rowsOf(
    `SELECT segment, scales, vectors FROM vector_segments WHERE ${here} AND model = $3 ORDER BY segment`,
    ...[owner, project, embedder.model],
  );
  const read = segments.map(vectorsOfSegment);
  while (read.length * SEGMENT_SIZE < Number(filledTo))
    read.push(altered(read[read.length - segments.length]));
  const dimensions = read[0].dimensions;
  const literal = (bytes) => `[${bytes.join(',')}]`;
  const wanted = vectors.map((vector) => literal(quantise([vector]).bytes));
  const scanner = vectorScanner(dimensions, SEGMENT_SIZE);
  for (const [segment, vectors] of read.entries()) scanner.put(segment, vectors);

  await client.query(`CREATE TABLE graph (place int, tenant int, embedding halfvec(${dimensions}))`);
  for (const [segment, { bytes, scales }] of read.entries()) {
    const rows = Array.from(scales, (_, at) =>
      literal(bytes.subarray(at * dimensions, (at + 1) * dimensions)),
    );
    await client.query(
      `INSERT INTO graph SELECT $1::int + n - 1, (hashint4($1::int + n::int) & 65535) % ${TENANTS}, v::halfvec
       FROM unnest($2::text[]) WITH ORDINALITY AS t (v, n)`,
      [segment * SEGMENT_SIZE, rows],
    );
  }
  const exact = NEAREST.map((limit) => async (vector) => {
    const best = largestScores(limit);
    scanner.scan(quantise([vector]), best);
    return best.descending().map(({ number }) => number);
  });
  const expected = [];
  for (const [place, limit] of NEAREST.entries()) {
    const scanned = await measured(`own: scan of ${scanner.count()}, best ${limit}`, exact[place], vectors);
    scanned.report();
    expected.push(scanned.answers);
    const nearest = (vector) => index.nearestChunks(vector, { model: embedder.model, limit });
    (await measured(`own: nearestChunks, best ${limit}`, nearest, vectors)).report();
  }
  for (const [links, care] of filledTo === undefined ? GRAPHS : [STORE_GRAPH]) {
    await client.query('DROP INDEX IF EXISTS graph_index');
    const built = await seconds(() =>
      client.query(`CREATE INDEX graph_index ON graph USING hnsw (embedding halfvec_cosine_ops)
        WITH (m = ${links}, ef_construction = ${care})`),
    );
    print(`graph ${links}/${care}: built, size`, built, await sizeOf('graph_index'));
    for (const [place, limit] of NEAREST.entries()) {
      for (const breadth of [100, 200, 400, 600, 800].filter((breadth) => breadth >= limit)) {
        await client.query(`SET hnsw.ef_search = ${breadth}`);
        const near = async (literal) =>
          (await rowsOf({ name: 'near', text: NEAR }, literal, limit)).map(({ place }) => place);
        const found = await measured(
          `graph ${links}/${care}: breadth ${breadth}, best ${limit}`,
          near,
          wanted,
        );
        found.report(`recall ${recall(found.answers, expected[place])}`);
      }
    }
  }

  // One graph for all: a project with one of twenty vectors in it.
  const [mine] = [await rowsOf('SELECT place FROM graph WHERE tenant = 0')];
  const own = new Set(mine.map(({ place }) => place));
  const ofTenant = vectors.map((vector) => {
    const best = largestScores(scanner.count());
    scanner.scan(quantise([vector]), best);
    return best
      .descending()
      .filter(({ number }) => own.has(number))
      .slice(0, 50)
      .map(({ number }) => number);
  });
  await client.query('SET hnsw.ef_search = 100; SET enable_sort = off');
  for (const mode of ['off', 'strict_order', 'relaxed_order']) {
    await client.query(`SET hnsw.iterative_scan = ${mode}`);
    const text = 'SELECT place FROM graph WHERE tenant = 0 ORDER BY embedding <=> $1 LIMIT 50';
    const near = async (literal) => (await rowsOf(text, literal)).map(({ place }) => place);
    const found = await measured(`shared graph, 1 of ${TENANTS}, iterative ${mode}, best 50`, near, wanted);
    found.report(`recall ${recall(found.answers, ofTenant)}`);
  }
  await client.query('RESET enable_sort; RESET hnsw.iterative_scan');
}

/** Of unit length and about .8 alike to what they were, so that each has near ones, as in a larger project. */
function altered({ dimensions, scales, bytes }) {
  const moved = Array.from(scales, (scale, at) => {
    const vector = Float32Array.from(
      bytes.subarray(at * dimensions, (at + 1) * dimensions),
      (byte) => byte * scale + (Math.random() * 2 - 1) * (1.3 / Math.sqrt(dimensions)),
    );
    const length = Math.hypot(...vector);
    return vector.map((component) => component / length);
  });
  return quantise(moved);
}

async function compareNames() {
  console.log('Names and paths, two letters swapped');
  const key = ({ unit, path }) => unit?.id ?? path;
  const similar = async ({ name }) => (await index.similarNames(name, SIMILAR)).map(key);
  const own = await measured('own: trigrams not asked before', similar, asked);
  own.report();
  (await measured('own: asked again', similar, asked)).report();

  const built = await seconds(() =>
    client.query(`CREATE TABLE names AS SELECT owner, project, id, name FROM units WHERE owner = '${owner}' AND project = '${project}';
      CREATE TABLE paths AS SELECT owner, project, path, regexp_replace(base, '[.][^.]+$', '') AS stem FROM files WHERE owner = '${owner}' AND project = '${project}';
      CREATE INDEX names_index ON names USING gin (owner, project, name gin_trgm_ops);
      CREATE INDEX paths_index ON paths USING gin (owner, project, path gin_trgm_ops);
      CREATE INDEX stems_index ON paths USING gin (owner, project, stem gin_trgm_ops);
      ANALYZE names, paths`),
  );
  print(
    'pg_trgm: built, size',
    built,
    `names ${await sizeOf('names_index')}, paths ${await sizeOf('paths_index')}`,
  );
  await client.query(`SET pg_trgm.similarity_threshold = ${SIMILAR.minimum}`);
  const text = `(SELECT id AS key, similarity(name, $3) AS s FROM names WHERE ${here} AND name % $3 ORDER BY s DESC LIMIT ${SIMILAR.limit})
    UNION ALL (SELECT path, greatest(similarity(path, $3), similarity(stem, $3)) AS s FROM paths
      WHERE ${here} AND (path % $3 OR stem % $3) ORDER BY s DESC LIMIT ${SIMILAR.limit})
    ORDER BY s DESC LIMIT ${SIMILAR.limit}`;
  const ask = async ({ name }) =>
    (await rowsOf({ name: 'similar', text }, owner, project, name)).map(({ key }) => key);
  const found = await measured('pg_trgm: GIN', ask, asked);
  found.report(`recall of own hits ${recall(found.answers, own.answers)}`);
}

async function compareWords() {
  console.log(`Words, ${WORDS} of a chunk, best 50`);
  const match = async ({ words }) => {
    const found = await index.matchTerms(
      words.map((term) => ({ term, weight: 1 })),
      { limit: 50, fields: FIELDS },
    );
    return found.map(({ chunk }) => chunk.id);
  };
  const own = await measured('own: words not asked before', match, asked);
  own.report();
  (await measured('own: asked again', match, asked)).report();

  const built = await seconds(async () => {
    await client.query('CREATE TABLE texts (number int, terms text[])');
    for (const { block } of await rowsOf(
      `SELECT block FROM posting_blocks WHERE ${here} AND space = 'chunk'`,
      owner,
      project,
    )) {
      const terms = new Map();
      const rows = await rowsOf(
        `SELECT term, data FROM postings WHERE ${here} AND space = 'chunk' AND block = $3`,
        owner,
        project,
        block,
      );
      for (const { term, data } of rows) {
        for (const posting of asPostings(data)) {
          const number = block * BLOCK_SIZE + (posting >>> 16);
          terms.set(number, [...(terms.get(number) ?? []), term]);
        }
      }
      await client.query(
        'INSERT INTO texts SELECT (t->>0)::int, ARRAY(SELECT jsonb_array_elements_text(t->1)) FROM jsonb_array_elements($1) AS t',
        [JSON.stringify([...terms])],
      );
    }
    await client.query(
      `CREATE TABLE documents AS SELECT '${owner}'::text AS owner, '${project}'::text AS project, number, array_to_tsvector(terms) AS words FROM texts`,
    );
    await client.query(
      'CREATE INDEX documents_index ON documents USING gin (owner, project, words); ANALYZE documents',
    );
  });
  print(
    'tsvector: built (from stored postings), size',
    built,
    await sizeOf('documents_index'),
    `rows ${await sizeOf('documents')} with it`,
  );
  const frequencies = await index.documentFrequencies(asked.flatMap(({ words }) => words));
  const quoted = (words) =>
    words.map((word) => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`).join(' | ');
  const rare = (words) => words.filter((word) => (frequencies.get(word) ?? 0) <= COMMON * chunks);
  const FOUND = `SELECT c.id FROM documents d JOIN chunks c ON c.owner = $1 AND c.project = $2 AND c.number = d.number
    WHERE d.owner = $1 AND d.project = $2 AND d.words @@ $3::tsquery`;
  const RANKED = `SELECT c.id FROM (SELECT number FROM documents WHERE ${here} AND words @@ $3::tsquery
      ORDER BY ts_rank(words, $3::tsquery) DESC LIMIT 50) d
    JOIN chunks c ON c.owner = $1 AND c.project = $2 AND c.number = d.number`;
  const ask =
    (text, choose) =>
    async ({ words }) =>
      (await rowsOf({ name: text.slice(0, 40), text }, owner, project, quoted(choose(words)))).map(
        ({ id }) => id,
      );
  const all = await measured(
    'tsvector: ranked by ts_rank, all words',
    ask(RANKED, (words) => words),
    asked,
  );
  all.report(`overlap with own ${recall(all.answers, own.answers)}`);
  const few = await measured('tsvector: ranked by ts_rank, rare words', ask(RANKED, rare), asked);
  few.report(`overlap with own ${recall(few.answers, own.answers)}`);
  const candidates = await measured('tsvector: all with a rare word, to be ranked', ask(FOUND, rare), asked);
  const number = candidates.answers.reduce((sum, list) => sum + list.length, 0) / asked.length;
  candidates.report(
    `own best among them ${recall(candidates.answers, own.answers)}`,
    `${Math.round(number)} candidates`,
  );
}
