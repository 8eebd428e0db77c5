import { type DotProductKernel, dotProductKernel, LANES } from './dot-product-kernel.ts';
import type { LargestScores } from './largest-scores.ts';

/** Vectors with 8 bits per component; the bytes of vector i times `scales[i]` give its components. */
export interface QuantisedVectors {
  /** Components per stored vector, zero-padded to a multiple of 16. */
  readonly dimensions: number;
  readonly scales: Float32Array;
  readonly bytes: Int8Array;
}

/** Takes a quarter of the memory; about one in fifty of the ten nearest differs from full precision. */
export function quantise(vectors: readonly Float32Array[]): QuantisedVectors {
  const dimensions = Math.ceil((vectors[0]?.length ?? 0) / LANES) * LANES;
  const scales = new Float32Array(vectors.length);
  const bytes = new Int8Array(vectors.length * dimensions);
  for (const [index, vector] of vectors.entries()) {
    let largest = 0;
    // Counted loops: iterators take several times as long over the millions of components of a large project.
    for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at]!));
    const scale = largest / LARGEST_BYTE || 1;
    scales[index] = scale;
    const start = index * dimensions;
    for (let at = 0; at < vector.length; at++) bytes[start + at] = Math.round(vector[at]! / scale);
  }
  return { dimensions, scales, bytes };
}

const LARGEST_BYTE = 127;
const PAGE = 65_536;

/** Segments of quantised vectors of one length, held for scanning; numbered by segment and position. */
export interface VectorScanner {
  put(segment: number, vectors: QuantisedVectors): void;
  delete(segment: number): void;
  /** The number of vectors. */
  count(): number;
  /** Offers each vector's similarity to the quantised query under `segment * segmentSize + position`. */
  scan(query: QuantisedVectors, best: LargestScores): void;
}

/**
 * An exact scan. Every segment has a fixed place in one WebAssembly memory; a segment that grows is overwritten. Up
 * to about a million vectors this beats a neighbour graph: nothing to build, nothing to keep in sync, no missed
 * neighbours.
 */
export function vectorScanner(dimensions: number, segmentSize: number): VectorScanner {
  const stride = segmentSize * dimensions;
  const queryAt = 0;
  const resultsAt = dimensions * 2;
  const scalesAt = resultsAt + segmentSize * 4;
  const vectorsAt = Math.ceil((scalesAt + segmentSize * 4) / LANES) * LANES;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const kernel: DotProductKernel = dotProductKernel(memory);
  const scales = new Map<number, Float32Array>();

  function makeRoom(bytes: number): void {
    const missing = bytes - memory.buffer.byteLength;
    // Allocates an eighth more than needed: growing copies everything.
    if (missing > 0) memory.grow(Math.ceil((missing + bytes / 8) / PAGE));
  }

  return {
    put(segment, vectors) {
      const start = vectorsAt + segment * stride;
      makeRoom(start + stride);
      new Int8Array(memory.buffer, start).set(vectors.bytes);
      scales.set(segment, vectors.scales);
    },
    delete(segment) {
      scales.delete(segment);
    },
    count() {
      let total = 0;
      for (const { length } of scales.values()) total += length;
      return total;
    },
    scan(wanted, best) {
      if (wanted.dimensions !== dimensions) return;
      makeRoom(vectorsAt);
      new Int16Array(memory.buffer, queryAt, dimensions).set(wanted.bytes);
      const results = new Int32Array(memory.buffer, resultsAt, segmentSize);
      const scalesOfOne = new Float32Array(memory.buffer, scalesAt, segmentSize);
      const queryScale = wanted.scales[0] ?? 0;
      for (const [segment, ofSegment] of scales) {
        const { length } = ofSegment;
        if (length === 0) continue;
        kernel.dots(vectorsAt + segment * stride, length, queryAt, dimensions, resultsAt);
        scalesOfOne.set(ofSegment);
        for (let index = 0; ; index++) {
          index = kernel.find(index, length, resultsAt, scalesAt, queryScale, best.least());
          if (index >= length) break;
          best.offer(segment * segmentSize + index, results[index]! * ofSegment[index]! * queryScale);
        }
      }
    },
  };
}
