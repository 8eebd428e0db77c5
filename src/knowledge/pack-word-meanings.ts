import type { PackedWords } from '../core/ports.ts';
import { termsOf } from '../core/text/terms.ts';
import { smoothInverseFrequency } from '../core/text/word-weights.ts';

/** Words of texts that are about one thing each; `weight` says how much such a text counts. */
export interface WordsTogether {
  readonly text: string;
  readonly weight: number;
}

/**
 * Gives each word a vector such that words said of the same things are near each other: latent semantic analysis, by
 * subspace iteration on the weighted words of all texts.
 */
export function packWordMeanings(texts: readonly WordsTogether[], dimensions = DIMENSIONS): PackedWords {
  const counted = texts.map(({ text, weight }) => ({ counts: countsOf(text), weight }));
  const frequencies = new Map<string, number>();
  for (const { counts } of counted)
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const terms = [...frequencies.keys()];
  const placeOf = new Map(terms.map((term, place) => [term, place]));
  const rarityOf = (term: string) => smoothInverseFrequency(texts.length, frequencies.get(term) ?? 0);
  const entries = counted.flatMap(({ counts, weight }, text) => {
    const weights = [...counts].map(([term, count]) => ({
      place: placeOf.get(term) ?? 0,
      value: Math.sqrt(count) * rarityOf(term),
    }));
    const length = Math.hypot(...weights.map(({ value }) => value)) || 1;
    return weights.map(({ place, value }) => ({ word: place, text, value: (weight * value) / length }));
  });
  const wide = Math.min(dimensions, texts.length, terms.length);
  let basis = orthonormal(randomMatrix(texts.length, wide), wide);
  for (let round = 0; round < ROUNDS; round++) {
    const ofWords = multiply(entries, basis, { wide, from: 'text', to: 'word', height: terms.length });
    basis = orthonormal(
      multiply(entries, ofWords, { wide, from: 'word', to: 'text', height: texts.length }),
      wide,
    );
  }
  const rows = multiply(entries, basis, { wide, from: 'text', to: 'word', height: terms.length });
  const vectors = new Int8Array(terms.length * wide);
  const weights = terms.map((term, place) => {
    const row = rows.subarray(place * wide, (place + 1) * wide);
    const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), Number.MIN_VALUE);
    const packed = row.map((value) => Math.round((value / largest) * INT8));
    vectors.set(packed, place * wide);
    return Number((rarityOf(term) / (Math.hypot(...packed) || 1)).toPrecision(4));
  });
  return { dimensions: wide, terms, weights, vectors };
}

const DIMENSIONS = 100;
/** The leading directions no longer turn after these. */
const ROUNDS = 12;
const INT8 = 127;

function countsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

interface Entry {
  readonly word: number;
  readonly text: number;
  readonly value: number;
}

function multiply(
  entries: readonly Entry[],
  matrix: Float64Array,
  { wide, from, to, height }: { wide: number; from: 'word' | 'text'; to: 'word' | 'text'; height: number },
): Float64Array {
  const product = new Float64Array(height * wide);
  for (const entry of entries) {
    const [source, target] = [entry[from] * wide, entry[to] * wide];
    for (let axis = 0; axis < wide; axis++) product[target + axis]! += entry.value * matrix[source + axis]!;
  }
  return product;
}

/** Gram and Schmidt on the columns, each twice against rounding. */
function orthonormal(matrix: Float64Array, wide: number): Float64Array {
  const height = matrix.length / wide;
  const columns = Array.from({ length: wide }, (_, axis) =>
    Float64Array.from({ length: height }, (__, row) => matrix[row * wide + axis]!),
  );
  for (const [axis, column] of columns.entries()) {
    for (const other of [...columns.slice(0, axis), ...columns.slice(0, axis)]) {
      let product = 0;
      for (let row = 0; row < height; row++) product += column[row]! * other[row]!;
      for (let row = 0; row < height; row++) column[row]! -= product * other[row]!;
    }
    const length = Math.sqrt(column.reduce((sum, value) => sum + value * value, 0)) || 1;
    for (let row = 0; row < height; row++) column[row]! /= length;
  }
  const result = new Float64Array(matrix.length);
  for (const [axis, column] of columns.entries())
    for (let row = 0; row < height; row++) result[row * wide + axis] = column[row]!;
  return result;
}

/** Always the same, so that two builds pack the same bytes. */
function randomMatrix(height: number, wide: number): Float64Array {
  let state = 1;
  return Float64Array.from({ length: height * wide }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
}
