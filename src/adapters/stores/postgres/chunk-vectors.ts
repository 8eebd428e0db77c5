import type { ChunkFilter, IndexStore, ScoredChunk } from '../../../core/store.ts';
import { largestScores, type ScoredNumber } from '../shared/largest-scores.ts';
import { blockOf, slotOf } from '../shared/postings.ts';
import { type QuantisedVectors, quantise, type VectorScanner } from '../shared/quantised-vectors.ts';
import {
  gathered,
  isWorthPruning,
  type LoadedVectors,
  loadedVectors,
  type SegmentVersion,
  segmentParts,
  vectorsOfSegment,
} from '../shared/vector-segments.ts';
import { type ChunkSearch, type ChunkWithTexts, withText } from './chunk-search.ts';
import { CHUNKS_WITH_TEXTS_HERE } from './rows.ts';
import type { ScopedStatements, ScopedTransaction, ScopeHandle } from './scope-handle.ts';

export type ChunkVectors = Pick<IndexStore, 'nearestChunks' | 'chunksWithoutVector' | 'putVectors'> & {
  summary(): Promise<{ readonly count: number; readonly model: string | null }>;
};

/** The vectors of a project's chunks: kept in the database, scanned here, in step with it. */
export function chunkVectors(scope: ScopeHandle, search: ChunkSearch): ChunkVectors {
  const loaded = new Map<string, LoadedVectors>();

  return {
    nearestChunks: (vector, { model, limit, filter }) =>
      scope.snapshot(async (statements) => {
        const scanner = await currentVectors(statements, model);
        if (scanner === undefined) return [];
        for (let asked = limit; ; asked *= WIDER) {
          const best = largestScores(asked);
          scanner.scan(vector, best);
          const found = await chunksAt(statements, model, { ranking: best.descending(), filter });
          if (found.length >= limit || asked >= scanner.count()) return found.slice(0, limit);
        }
      }),

    // A value rather than NOT EXISTS: a plan made while there were few vectors must not join with all of them.
    async chunksWithoutVector(model, limit) {
      const rows = await scope.all<ChunkWithTexts>(
        `${CHUNKS_WITH_TEXTS_HERE} AND (SELECT v.place FROM vector_places v WHERE v.owner = $1
           AND v.project = $2 AND v.model = $3 AND v.content_hash = c.content_hash) IS NULL
         ORDER BY c.number LIMIT $4`,
        model,
        limit,
      );
      const read = withText();
      return rows.map((row) => {
        const { id, path, text } = read(row);
        return { id, path, text, contentHash: row.content_hash };
      });
    },

    async putVectors(model, vectors) {
      if (vectors.length === 0) return;
      const growth = await scope.write(async (transaction) => {
        const rows = await transaction.all<{ id: string; content_hash: string }>(
          `SELECT c.id, c.content_hash FROM chunks c WHERE c.owner = $1 AND c.project = $2
             AND c.id = ANY($4) AND NOT EXISTS (SELECT 1 FROM vector_places v WHERE v.owner = $1
               AND v.project = $2 AND v.model = $3 AND v.content_hash = c.content_hash)`,
          model,
          vectors.map(({ id }) => id),
        );
        const hashes = new Map(rows.map((row) => [row.id, row.content_hash]));
        const byHash = new Map<string, Float32Array>();
        for (const { id, vector } of vectors) {
          const hash = hashes.get(id);
          if (hash !== undefined) byHash.set(hash, vector);
        }
        await append(transaction, model, [...byHash.keys()], quantise([...byHash.values()]));
        const places = await prune(transaction, model);
        await transaction.changed();
        return [places - byHash.size, places] as const;
      });
      await scope.grown(...growth);
    },

    async summary() {
      const row = await scope.get<{ count: number; model: string | null }>(
        `SELECT (SELECT count(*)::int FROM vector_places WHERE owner = $1 AND project = $2) AS count,
           (SELECT model FROM vector_segments WHERE owner = $1 AND project = $2
            ORDER BY version DESC LIMIT 1) AS model`,
      );
      return row ?? { count: 0, model: null };
    },
  };

  async function currentVectors(
    statements: ScopedStatements,
    model: string,
  ): Promise<VectorScanner | undefined> {
    const known = loaded.get(model) ?? loadedVectors();
    loaded.set(model, known);
    const present = await statements.all<SegmentVersion>(
      'SELECT segment, version FROM vector_segments WHERE owner = $1 AND project = $2 AND model = $3',
      model,
    );
    const outdated = known.outdated(present);
    for (let start = 0; start < outdated.length; start += SEGMENTS_PER_READ) {
      const part = outdated.slice(start, start + SEGMENTS_PER_READ).map(({ segment }) => segment);
      for (const row of await readSegments(statements, model, part)) known.put(row, vectorsOfSegment(row));
    }
    return known.scanner();
  }

  /** The chunks whose text has the vector at each place, best first; texts may occur more than once. */
  async function chunksAt(
    statements: ScopedStatements,
    model: string,
    {
      ranking,
      filter,
    }: { readonly ranking: readonly ScoredNumber[]; readonly filter: ChunkFilter | undefined },
  ): Promise<readonly ScoredChunk[]> {
    const rows = await statements.all<{ place: number; number: number }>(
      `SELECT p.place, c.number FROM unnest($4::int[]) WITH ORDINALITY AS p (place, rank)
         JOIN vector_places v ON v.owner = $1 AND v.project = $2 AND v.model = $3 AND v.place = p.place
         JOIN chunks c ON c.owner = $1 AND c.project = $2 AND c.content_hash = v.content_hash
       ORDER BY p.rank, c.number`,
      model,
      ranking.map(({ number }) => number),
    );
    const mask = await search.mask(statements, filter);
    const scores = new Map(ranking.map(({ number, score }) => [number, score]));
    return search.scored(
      statements,
      rows
        .filter(({ number }) => mask === undefined || mask(blockOf(number))[slotOf(number)] === 1)
        .map(({ place, number }) => ({ number, score: scores.get(place) ?? 0 })),
    );
  }
}

/** A filter may reject the nearest ones; then so many times more are looked at. */
const WIDER = 8;
/** About 8 MB of 256 dimensions in one answer. */
const SEGMENTS_PER_READ = 32;

const counter = (model: string) => `vector:${model}`;

async function append(
  transaction: ScopedTransaction,
  model: string,
  hashes: readonly string[],
  vectors: QuantisedVectors,
): Promise<void> {
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
    `INSERT INTO vector_places SELECT $1, $2, $3, t.hash, $4::int + t.rank::int - 1
     FROM unnest($5::text[]) WITH ORDINALITY AS t (hash, rank)`,
    model,
    first,
    hashes,
  );
}

/** Forgets other models' vectors and, once they are too many, those of no chunk. Gives how many there were. */
async function prune(transaction: ScopedTransaction, model: string): Promise<number> {
  for (const table of ['vector_segments', 'vector_places']) {
    await transaction.run(`DELETE FROM ${table} WHERE owner = $1 AND project = $2 AND model <> $3`, model);
  }
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
  const rows = await transaction.all<SegmentRow>(`${SEGMENTS}`, model);
  const segments = new Map(rows.map((row) => [row.segment, vectorsOfSegment(row)]));
  const vectors = gathered(
    used.map(({ place }) => place),
    (segment) => segments.get(segment)!,
  );
  for (const table of ['vector_segments', 'vector_places']) {
    await transaction.run(`DELETE FROM ${table} WHERE owner = $1 AND project = $2`);
  }
  await transaction.run(
    'DELETE FROM counters WHERE owner = $1 AND project = $2 AND name = $3',
    counter(model),
  );
  await append(
    transaction,
    model,
    used.map(({ content_hash }) => content_hash),
    vectors,
  );
  return places;
}

type SegmentRow = SegmentVersion & { readonly scales: Buffer; readonly vectors: Buffer };
const SEGMENTS = `SELECT segment, version, scales, vectors FROM vector_segments
  WHERE owner = $1 AND project = $2 AND model = $3`;

function readSegments(
  statements: ScopedStatements,
  model: string,
  segments: readonly number[],
): Promise<readonly SegmentRow[]> {
  return statements.all<SegmentRow>(`${SEGMENTS} AND segment = ANY($4)`, model, segments);
}
