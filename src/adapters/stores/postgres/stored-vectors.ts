import type { QuantisedVectors } from '../shared/quantised-vectors.ts';
import {
  gathered,
  isWorthPruning,
  type SegmentVersion,
  segmentParts,
  vectorsOfSegment,
} from '../shared/vector-segments.ts';
import type { ScopedTransaction } from './scope-handle.ts';
import type { VectorGraph } from './vector-graph.ts';

export type SegmentRow = SegmentVersion & { readonly scales: Buffer; readonly vectors: Buffer };
export const SEGMENTS = `SELECT segment, version, scales, vectors FROM vector_segments
  WHERE owner = $1 AND project = $2 AND model = $3`;

const counter = (model: string) => `vector:${model}`;

/** Stores vectors by the hashes of their texts, and adds them to the graph if there is one. */
export async function appendVectors(
  transaction: ScopedTransaction,
  added: {
    readonly model: string;
    readonly hashes: readonly string[];
    readonly vectors: QuantisedVectors;
    readonly graph: VectorGraph;
  },
): Promise<void> {
  const { model, hashes, vectors, graph } = added;
  const version = (await transaction.version()) + 1;
  const first = await transaction.allocate(counter(model), hashes.length);
  for (const { segment, scales, bytes } of segmentParts(vectors, first)) {
    await transaction.run(
      `INSERT INTO vector_segments AS s VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (owner, project, model, segment) DO UPDATE SET version = excluded.version,
         scales = s.scales || excluded.scales, vectors = s.vectors || excluded.vectors`,
      model,
      segment,
      version,
      scales,
      bytes,
    );
  }
  await transaction.run(
    `INSERT INTO vector_places SELECT s.owner, s.project, $3, t.hash, $4::int + t.rank::int - 1
     FROM scopes s CROSS JOIN unnest($5::text[]) WITH ORDINALITY AS t (hash, rank)
     WHERE s.owner = $1 AND s.project = $2`,
    model,
    first,
    hashes,
  );
  await graph.append(transaction, model, { first, vectors });
}

/** Deletes other models' vectors; if too many are left, also those without a chunk. Returns how many were left. */
export async function pruneVectors(
  transaction: ScopedTransaction,
  model: string,
  graph: VectorGraph,
): Promise<number> {
  const others = await transaction.all<{ model: string }>(
    'SELECT DISTINCT model FROM vector_segments WHERE owner = $1 AND project = $2 AND model <> $3',
    model,
  );
  for (const other of others) await forget(transaction, other.model, graph);
  const counts = await transaction.get<{ places: number; chunks: number }>(
    `SELECT chunks, (SELECT count(*)::int FROM vector_places WHERE owner = $1 AND project = $2) AS places
     FROM scopes WHERE owner = $1 AND project = $2`,
  );
  const places = counts?.places ?? 0;
  if (!isWorthPruning(places, counts?.chunks ?? 0)) return places;
  const used = await transaction.all<{ content_hash: string; place: number }>(
    `SELECT content_hash, place FROM vector_places v WHERE owner = $1 AND project = $2 AND model = $3
       AND EXISTS (SELECT 1 FROM chunks c WHERE c.owner = $1 AND c.project = $2
         AND c.content_hash = v.content_hash) ORDER BY place`,
    model,
  );
  const rows = await transaction.all<SegmentRow>(SEGMENTS, model);
  const segments = new Map(rows.map((row) => [row.segment, vectorsOfSegment(row)]));
  const vectors = gathered(
    used.map(({ place }) => place),
    (segment) => segments.get(segment)!,
  );
  await forget(transaction, model, graph);
  const hashes = used.map(({ content_hash }) => content_hash);
  await appendVectors(transaction, { model, hashes, vectors, graph });
  return places;
}

async function forget(transaction: ScopedTransaction, model: string, graph: VectorGraph): Promise<void> {
  for (const table of ['vector_segments', 'vector_places']) {
    await transaction.run(`DELETE FROM ${table} WHERE owner = $1 AND project = $2 AND model = $3`, model);
  }
  await transaction.run(
    'DELETE FROM counters WHERE owner = $1 AND project = $2 AND name = $3',
    counter(model),
  );
  await graph.drop(transaction, model);
}
