import { stem, termsOf } from '../core/text/terms.ts';
import { BM25, saturate, smoothInverseFrequency } from '../core/text/word-weights.ts';
import { isCommonWord } from './common-words.ts';
import { relativesOf, rootsOf } from './word-family.ts';

export interface WordStatistics {
  /** Number of records that contain each term. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly documents: number;
}

/** A word of a question. */
export interface AskedTerm {
  readonly term: string;
  /** The word joined with one beside it: "roll back" also asks for "rollback". */
  readonly joined: readonly string[];
}

/** The distinct words of a question. */
export function askedTerms(text: string): AskedTerm[] {
  const joined = new Map<string, string[]>();
  const words =
    text
      .slice(0, MAX_JOINED_CHARACTERS)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  for (const [index, word] of words.entries()) {
    for (const next of words.slice(index + 1, index + 3)) {
      if (word.length < SHORTEST_JOINED || next.length < SHORTEST_JOINED) continue;
      const whole = stem(word + next);
      for (const part of [stem(word), stem(next)]) joined.set(part, [...(joined.get(part) ?? []), whole]);
    }
  }
  return [...new Set(termsOf(text))].map((term) => ({ term, joined: joined.get(term) ?? [] }));
}

/** A prompt says what it wants at the start; the rest is mostly pasted. */
const MAX_JOINED_CHARACTERS = 1000;
const SHORTEST_JOINED = 3;

/** Words of the same families as those of a question, for a store to look up. */
export function relativesAsked(asked: readonly AskedTerm[]): string[] {
  const telling = asked.filter(({ term }) => !isCommonWord(term)).slice(0, MAX_WITH_RELATIVES);
  return [...new Set(telling.flatMap(({ term }) => relativesOf(term)))];
}
/** A prompt says what it wants at the start. */
const MAX_WITH_RELATIVES = 40;

interface WordEvidence {
  /**
   * How much of a question's words a text has, 0..1: rare words count more, repetition adds a little, and length
   * counts against it. BM25, divided by the score of an ordinary text with every word once, so that scores of
   * different questions are comparable.
   */
  readonly share: number;
  /** The undivided score of words that are not common: how much is shared, whatever else was asked. */
  readonly mass: number;
  /** The question's words it contains, each with how much it is about the word: less in a long text, 0..1. */
  readonly found: ReadonlyMap<string, number>;
}

export function wordEvidence(
  asked: readonly AskedTerm[],
  text: string,
  statistics: WordStatistics,
): WordEvidence {
  const words = termsOf(text);
  const counts = new Map<string, number>();
  for (const { term, joined } of asked) for (const word of [term, ...joined]) counts.set(word, 0);
  const families = new Map(asked.flatMap(({ term }) => rootsOf(term)).map((root) => [root, 0]));
  for (const word of words) {
    const count = counts.get(word);
    if (count !== undefined) counts.set(word, count + 1);
    for (const root of rootsOf(word)) {
      const related = families.get(root);
      if (related !== undefined) families.set(root, related + 1);
    }
  }
  const found = new Map<string, number>();
  let got = 0;
  let possible = 0;
  let mass = 0;
  for (const { term, joined } of asked) {
    const weight = rarityOf(term, statistics);
    possible += weight;
    const count =
      Math.max(counts.get(term) ?? 0, ...joined.map((whole) => counts.get(whole) ?? 0)) ||
      Math.max(...rootsOf(term).map((root) => families.get(root) ?? 0));
    if (count === 0) continue;
    const strength = saturate(count, words.length / ORDINARY_LENGTH, RECORDS);
    got += weight * strength;
    if (!isCommonWord(term)) mass += weight * strength;
    found.set(term, Math.min(1, strength));
  }
  return { share: possible === 0 ? 0 : Math.min(1, got / possible), mass, found };
}

/**
 * As if among a thousand other records: in a collection of three, a word that two of them have is not common, and a
 * word that none has proves nothing. Common English words count half.
 */
export function rarityOf(term: string, { frequencies, documents }: WordStatistics): number {
  const among = Math.max(documents, MIN_DOCUMENTS);
  const rarity = smoothInverseFrequency(among, frequencies.get(term) ?? 0);
  return isCommonWord(term) ? COMMON_SHARE * rarity : rarity;
}

const MIN_DOCUMENTS = 1000;
/** On the scripted week anything from 0.2 to 0.7 finds more than 1; flat in between. */
const COMMON_SHARE = 0.5;
/** Half of the usual length normalisation, since records are short. */
const RECORDS = { ...BM25, lengthShare: 0.4 };
/** Terms in an ordinary record. */
const ORDINARY_LENGTH = 25;
