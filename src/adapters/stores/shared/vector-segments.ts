import { vectorBytes, vectorOfBytes } from './float-vectors.ts';
import { type QuantisedVectors, type VectorScanner, vectorScanner } from './quantised-vectors.ts';

/** Vectors per database row; they are loaded and scanned together. */
export const SEGMENT_SIZE = 1024;

/** Vectors without a chunk are kept (a branch may come back) up to this multiple. */
const LARGEST_SURPLUS = 2;
const MIN_WORTH_PRUNING = 2048;

export function isWorthPruning(vectorCount: number, chunkCount: number): boolean {
  return vectorCount >= MIN_WORTH_PRUNING && vectorCount > chunkCount * LARGEST_SURPLUS;
}

/** Splits new vectors at segment boundaries; the first goes to place `first`. */
export function segmentParts(
  { dimensions, scales, bytes }: QuantisedVectors,
  first: number,
): readonly { readonly segment: number; readonly scales: Uint8Array; readonly bytes: Uint8Array }[] {
  const parts = [];
  for (let start = 0; start < scales.length; ) {
    const place = first + start;
    const end = Math.min(scales.length, start + SEGMENT_SIZE - (place % SEGMENT_SIZE));
    parts.push({
      segment: Math.floor(place / SEGMENT_SIZE),
      scales: vectorBytes(scales.subarray(start, end)),
      bytes: new Uint8Array(bytes.buffer, bytes.byteOffset + start * dimensions, (end - start) * dimensions),
    });
    start = end;
  }
  return parts;
}

/** Decodes a segment's row. */
export function vectorsOfSegment(row: {
  readonly scales: Uint8Array;
  readonly vectors: Uint8Array;
}): QuantisedVectors {
  const scales = vectorOfBytes(row.scales);
  const bytes = new Int8Array(row.vectors.buffer, row.vectors.byteOffset, row.vectors.byteLength);
  return { scales, bytes, dimensions: bytes.length / scales.length };
}

/** At most so many vectors of the segments, spread evenly over them. */
export function sampled(
  segments: Iterable<QuantisedVectors>,
  { total, limit }: { readonly total: number; readonly limit: number },
): readonly Float32Array[] {
  const step = Math.max(1, total / limit);
  const vectors: Float32Array[] = [];
  let passed = 0;
  for (const { scales, bytes, dimensions } of segments) {
    for (let next = Math.floor(vectors.length * step); next < passed + scales.length; ) {
      if (vectors.length >= limit) return vectors;
      const position = next - passed;
      const scale = scales[position]!;
      const start = position * dimensions;
      vectors.push(Float32Array.from(bytes.subarray(start, start + dimensions), (byte) => byte * scale));
      next = Math.floor(vectors.length * step);
    }
    passed += scales.length;
  }
  return vectors;
}

/** Collects the vectors at the given places, in ascending order. */
export function gathered(
  places: readonly number[],
  read: (segment: number) => QuantisedVectors,
): QuantisedVectors {
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

export interface SegmentVersion {
  readonly segment: number;
  readonly version: number;
}

/** The loaded vectors of one model: its segments, and the database version of each. */
export interface LoadedVectors {
  /** The segments to reload: new ones, and those that changed. Drops those that are gone. */
  outdated<Segment extends SegmentVersion>(present: readonly Segment[]): readonly Segment[];
  put(segment: SegmentVersion, vectors: QuantisedVectors): void;
  /** Undefined while there are none. */
  scanner(): VectorScanner | undefined;
}

export function loadedVectors(): LoadedVectors {
  const versions = new Map<number, number>();
  let scanner: VectorScanner | undefined;
  return {
    outdated(present) {
      const numbers = new Set(present.map(({ segment }) => segment));
      for (const segment of versions.keys()) {
        if (numbers.has(segment)) continue;
        scanner?.delete(segment);
        versions.delete(segment);
      }
      return present.filter(({ segment, version }) => versions.get(segment) !== version);
    },
    put({ segment, version }, vectors) {
      scanner ??= vectorScanner(vectors.dimensions, SEGMENT_SIZE);
      scanner.put(segment, vectors);
      versions.set(segment, version);
    },
    scanner: () => scanner,
  };
}
