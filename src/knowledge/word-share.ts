import { termsOf } from '../core/text/terms.ts';
import { BM25, saturate, smoothInverseFrequency } from '../core/text/word-weights.ts';

export interface WordStatistics {
  /** In how many records each term occurs. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly documents: number;
}

interface WordEvidence {
  /**
   * How much of a question's words a text has, 0..1: rare words count more, a word said twice a little
   * more, a long text less. The same shape as BM25, divided by what a text of ordinary length with every
   * word once would get, so that numbers of different questions can be compared.
   */
  readonly share: number;
  /** The words of the question it has, each with how much it is about the word: less in a long text, 0..1. */
  readonly found: ReadonlyMap<string, number>;
}

export function wordEvidence(
  terms: readonly string[],
  text: string,
  statistics: WordStatistics,
): WordEvidence {
  const words = termsOf(text);
  const counts = new Map(terms.map((term) => [term, 0]));
  for (const word of words) {
    const count = counts.get(word);
    if (count !== undefined) counts.set(word, count + 1);
  }
  const found = new Map<string, number>();
  let got = 0;
  let possible = 0;
  for (const [term, count] of counts) {
    const weight = rarityOf(term, statistics);
    possible += weight;
    if (count === 0) continue;
    const strength = saturate(count, words.length / ORDINARY_LENGTH, RECORDS);
    got += weight * strength;
    found.set(term, Math.min(1, strength));
  }
  return { share: possible === 0 ? 0 : Math.min(1, got / possible), found };
}

export function wordShare(terms: readonly string[], text: string, statistics: WordStatistics): number {
  return wordEvidence(terms, text, statistics).share;
}

/**
 * As if the records stood among a thousand others: in a collection of three, a word that two of them have
 * is not common, and a word that none has is not proof of anything.
 */
export function rarityOf(term: string, { frequencies, documents }: WordStatistics): number {
  const among = Math.max(documents, LEAST_DOCUMENTS);
  return smoothInverseFrequency(among, frequencies.get(term) ?? 0);
}

const LEAST_DOCUMENTS = 1000;
/** Half of the usual length normalisation, as records are short by nature. */
const RECORDS = { ...BM25, lengthShare: 0.4 };
/** Terms of an ordinary record. */
const ORDINARY_LENGTH = 25;
