import type { QuantisedVectors } from '../shared/quantised-vectors.ts';
import {
  gathered,
  isWorthPruning,
  SEGMENT_SIZE,
  type SegmentVersion,
  segmentParts,
  vectorsOfSegment,
} from '../shared/vector-segments.ts';
import type { Database } from './database.ts';
import type { ScopeHandle } from './scope-handle.ts';
import {
  type OpenVectorFile,
  type SegmentBytes,
  type VectorFile,
  vectorFile,
  vectorFilesOf,
} from './vector-file.ts';

type StoredSegment = SegmentVersion & { readonly scales: Uint8Array };

/** The stored vectors of a scope, by model and text hash. */
interface VectorSegments {
  /** Appends vectors of texts that have none yet. */
  append(model: string, hashes: readonly string[], vectors: QuantisedVectors): void;
  /** Deletes other models' vectors and, once there are too many, those without a chunk. */
  prune(model: string, chunkCount: number): void;
  present(model: string): readonly StoredSegment[];
  /** The vectors of these segments, each valid until the next is asked for. */
  vectors(
    model: string,
    segments: readonly StoredSegment[],
  ): Iterable<readonly [StoredSegment, QuantisedVectors]>;
  /** Copies the vectors to a file for quick reading, if there are many and most are not yet copied. */
  copyToFile(model: string): Promise<void>;
}

/** Fewer are read from the store within a millisecond or two. */
const MIN_SEGMENTS_COPIED = 8;
/** The share of the whole segments that an existing copy may lack before it is rewritten. */
const SHARE_NOT_COPIED = 1 / 8;

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

  function stored(model: string, segment: number): SegmentBytes | undefined {
    return database.get<SegmentBytes>(
      'SELECT scales, vectors FROM vector_segments WHERE scope = ? AND model = ? AND segment = ?',
      scope.id() ?? null,
      model,
      segment,
    );
  }

  const present = (model: string) =>
    database.all<StoredSegment>(SEGMENTS_OF_MODEL, scope.id() ?? null, model, counter(model));

  const file = (): VectorFile => vectorFile(`${vectorFilesOf(database.path)}${scope.id()}`);

  return {
    append,
    present,
    *vectors(model, segments) {
      const copied = segments.length >= MIN_SEGMENTS_COPIED ? file().open() : undefined;
      try {
        for (const found of segments) {
          const { segment, scales } = found;
          const vectors = copied?.read(segment, scales);
          yield [
            found,
            vectorsOfSegment(vectors === undefined ? stored(model, segment)! : { scales, vectors }),
          ];
        }
      } finally {
        copied?.close();
      }
    },
    async copyToFile(model) {
      const whole = present(model).filter(isWhole);
      if (whole.length < MIN_SEGMENTS_COPIED) return;
      const copied = file().open();
      const enough = copied !== undefined && isCopyOf(copied, whole);
      copied?.close();
      if (enough) return;
      const read = function* () {
        for (const { segment } of whole) {
          const bytes = stored(model, segment);
          // Another process may prune meanwhile.
          if (bytes === undefined || !isWhole(bytes)) return;
          yield bytes;
        }
      };
      await file().write(read());
    },
    prune(model, chunkCount) {
      const scopeId = scope.idForWriting();
      for (const table of ['vector_segments', 'vector_places']) {
        // Two key ranges: `<>` would read every row of the current model.
        for (const other of ['<', '>']) {
          const forgotten = database.run(
            `DELETE FROM ${table} WHERE scope = ? AND model ${other} ?`,
            scopeId,
            model,
          );
          if (forgotten > 0) file().remove();
        }
      }
      // Places are numbered in a row; counting them would read them all.
      const { places } = database.get<{ places: number }>(
        'SELECT coalesce(max(place), -1) + 1 AS places FROM vector_places WHERE scope = ? AND model = ?',
        scopeId,
        model,
      )!;
      if (!isWorthPruning(places, chunkCount)) return;
      const used = database.all<{ content_hash: string; place: number }>(USED_PLACES, scopeId, model);
      const vectors = gathered(
        used.map(({ place }) => place),
        (segment) => vectorsOfSegment(stored(model, segment)!),
      );
      database.run('DELETE FROM vector_segments WHERE scope = ? AND model = ?', scopeId, model);
      database.run('DELETE FROM vector_places WHERE scope = ? AND model = ?', scopeId, model);
      database.run('DELETE FROM counters WHERE scope = ? AND name = ?', scopeId, counter(model));
      file().remove();
      append(
        model,
        used.map(({ content_hash }) => content_hash),
        vectors,
      );
    },
  };
}

const isWhole = ({ scales }: { readonly scales: Uint8Array }) => scales.length === SEGMENT_SIZE * 4;

/** Whether most of the segments were copied from this store: an older copy of other vectors has other scales. */
function isCopyOf(copied: OpenVectorFile, whole: readonly StoredSegment[]): boolean {
  const last = whole[Math.min(copied.segments, whole.length) - 1];
  return (
    copied.segments >= whole.length * (1 - SHARE_NOT_COPIED) &&
    last !== undefined &&
    copied.read(last.segment, last.scales) !== undefined
  );
}

/**
 * A range without an end, and as many rows as there are segments: at the end of a range SQLite compares the key of
 * every row, and loads the row's vectors to do so.
 */
const SEGMENTS_OF_MODEL = `
  SELECT segment, version, scales FROM vector_segments
  WHERE (scope, model, segment) >= (?1, ?2, 0) AND +scope = ?1 AND +model = ?2
  LIMIT coalesce((SELECT (next + ${SEGMENT_SIZE - 1}) / ${SEGMENT_SIZE} FROM counters
    WHERE scope = ?1 AND name = ?3), -1)`;

const APPEND_TO_SEGMENT = `
  INSERT INTO vector_segments (scope, model, segment, version, scales, vectors) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET version = excluded.version,
    scales = CAST(scales || excluded.scales AS BLOB), vectors = CAST(vectors || excluded.vectors AS BLOB)`;

const USED_PLACES = `
  SELECT content_hash, place FROM vector_places v WHERE scope = ?1 AND model = ?2 AND EXISTS (
    SELECT 1 FROM chunks c WHERE c.scope = ?1 AND c.content_hash = v.content_hash) ORDER BY place`;
