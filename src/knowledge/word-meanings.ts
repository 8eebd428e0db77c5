import type { Engine } from '../core/engine.ts';
import type { PackedWords } from '../core/ports.ts';
import { termsOf } from '../core/text/terms.ts';

export interface AskedMeaning {
  readonly direction: Float32Array | undefined;
  readonly words: readonly string[];
}

/** What words mean by the ideas of the trade they are said of: "agenda" is near "calendar". Needs no model. */
export interface WordMeanings {
  /** The direction of a text, of length 1; undefined if it has no known word. */
  readonly directionOf: (text: string) => Float32Array | undefined;
  /** A question's direction and the stems nearest to it; kept until the next, as it is asked of every kind of record. */
  readonly ask: (question: string) => AskedMeaning;
}

export function openWordMeanings({ dimensions, terms, weights, vectors }: PackedWords): WordMeanings {
  const placeOf = new Map(terms.map((term, place) => [term, place]));
  function directionOf(text: string): Float32Array | undefined {
    const sum = new Float32Array(dimensions);
    for (const term of new Set(termsOf(text.slice(0, MAX_CHARACTERS)))) {
      const place = placeOf.get(term);
      if (place === undefined) continue;
      const weight = weights[place]!;
      const start = place * dimensions;
      for (let axis = 0; axis < dimensions; axis++) sum[axis]! += weight * vectors[start + axis]!;
    }
    const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
    return length === 0 ? undefined : sum.map((value) => value / length);
  }
  function wordsNear(direction: Float32Array): string[] {
    const nearest: { term: string; likeness: number }[] = [];
    for (const [place, term] of terms.entries()) {
      let product = 0;
      let squares = 0;
      const start = place * dimensions;
      for (let axis = 0; axis < dimensions; axis++) {
        const value = vectors[start + axis]!;
        product += value * direction[axis]!;
        squares += value * value;
      }
      const likeness = product / (Math.sqrt(squares) || 1);
      if (likeness >= LEAST_NEAR) nearest.push({ term, likeness });
    }
    return nearest
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, MAX_NEAR)
      .map(({ term }) => term);
  }
  let last: { readonly question: string; readonly asked: AskedMeaning } | undefined;
  return {
    directionOf,
    ask(question) {
      if (last?.question === question) return last.asked;
      const direction = directionOf(question);
      const asked = { direction, words: direction === undefined ? [] : wordsNear(direction) };
      last = { question, asked };
      return asked;
    },
  };
}

/** A text says what it is about at the start; the rest is mostly pasted. */
const MAX_CHARACTERS = 4000;
const LEAST_NEAR = 0.35;
/** Few of them occur in a project's records. */
const MAX_NEAR = 100;

/** The cosine of two directions. */
export function likenessOf(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (one === undefined || other === undefined) return 0;
  return one.reduce((sum, value, axis) => sum + value * other[axis]!, 0);
}

let opened: WordMeanings | undefined;

/** Those of the package, read once in a process. */
export async function wordMeaningsOf(engine: Engine): Promise<WordMeanings | undefined> {
  if (engine.wordMeanings === undefined || opened !== undefined) return engine.wordMeanings && opened;
  const packed = await engine.wordMeanings();
  if (packed !== undefined) opened = openWordMeanings(packed);
  return opened;
}
