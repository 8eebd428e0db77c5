import { errorCode } from '../../../core/errors.ts';
import type { ChunkFilter, ChunkInfo, ChunkVectors, ScoredChunk } from '../../../core/store.ts';
import { isRestricting } from '../shared/chunk-filter.ts';
import { largestScores, type ScoredNumber } from '../shared/largest-scores.ts';
import { blockOf, slotOf } from '../shared/postings.ts';
import { quantise, type VectorScanner } from '../shared/quantised-vectors.ts';
import { type ChunkRecord, chunkInfo } from '../shared/rows.ts';
import { loadedVectors, type SegmentVersion, sampled, vectorsOfSegment } from '../shared/vector-segments.ts';
import { cachedLookup } from './cached-lookup.ts';
import { type ChunkWithTexts, type PostgresChunkSearch, withText } from './chunk-search.ts';
import { CHUNKS_OF_PLACES, CHUNKS_WITH_TEXTS_HERE } from './rows.ts';
import type { ScopedStatements, ScopeHandle } from './scope-handle.ts';
import { appendVectors, pruneVectors, SEGMENTS, type SegmentRow } from './stored-vectors.ts';
import type { VectorGraph } from './vector-graph.ts';

interface PostgresChunkVectors extends ChunkVectors {
  summary(): Promise<{ readonly count: number; readonly model: string | null }>;
}

/** The vectors of a project's chunks: stored in the database, scanned in memory and kept in sync. */
export function chunkVectors(
  scope: ScopeHandle,
  { mask, graph }: { readonly mask: PostgresChunkSearch['mask']; readonly graph: VectorGraph },
): PostgresChunkVectors {
  const models = new Map<string, ModelVectors>();
  function ofModel(model: string): ModelVectors {
    const known = models.get(model) ?? modelVectors(model);
    models.set(model, known);
    return known;
  }

  return {
    nearestChunks: (vector, { model, limit, filter }) => {
      const exactly = () =>
        scope.reading((statements) => byScan(statements, vector, { model, limit, filter }));
      // With a filter the graph would return too few.
      if (filter !== undefined && isRestricting(filter)) return exactly();
      return scope
        .reading(
          async (statements) =>
            (await byGraph(statements, vector, { model, limit })) ??
            byScan(statements, vector, { model, limit }),
        )
        .catch((error: unknown) => {
          if (!isGone(error)) throw error;
          return exactly();
        });
    },

    // No anti-join (NOT EXISTS): a plan cached while there were few vectors must not join all of them later.
    async chunksWithoutVector(model, limit, paths) {
      const rows = await scope.all<ChunkWithTexts>(
        `${CHUNKS_WITH_TEXTS_HERE} ${paths === undefined ? '' : 'AND f.path = ANY($5)'} AND (SELECT v.place FROM vector_places v WHERE v.owner = $1
           AND v.project = $2 AND v.model = $3 AND v.content_hash = c.content_hash) IS NULL
         ORDER BY c.number LIMIT $4`,
        model,
        limit,
        ...(paths === undefined ? [] : [paths]),
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
        await appendVectors(transaction, {
          model,
          graph,
          hashes: [...byHash.keys()],
          vectors: quantise([...byHash.values()]),
        });
        const places = await pruneVectors(transaction, model, graph);
        await transaction.changed();
        return [places - byHash.size, places] as const;
      });
      await scope.grown(...growth);
    },

    async sampleVectors(model, limit) {
      const rows = await scope.all<SegmentRow>(`${SEGMENTS} ORDER BY segment`, model);
      const segments = rows.map(vectorsOfSegment);
      const total = segments.reduce((sum, { scales }) => sum + scales.length, 0);
      return sampled(segments, { total, limit });
    },

    async prepareVectors() {
      const { model } = await summary();
      if (model !== null) await graph.build(model);
    },

    summary,
  };

  async function summary() {
    const row = await scope.get<{ count: number; model: string | null }>(
      `SELECT (SELECT count(*)::int FROM vector_places WHERE owner = $1 AND project = $2) AS count,
         (SELECT model FROM vector_segments WHERE owner = $1 AND project = $2
          ORDER BY version DESC LIMIT 1) AS model`,
    );
    return row ?? { count: 0, model: null };
  }

  /** Undefined without a graph, and when too many of the nearest vectors belong to texts that are gone. */
  async function byGraph(
    statements: ScopedStatements,
    vector: Float32Array,
    { model, limit }: Sought,
  ): Promise<readonly ScoredChunk[] | undefined> {
    const near = await graph.nearest(statements, model, vector);
    for (const ranking of [near.slice(0, limit), near]) {
      if (ranking.length < limit) return undefined;
      const found = await chunksAt(statements, model, { ranking });
      if (found.length >= limit) return found.slice(0, limit);
    }
    return undefined;
  }

  async function byScan(
    statements: ScopedStatements,
    vector: Float32Array,
    { model, limit, filter }: Sought,
  ): Promise<readonly ScoredChunk[]> {
    const scanner = await currentVectors(statements, model);
    if (scanner === undefined) return [];
    for (let asked = limit; ; asked *= OVERFETCH) {
      const best = largestScores(asked);
      scanner.scan(quantise([vector]), best);
      const found = await chunksAt(statements, model, { ranking: best.descending(), filter });
      if (found.length >= limit || asked >= scanner.count()) return found.slice(0, limit);
    }
  }

  async function currentVectors(
    statements: ScopedStatements,
    model: string,
  ): Promise<VectorScanner | undefined> {
    const { loaded, segments } = ofModel(model);
    const present = await segments(statements, await scope.version(statements), [model]);
    const outdated = loaded.outdated(present.get(model) ?? []);
    for (let start = 0; start < outdated.length; start += SEGMENTS_PER_READ) {
      const part = outdated.slice(start, start + SEGMENTS_PER_READ).map(({ segment }) => segment);
      for (const row of await readSegments(statements, model, part)) loaded.put(row, vectorsOfSegment(row));
    }
    return loaded.scanner();
  }

  async function chunksAt(
    statements: ScopedStatements,
    model: string,
    {
      ranking,
      filter,
    }: { readonly ranking: readonly ScoredNumber[]; readonly filter?: ChunkFilter | undefined },
  ): Promise<readonly ScoredChunk[]> {
    const places = ranking.map(({ number }) => String(number));
    const chunks = await ofModel(model).chunks(statements, await scope.version(statements), places);
    const accepted = await mask(statements, filter);
    return ranking.flatMap(({ number: place, score }) =>
      (chunks.get(String(place)) ?? [])
        .filter(({ number }) => accepted === undefined || accepted(blockOf(number))[slotOf(number)] === 1)
        .map(({ chunk }) => ({ chunk, score })),
    );
  }
}

type ModelVectors = ReturnType<typeof modelVectors>;

/** What is cached of a model's vectors while the index version stays the same. */
function modelVectors(model: string) {
  return {
    loaded: loadedVectors(),
    segments: cachedLookup(async (statements) => new Map([[model, await readVersions(statements, model)]]), {
      max: 1,
      sizeOf: () => 1,
    }),
    /** The chunks whose text has the vector at a place, in order; a text may occur more than once. */
    chunks: cachedLookup((statements, places) => readChunks(statements, model, places), {
      max: MAX_PLACES,
      sizeOf: () => 1,
    }),
  };
}
/** About 8 MB. */
const MAX_PLACES = 20_000;

interface Sought {
  readonly model: string;
  readonly limit: number;
  readonly filter?: ChunkFilter | undefined;
}

/** Another process dropped the graph between the check and the query. */
function isGone(error: unknown): boolean {
  return errorCode(error) === UNDEFINED_TABLE;
}
const UNDEFINED_TABLE = '42P01';

/** A filter may reject the nearest vectors, so this many times more are considered. */
const OVERFETCH = 8;
/** About 8 MB per read at 256 dimensions. */
const SEGMENTS_PER_READ = 32;

async function readChunks(statements: ScopedStatements, model: string, places: readonly string[]) {
  const rows = await statements.all<ChunkRecord & { readonly place: number }>(
    CHUNKS_OF_PLACES,
    model,
    places,
  );
  const chunks = new Map<string, { readonly number: number; readonly chunk: ChunkInfo }[]>();
  for (const row of rows.toSorted((left, right) => left.number - right.number)) {
    const ofPlace = chunks.get(String(row.place)) ?? [];
    ofPlace.push({ number: row.number, chunk: chunkInfo(row) });
    chunks.set(String(row.place), ofPlace);
  }
  return chunks;
}

function readVersions(statements: ScopedStatements, model: string): Promise<readonly SegmentVersion[]> {
  return statements.all(
    'SELECT segment, version FROM vector_segments WHERE owner = $1 AND project = $2 AND model = $3',
    model,
  );
}

function readSegments(
  statements: ScopedStatements,
  model: string,
  segments: readonly number[],
): Promise<readonly SegmentRow[]> {
  return statements.all<SegmentRow>(`${SEGMENTS} AND segment = ANY($4)`, model, segments);
}
