import { createHash } from 'node:crypto';
import { largestScores, type ScoredNumber } from '../shared/largest-scores.ts';
import { type QuantisedVectors, quantise } from '../shared/quantised-vectors.ts';
import { SEGMENT_SIZE, type SegmentVersion, vectorsOfSegment } from '../shared/vector-segments.ts';
import { cachedLookup } from './cached-lookup.ts';
import { GRAPH_BREADTH, type Pgvector } from './pgvector.ts';
import { wall } from './schema.ts';
import type { ScopedStatements, ScopedTransaction, ScopeHandle } from './scope-handle.ts';
import { sqlLiteral } from './sql-literal.ts';

/** Whether pgvector searches the vectors of large projects, and from how many on; Infinity for never. */
export interface GraphOptions {
  /** A table of its own cannot stand on the node of its project, so a distributed store has no graphs. */
  readonly isDistributed: boolean;
  readonly pgvector: Pgvector | undefined;
  readonly from: number;
}

/**
 * A nearest-neighbour graph (HNSW) over the vectors of one project, kept by pgvector in its own table: in a shared
 * table, a search would wander among other projects' vectors and find few of its own. The table exists only while it
 * holds every vector of the model.
 */
export interface VectorGraph {
  /** Places near the vector, best first, scored exactly as in a scan; empty without a graph. */
  nearest(
    statements: ScopedStatements,
    model: string,
    vector: Float32Array,
  ): Promise<readonly ScoredNumber[]>;
  /** Runs in the transaction that stores the vectors. */
  append(transaction: ScopedTransaction, model: string, added: PlacedVectors): Promise<void>;
  drop(transaction: ScopedTransaction, model: string): Promise<void>;
  /** Builds the graph if there is none and enough vectors. Others can read and write meanwhile. */
  build(model: string): Promise<void>;
  isUsed(statements: ScopedStatements, model: string): Promise<boolean>;
}

interface PlacedVectors {
  readonly first: number;
  readonly vectors: QuantisedVectors;
}

/** Links per node, and candidates kept on insertion: docs/lab/first-release.md, "Store". */
const LINKS = 16;
const BUILD_BREADTH = 128;
/** Building takes 0.85 kB per node of 256 dimensions; a graph that exceeds memory takes many times as long. */
const BUILD_BYTES = { perVector: 600, perDimension: 3 };
const MIN_BUILD_BYTES = 64_000_000;
const SEGMENTS_PER_READ = 8;

export function vectorGraph(
  scope: ScopeHandle,
  { isDistributed, pgvector, from }: GraphOptions,
): VectorGraph {
  if (isDistributed) return NO_GRAPH;
  const { owner, project } = scope.scope;
  const nameOf = (model: string) => {
    const key = JSON.stringify([owner, project, model]);
    return `graph_${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
  };
  const drop = (transaction: ScopedTransaction, model: string) =>
    transaction.execute(`DROP TABLE IF EXISTS ${nameOf(model)}`);
  // Another process may have found an extension installed later; its graph would now be incomplete.
  if (pgvector === undefined) return { ...NO_GRAPH, append: drop, drop };
  const { schema } = pgvector;
  const isThere = (statements: ScopedStatements, name: string) =>
    statements
      .get<{ there: boolean }>(
        'SELECT to_regclass($3) IS NOT NULL AS there FROM scopes WHERE owner = $1 AND project = $2',
        name,
      )
      .then((row) => row?.there === true);
  const known = cachedLookup(
    async (statements, [name = '']) => new Map([[name, await isThere(statements, name)]]),
    { max: 8, sizeOf: () => 1 },
  );

  async function isUsed(statements: ScopedStatements, model: string): Promise<boolean> {
    if (from === Number.POSITIVE_INFINITY) return false;
    const name = nameOf(model);
    return (await known(statements, await scope.version(statements), [name])).get(name) === true;
  }

  async function insert(transaction: ScopedTransaction, model: string, added: PlacedVectors): Promise<void> {
    const { scales, bytes, dimensions } = added.vectors;
    await transaction.run(
      `INSERT INTO ${nameOf(model)} SELECT $1, $2, $3::int + t.rank::int - 1, t.scale, t.vector::${schema}.halfvec
       FROM unnest($4::float4[], $5::text[]) WITH ORDINALITY AS t (scale, vector, rank)`,
      added.first,
      [...scales],
      Array.from(scales, (_, at) => literal(bytes.subarray(at * dimensions, (at + 1) * dimensions))),
    );
  }

  /** Inserts all vectors from `first` on, a few segments at a time; returns the place after the last one. */
  async function insertFrom(transaction: ScopedTransaction, model: string, first: number): Promise<number> {
    let next = first;
    for (;;) {
      const segment = Math.floor(next / SEGMENT_SIZE);
      const rows = await transaction.all<SegmentVersion & { scales: Buffer; vectors: Buffer }>(
        `SELECT segment, scales, vectors FROM vector_segments WHERE owner = $1 AND project = $2 AND model = $3
           AND segment >= $4 AND segment < $5 ORDER BY segment`,
        model,
        segment,
        segment + SEGMENTS_PER_READ,
      );
      for (const row of rows) {
        const vectors = withoutFirst(vectorsOfSegment(row), next - row.segment * SEGMENT_SIZE);
        if (vectors.scales.length > 0) await insert(transaction, model, { first: next, vectors });
        next += vectors.scales.length;
      }
      if (rows.length < SEGMENTS_PER_READ) return next;
    }
  }

  return {
    isUsed,

    async nearest(statements, model, vector) {
      if (!(await isUsed(statements, model))) return [];
      const wanted = quantise([vector]);
      const rows = await statements.all<{ place: number; scale: number; distance: number }>(
        `SELECT place, scale, embedding OPERATOR(${schema}.<#>) $3::${schema}.halfvec AS distance FROM (
           SELECT place, scale, embedding FROM ${nameOf(model)} WHERE owner = $1 AND project = $2
           ORDER BY embedding OPERATOR(${schema}.<=>) $3::${schema}.halfvec LIMIT $4) near`,
        literal(wanted.bytes),
        GRAPH_BREADTH,
      );
      const best = largestScores(rows.length);
      // Components are integers, so the product is exact; the rest is as in a scan.
      for (const { place, scale, distance } of rows) {
        best.offer(place, (0 - distance) * Math.fround(scale) * (wanted.scales[0] ?? 0));
      }
      return best.descending();
    },

    async append(transaction, model, added) {
      if (await isThere(transaction, nameOf(model))) await insert(transaction, model, added);
    },

    drop,

    build: (model) =>
      scope.writeLater(async (transaction, lock) => {
        const name = nameOf(model);
        const before = await firstSegment(transaction, model);
        if (before === undefined || before.vectors < from || before.dimensions > MAX_DIMENSIONS) return;
        if ((await isThere(transaction, name)) || !(await isOwnedHere(transaction, name))) return;
        const bytes = before.vectors * (BUILD_BYTES.perVector + BUILD_BYTES.perDimension * before.dimensions);
        for (const setting of [
          'statement_timeout = 0',
          // Workers need shared memory, which containers often lack.
          'max_parallel_maintenance_workers = 0',
          `maintenance_work_mem = ${Math.ceil(Math.max(MIN_BUILD_BYTES, bytes) / 1024)}`,
        ]) {
          await transaction.execute(`SET LOCAL ${setting}`);
        }
        await transaction.execute(
          `CREATE TABLE ${name} (
             owner text COLLATE "C" NOT NULL, project text COLLATE "C" NOT NULL, place int NOT NULL,
             scale float4 NOT NULL, embedding ${schema}.halfvec(${before.dimensions}) NOT NULL,
             CONSTRAINT one_project CHECK (owner = ${sqlLiteral(owner)} AND project = ${sqlLiteral(project)}));
           ${wall(name)}`,
        );
        const next = await insertFrom(transaction, model, 0);
        await transaction.execute(
          `CREATE INDEX ON ${name} USING hnsw (embedding ${schema}.halfvec_cosine_ops)
             WITH (m = ${LINKS}, ef_construction = ${BUILD_BREADTH}); ANALYZE ${name}`,
        );
        await lock();
        const after = await firstSegment(transaction, model);
        // Vectors renumbered meanwhile are a different set; the next run builds its graph.
        if (after?.version !== before.version) await transaction.execute(`DROP TABLE ${name}`);
        else await insertFrom(transaction, model, next);
        await transaction.changed();
      }),
  };
}

/** What pgvector can index in half precision. */
const MAX_DIMENSIONS = 4000;

const NO_GRAPH: VectorGraph = {
  append: async () => undefined,
  drop: async () => undefined,
  isUsed: async () => false,
  nearest: async () => [],
  build: async () => undefined,
};

interface FirstSegment {
  /** Once the segment is full, this changes only when all vectors are renumbered. */
  readonly version: number;
  readonly dimensions: number;
  readonly vectors: number;
}

function firstSegment(statements: ScopedStatements, model: string): Promise<FirstSegment | undefined> {
  return statements.get(
    `SELECT version, (octet_length(vectors) * 4 / octet_length(scales))::int AS dimensions,
       (SELECT next FROM counters WHERE owner = $1 AND project = $2 AND name = 'vector:' || $3) AS vectors
     FROM vector_segments WHERE owner = $1 AND project = $2 AND model = $3 AND segment = 0`,
    model,
  );
}

/** One process builds; the others continue without a graph. */
async function isOwnedHere(transaction: ScopedTransaction, name: string): Promise<boolean> {
  const row = await transaction.get<{ mine: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended($3, 0)) AS mine FROM scopes
     WHERE owner = $1 AND project = $2`,
    name,
  );
  return row?.mine === true;
}

function withoutFirst({ scales, bytes, dimensions }: QuantisedVectors, count: number): QuantisedVectors {
  return { dimensions, scales: scales.subarray(count), bytes: bytes.subarray(count * dimensions) };
}

function literal(bytes: Int8Array): string {
  return `[${bytes.join(',')}]`;
}
