import type { ChunkFilter, IndexStore, ScoredChunk } from '../../../core/store.ts';
import { vectorBytes, vectorOfBytes } from '../shared/float-vectors.ts';
import { largestScores, type ScoredNumber } from '../shared/largest-scores.ts';
import { blockOf, slotOf } from '../shared/postings.ts';
import { type QuantisedVectors, quantise, scanVectors } from '../shared/quantised-vectors.ts';
import { type ChunkSearch, type TextRange, withText } from './chunk-search.ts';
import type { Database } from './database.ts';
import { CHUNKS_WITH_TEXT_RANGE, type ChunkRecord } from './rows.ts';
import type { ScopeHandle } from './scope-handle.ts';

export type ChunkVectors = Pick<IndexStore, 'nearestChunks' | 'chunksWithoutVector' | 'putVectors'> & {
  count(): number;
  model(): string | undefined;
};

/** Vectors of a segment: one row of the database, loaded and scanned together. */
export const SEGMENT_SIZE = 1024;

interface LoadedSegment extends QuantisedVectors {
  readonly version: number;
}

/** The vectors of a project's chunks, loaded when first asked for and kept in step with the database. */
export function chunkVectors(database: Database, scope: ScopeHandle, search: ChunkSearch): ChunkVectors {
  const loaded = new Map<string, Map<number, LoadedSegment>>();

  return {
    async nearestChunks(vector, { model, limit, filter }) {
      return database.read(() => {
        const segments = currentSegments(model);
        const query = quantise([vector]);
        for (let asked = limit; ; asked *= WIDER) {
          const best = largestScores(asked);
          let vectors = 0;
          for (const [segment, quantised] of segments) {
            scanVectors(quantised, query, { first: segment * SEGMENT_SIZE, best });
            vectors += quantised.scales.length;
          }
          const found = chunksAt(model, best.descending(), filter);
          if (found.length >= limit || asked >= vectors) return found.slice(0, limit);
        }
      });
    },

    async chunksWithoutVector(model, limit) {
      return database.read(() => {
        const rows = database.all<ChunkRecord & TextRange & { content_hash: string }>(
          `${CHUNKS_WITH_TEXT_RANGE.replace('c.file,', 'c.file, c.content_hash,')}
           WHERE c.scope = ?1 AND NOT EXISTS (SELECT 1 FROM vector_places v
             WHERE v.scope = ?1 AND v.model = ?2 AND v.content_hash = c.content_hash)
           ORDER BY c.number LIMIT ?3`,
          scope.id() ?? null,
          model,
          limit,
        );
        const read = withText(database, scope);
        return rows.map((row) => {
          const { id, path, text } = read(row);
          return { id, path, text, contentHash: row.content_hash };
        });
      });
    },

    async putVectors(model, vectors) {
      if (vectors.length === 0) return;
      database.write(() => {
        const byHash = new Map<string, Float32Array>();
        for (const { id, vector } of vectors) {
          const row = database.get<{ content_hash: string }>(
            'SELECT content_hash FROM chunks WHERE scope = ? AND id = ?',
            scope.idForWriting(),
            id,
          );
          if (row !== undefined && !hasVector(model, row.content_hash)) byHash.set(row.content_hash, vector);
        }
        append(model, byHash);
        scope.changed();
      });
    },

    count: () =>
      database.get<{ count: number }>(
        'SELECT count(*) AS count FROM vector_places WHERE scope = ?',
        scope.id() ?? null,
      )!.count,

    model: () =>
      database.get<{ model: string }>(
        'SELECT model FROM vector_segments WHERE scope = ? ORDER BY version DESC LIMIT 1',
        scope.id() ?? null,
      )?.model,
  };

  function hasVector(model: string, contentHash: string): boolean {
    return (
      database.get(
        'SELECT 1 FROM vector_places WHERE scope = ? AND model = ? AND content_hash = ?',
        scope.idForWriting(),
        model,
        contentHash,
      ) !== undefined
    );
  }

  function append(model: string, byHash: ReadonlyMap<string, Float32Array>): void {
    const scopeId = scope.idForWriting();
    const version = scope.version() + 1;
    const entries = [...byHash];
    let place = scope.allocate(`vector:${model}`, entries.length);
    for (let start = 0; start < entries.length; ) {
      const room = SEGMENT_SIZE - (place % SEGMENT_SIZE);
      const part = entries.slice(start, start + room);
      const { scales, bytes } = quantise(part.map(([, vector]) => vector));
      database.run(
        APPEND_TO_SEGMENT,
        scopeId,
        model,
        Math.floor(place / SEGMENT_SIZE),
        version,
        vectorBytes(scales),
        new Uint8Array(bytes.buffer),
      );
      for (const [hash] of part) {
        database.run('INSERT INTO vector_places VALUES (?, ?, ?, ?)', scopeId, model, hash, place++);
      }
      start += part.length;
    }
  }

  /** Loads the segments that are new or have grown since the last look. */
  function currentSegments(model: string): ReadonlyMap<number, LoadedSegment> {
    const segments = loaded.get(model) ?? new Map<number, LoadedSegment>();
    loaded.set(model, segments);
    const scopeId = scope.id() ?? null;
    const present = database.all<{ segment: number; version: number }>(
      'SELECT segment, version FROM vector_segments WHERE scope = ? AND model = ?',
      scopeId,
      model,
    );
    const numbers = new Set(present.map(({ segment }) => segment));
    for (const segment of segments.keys()) if (!numbers.has(segment)) segments.delete(segment);
    for (const { segment, version } of present) {
      if (segments.get(segment)?.version === version) continue;
      const row = database.get<{ scales: Uint8Array; vectors: Uint8Array }>(
        'SELECT scales, vectors FROM vector_segments WHERE scope = ? AND model = ? AND segment = ?',
        scopeId,
        model,
        segment,
      )!;
      const scales = vectorOfBytes(row.scales);
      const bytes = new Int8Array(row.vectors.buffer, row.vectors.byteOffset, row.vectors.byteLength);
      segments.set(segment, { version, scales, bytes, dimensions: bytes.length / scales.length });
    }
    return segments;
  }

  /** The chunks whose text has the vector at each place, best first; texts may occur more than once. */
  function chunksAt(
    model: string,
    ranking: readonly ScoredNumber[],
    filter: ChunkFilter | undefined,
  ): readonly ScoredChunk[] {
    const rows = database.all<{ place: number; number: number }>(
      `SELECT v.place, c.number FROM json_each(?3) p
         CROSS JOIN vector_places v ON v.scope = ?1 AND v.model = ?2 AND v.place = p.value
         CROSS JOIN chunks c ON c.scope = ?1 AND c.content_hash = v.content_hash
       ORDER BY p.key, c.number`,
      scope.id() ?? null,
      model,
      JSON.stringify(ranking.map(({ number }) => number)),
    );
    const mask = search.mask(filter);
    const scores = new Map(ranking.map(({ number, score }) => [number, score]));
    return search.scored(
      rows
        .filter(({ number }) => mask === undefined || mask(blockOf(number))[slotOf(number)] === 1)
        .map(({ place, number }) => ({ number, score: scores.get(place) ?? 0 })),
    );
  }
}

/** A filter may reject the nearest ones; then so many times more are looked at. */
const WIDER = 8;

const APPEND_TO_SEGMENT = `
  INSERT INTO vector_segments (scope, model, segment, version, scales, vectors) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET version = excluded.version,
    scales = CAST(scales || excluded.scales AS BLOB), vectors = CAST(vectors || excluded.vectors AS BLOB)`;
