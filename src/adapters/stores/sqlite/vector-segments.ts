import type { QuantisedVectors } from '../shared/quantised-vectors.ts';
import { gathered, isWorthPruning, segmentParts, vectorsOfSegment } from '../shared/vector-segments.ts';
import type { Database } from './database.ts';
import type { ScopeHandle } from './scope-handle.ts';

/** The stored vectors of a scope, by model and text hash. */
interface VectorSegments {
  /** Appends vectors of texts that have none yet. */
  append(model: string, hashes: readonly string[], vectors: QuantisedVectors): void;
  /** Deletes other models' vectors and, once there are too many, those without a chunk. */
  prune(model: string, chunkCount: number): void;
  versions(model: string): readonly { readonly segment: number; readonly version: number }[];
  read(model: string, segment: number): QuantisedVectors;
}

export function vectorSegments(database: Database, scope: ScopeHandle): VectorSegments {
  const counter = (model: string) => `vector:${model}`;

  function append(model: string, hashes: readonly string[], vectors: QuantisedVectors): void {
    const scopeId = scope.idForWriting();
    const version = scope.version() + 1;
    const first = scope.allocate(counter(model), hashes.length);
    for (const { segment, scales, bytes } of segmentParts(vectors, first)) {
      database.run(APPEND_TO_SEGMENT, scopeId, model, segment, version, scales, bytes);
    }
    for (const [index, hash] of hashes.entries()) {
      database.run('INSERT INTO vector_places VALUES (?, ?, ?, ?)', scopeId, model, hash, first + index);
    }
  }

  function read(model: string, segment: number): QuantisedVectors {
    const row = database.get<{ scales: Uint8Array; vectors: Uint8Array }>(
      'SELECT scales, vectors FROM vector_segments WHERE scope = ? AND model = ? AND segment = ?',
      scope.id() ?? null,
      model,
      segment,
    )!;
    return vectorsOfSegment(row);
  }

  return {
    append,
    read,
    versions: (model) =>
      database.all(
        'SELECT segment, version FROM vector_segments WHERE scope = ? AND model = ?',
        scope.id() ?? null,
        model,
      ),
    prune(model, chunkCount) {
      const scopeId = scope.idForWriting();
      for (const table of ['vector_segments', 'vector_places']) {
        // Two key ranges: `<>` would read every row of the current model.
        for (const other of ['<', '>'])
          database.run(`DELETE FROM ${table} WHERE scope = ? AND model ${other} ?`, scopeId, model);
      }
      const { places } = database.get<{ places: number }>(
        'SELECT count(*) AS places FROM vector_places WHERE scope = ? AND model = ?',
        scopeId,
        model,
      )!;
      if (!isWorthPruning(places, chunkCount)) return;
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
