import type { PackedIdeas } from '../core/ports.ts';
import { termsOf } from '../core/text/terms.ts';
import { inverseFrequency } from '../core/text/word-weights.ts';

/** An idea of the trade that a text seems to describe. */
interface Idea {
  /** What programs call it, most telling first; dashes join the words of a compound. */
  readonly names: readonly string[];
  /** How much of the text its descriptions say, and how near they are in meaning: 0..1. */
  readonly likeness: number;
}

/** Finds ideas by what people say who do not know their names. */
export interface Ideas {
  /** The model that the vectors of texts must come from. */
  readonly model: string;
  /** The ideas that a text describes, most alike first. */
  describedIn(text: string, vector: Float32Array): readonly Idea[];
}

export function openIdeas({ model, names, terms, vectors, dimensions }: PackedIdeas): Ideas {
  return {
    model,
    describedIn(text, vector) {
      const shared = new Map<number, number>();
      let total = 0;
      for (const term of new Set(termsOf(text))) {
        const holders = holdersOf(term, terms);
        const rarity = inverseFrequency(names.length, holders.length);
        total += rarity;
        for (const at of holders) shared.set(at, (shared.get(at) ?? 0) + rarity);
      }
      return [...shared]
        .map(([at, weight]) => {
          const meaning = cosine(vectors.subarray(at * dimensions, (at + 1) * dimensions), vector);
          return { at, likeness: (weight / total + meaning) / 2 };
        })
        .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
        .sort((a, b) => b.likeness - a.likeness || a.at - b.at)
        .slice(0, NEAREST)
        .map(({ at, likeness }) => ({ names: names[at]?.split(' ') ?? [], likeness }));
    },
  };
}

function holdersOf(term: string, terms: string): readonly number[] {
  const start = terms.indexOf(`|${term} `);
  if (start < 0) return [];
  return terms
    .slice(start + term.length + 2, terms.indexOf('|', start + 1))
    .split(' ')
    .map(Number);
}

/** Below it, ideas share little more than a common word with the text. */
const LEAST_LIKENESS = 0.3;
const NEAREST = 20;

/** The second vector has unit length. */
function cosine(packed: Int8Array, vector: Float32Array): number {
  let product = 0;
  let squares = 0;
  for (let axis = 0; axis < packed.length; axis++) {
    const value = packed[axis]!;
    product += value * vector[axis]!;
    squares += value * value;
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares);
}
