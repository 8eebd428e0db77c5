import { vectorBytes, vectorOfBytes } from '../shared/float-vectors.ts';
import type { QuantisedVectors } from '../shared/quantised-vectors.ts';
import type { Database } from './database.ts';
import type { ScopeHandle } from './scope-handle.ts';

/** Vectors of one row of the database, which are loaded and scanned together. */
export const SEGMENT_SIZE = 1024;

/** Vectors of texts that no chunk has any more are kept (a branch may come back) up to this multiple. */
const LARGEST_SURPLUS = 2;
const LEAST_WORTH_PRUNING = 2048;

/** The stored vectors of a scope, by model and by the hash of the text they belong to. */
export interface VectorSegments {
  has(model: string, contentHash: string): boolean;
  /** Appends vectors of texts that have none yet. */
  append(model: string, hashes: readonly string[], vectors: QuantisedVectors): void;
  /** Forgets other models' vectors and, once they are too many, those of no chunk. */
  prune(model: string, chunkCount: number): void;
  versions(model: string): readonly { readonly segment: number; readonly version: number }[];
  read(model: string, segment: number): QuantisedVectors;
}

export function vectorSegments(database: Database, scope: ScopeHandle): VectorSegments {
  const counter = (model: string) => `vector:${model}`;

  function append(model: string, hashes: readonly string[], vectors: QuantisedVectors): void {
    const scopeId = scope.idForWriting();
    const version = scope.version() + 1;
    const { dimensions, scales, bytes } = vectors;
    const first = scope.allocate(counter(model), hashes.length);
    for (let start = 0; start < hashes.length; ) {
      const place = first + start;
      const end = Math.min(hashes.length, start + SEGMENT_SIZE - (place % SEGMENT_SIZE));
      database.run(
        APPEND_TO_SEGMENT,
        scopeId,
        model,
        Math.floor(place / SEGMENT_SIZE),
        version,
        vectorBytes(scales.subarray(start, end)),
        new Uint8Array(bytes.buffer, bytes.byteOffset + start * dimensions, (end - start) * dimensions),
      );
      for (const [index, hash] of hashes.slice(start, end).entries()) {
        database.run('INSERT INTO vector_places VALUES (?, ?, ?, ?)', scopeId, model, hash, place + index);
      }
      start = end;
    }
  }

  function read(model: string, segment: number): QuantisedVectors {
    const row = database.get<{ scales: Uint8Array; vectors: Uint8Array }>(
      'SELECT scales, vectors FROM vector_segments WHERE scope = ? AND model = ? AND segment = ?',
      scope.id() ?? null,
      model,
      segment,
    )!;
    const scales = vectorOfBytes(row.scales);
    const bytes = new Int8Array(row.vectors.buffer, row.vectors.byteOffset, row.vectors.byteLength);
    return { scales, bytes, dimensions: bytes.length / scales.length };
  }

  return {
    append,
    read,
    has: (model, contentHash) =>
      database.get(
        'SELECT 1 FROM vector_places WHERE scope = ? AND model = ? AND content_hash = ?',
        scope.id() ?? null,
        model,
        contentHash,
      ) !== undefined,
    versions: (model) =>
      database.all(
        'SELECT segment, version FROM vector_segments WHERE scope = ? AND model = ?',
        scope.id() ?? null,
        model,
      ),
    prune(model, chunkCount) {
      const scopeId = scope.idForWriting();
      for (const table of ['vector_segments', 'vector_places']) {
        database.run(`DELETE FROM ${table} WHERE scope = ? AND model <> ?`, scopeId, model);
      }
      const { places } = database.get<{ places: number }>(
        'SELECT count(*) AS places FROM vector_places WHERE scope = ? AND model = ?',
        scopeId,
        model,
      )!;
      if (places < LEAST_WORTH_PRUNING || places <= chunkCount * LARGEST_SURPLUS) return;
      const used = database.all<{ content_hash: string; place: number }>(USED_PLACES, scopeId, model);
      const vectors = gathered(
        used.map(({ place }) => place),
        (segment) => read(model, segment),
      );
      database.run('DELETE FROM vector_segments WHERE scope = ? AND model = ?', scopeId, model);
      database.run('DELETE FROM vector_places WHERE scope = ? AND model = ?', scopeId, model);
      database.run('DELETE FROM counters WHERE scope = ? AND name = ?', scopeId, counter(model));
      append(
        model,
        used.map(({ content_hash }) => content_hash),
        vectors,
      );
    },
  };
}

const APPEND_TO_SEGMENT = `
  INSERT INTO vector_segments (scope, model, segment, version, scales, vectors) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET version = excluded.version,
    scales = CAST(scales || excluded.scales AS BLOB), vectors = CAST(vectors || excluded.vectors AS BLOB)`;

const USED_PLACES = `
  SELECT content_hash, place FROM vector_places v WHERE scope = ?1 AND model = ?2 AND EXISTS (
    SELECT 1 FROM chunks c WHERE c.scope = ?1 AND c.content_hash = v.content_hash) ORDER BY place`;

/** The vectors at the given places, in ascending order, as one. */
function gathered(places: readonly number[], read: (segment: number) => QuantisedVectors): QuantisedVectors {
  const scales = new Float32Array(places.length);
  let bytes = new Int8Array(0);
  let dimensions = 0;
  let open: { readonly segment: number; readonly vectors: QuantisedVectors } | undefined;
  for (const [index, place] of places.entries()) {
    const segment = Math.floor(place / SEGMENT_SIZE);
    if (open?.segment !== segment) open = { segment, vectors: read(segment) };
    if (index === 0) {
      dimensions = open.vectors.dimensions;
      bytes = new Int8Array(places.length * dimensions);
    }
    const start = (place % SEGMENT_SIZE) * dimensions;
    scales[index] = open.vectors.scales[place % SEGMENT_SIZE]!;
    bytes.set(open.vectors.bytes.subarray(start, start + dimensions), index * dimensions);
  }
  return { dimensions, scales, bytes };
}
