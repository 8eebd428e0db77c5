import type { LargestScores } from './largest-scores.ts';

/** Vectors in 8 bits a component; `scales[i]` times the bytes of vector i gives its components back. */
export interface QuantisedVectors {
  readonly dimensions: number;
  readonly scales: Float32Array;
  readonly bytes: Int8Array;
}

/** A quarter of the memory for about a hundredth of the neighbours of full precision. */
export function quantise(vectors: readonly Float32Array[]): QuantisedVectors {
  const dimensions = vectors[0]?.length ?? 0;
  const scales = new Float32Array(vectors.length);
  const bytes = new Int8Array(vectors.length * dimensions);
  for (const [index, vector] of vectors.entries()) {
    let largest = 0;
    for (const component of vector) largest = Math.max(largest, Math.abs(component));
    const scale = largest / LARGEST_BYTE || 1;
    scales[index] = scale;
    const start = index * dimensions;
    for (let offset = 0; offset < dimensions; offset++) {
      bytes[start + offset] = Math.round((vector[offset] ?? 0) / scale);
    }
  }
  return { dimensions, scales, bytes };
}

const LARGEST_BYTE = 127;

/** Offers the similarity of every vector to the query; the vectors' numbers begin at `first`. */
export function scanVectors(
  vectors: QuantisedVectors,
  query: QuantisedVectors,
  options: { readonly first: number; readonly best: LargestScores },
): void {
  const { dimensions, scales, bytes } = vectors;
  if (query.dimensions !== dimensions) return;
  const wanted = Int32Array.from(query.bytes);
  const queryScale = query.scales[0] ?? 0;
  for (let index = 0, start = 0; index < scales.length; index++, start += dimensions) {
    let sum = 0;
    for (let offset = 0; offset < dimensions; offset++) sum += bytes[start + offset]! * wanted[offset]!;
    options.best.offer(options.first + index, sum * scales[index]! * queryScale);
  }
}
