import type { PackedIdeas } from '../core/ports.ts';
import { termsOf } from '../core/text/terms.ts';
import { inverseFrequency } from '../core/text/word-weights.ts';

/** An idea of the trade that a text seems to describe. */
interface Idea {
  /** What programs call it, most telling first; dashes join the words of a compound. */
  readonly names: readonly string[];
  /** How much of the text its descriptions say, and how near the nearest is in meaning: 0..1. */
  readonly likeness: number;
}

/** Finds ideas by what people say who do not know their names. */
export interface Ideas {
  /** The model that the vectors of texts must come from. */
  readonly model: string;
  /** The ideas that a text describes, most alike first. */
  describedIn(text: string, vector: Float32Array): readonly Idea[];
}

export function openIdeas({ model, names, terms, starts, signs, dimensions }: PackedIdeas): Ideas {
  const ideas = names.split('|');
  return {
    model,
    describedIn(text, vector) {
      const shared = new Map<number, number>();
      let total = 0;
      for (const term of new Set(termsOf(text))) {
        const holders = holdersOf(term, terms);
        const rarity = inverseFrequency(ideas.length, holders.length);
        total += rarity;
        for (const at of holders) shared.set(at, (shared.get(at) ?? 0) + rarity);
      }
      const likenessTo = signedLikeness(signs, vector, dimensions);
      return [...shared]
        .map(([at, weight]) => {
          let meaning = 0;
          for (let each = starts[at]!; each < starts[at + 1]!; each++)
            meaning = Math.max(meaning, likenessTo(each));
          return { at, likeness: (weight / total + meaning) / 2 };
        })
        .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
        .sort((a, b) => b.likeness - a.likeness || a.at - b.at)
        .slice(0, NEAREST)
        .map(({ at, likeness }) => ({ names: ideas[at]?.split(' ') ?? [], likeness }));
    },
  };
}

/** The ideas that a term stands with: halves the text, whose terms are in order, until it is found. */
function holdersOf(term: string, terms: string): readonly number[] {
  let [low, high] = [0, terms.length - 1];
  while (low < high) {
    const start = terms.lastIndexOf('|', (low + high - 1) >> 1);
    const end = terms.indexOf('|', start + 1);
    const [found = '', ...holders] = terms.slice(start + 1, end).split(' ');
    if (found === term) return holders.map(Number);
    if (found < term) low = end;
    else high = start;
  }
  return [];
}

/** Below it, ideas share little more than a common word with the text. */
const LEAST_LIKENESS = 0.3;
const NEAREST = 20;

/** The cosine of random vectors of unit length is on average this many times the one of their signs. */
const OF_SIGNS = Math.sqrt(Math.PI / 2);

/**
 * How alike a vector of unit length is to the signs of others, about its cosine. What each byte of signs gives is summed
 * once, so that a text is compared with thousands of descriptions in a millisecond.
 */
function signedLikeness(
  signs: Uint8Array,
  vector: Float32Array,
  dimensions: number,
): (description: number) => number {
  const bytes = Math.ceil(dimensions / 8);
  const sums = new Float32Array(bytes * 256);
  const wide = new Float64Array(256);
  for (let place = 0; place < bytes; place++) {
    // Bit by bit, each sum of fewer bits serves two: an eighth of the additions, in the same order.
    for (let bit = 0; bit < 8; bit++) {
      const value = vector[place * 8 + bit] ?? 0;
      for (let byte = 0; byte < 1 << bit; byte++) {
        const sum = wide[byte]!;
        wide[byte] = sum - value;
        wide[byte + (1 << bit)] = sum + value;
      }
    }
    sums.set(wide, place * 256);
    wide[0] = 0;
  }
  const scale = OF_SIGNS / Math.sqrt(dimensions);
  return (description) => {
    let sum = 0;
    for (let place = 0; place < bytes; place++) {
      sum += sums[place * 256 + signs[description * bytes + place]!]!;
    }
    return Math.min(1, scale * sum);
  };
}
