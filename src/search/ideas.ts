import type { PackedIdeas } from '../core/ports.ts';
import { termsOf } from '../core/text/terms.ts';
import { inverseFrequency } from '../core/text/word-weights.ts';

/** An idea of the trade that a text seems to describe. */
export interface Idea {
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
  const holders = new Map(terms);
  const rarityOf = (term: string) => inverseFrequency(names.length, holders.get(term)?.length ?? 0);
  return {
    model,
    describedIn(text, vector) {
      const said = new Set(termsOf(text));
      const total = [...said].reduce((sum, term) => sum + rarityOf(term), 0);
      const shared = new Map<number, number>();
      for (const term of said) {
        const rarity = rarityOf(term);
        for (const at of holders.get(term) ?? []) shared.set(at, (shared.get(at) ?? 0) + rarity);
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
