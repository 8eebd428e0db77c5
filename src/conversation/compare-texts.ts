import { stem, wordDictionary } from '../core/text/terms.ts';
import { smoothInverseFrequency } from '../core/text/word-weights.ts';
import { scanText } from './scan-text.ts';

export interface Corpus {
  readonly documents: number;
  /** Number of documents that contain a term; an absent term is in none. */
  readonly frequencies: ReadonlyMap<string, number>;
}

interface Comparison {
  /** Cosine of the texts' words, weighted by frequency and rarity. */
  readonly similarity: number;
  /** Share of the query's distinct words that the text has. */
  readonly share: number;
}

/**
 * Compares texts with a query by their stemmed words. Stems are numbered and counted in one array for all texts: a
 * map of words for each of a hundred texts would take several times as long.
 */
export function compareWith(query: string, corpus: Corpus): (text: string) => Comparison {
  const dictionary = wordDictionary();
  const numberByWord = new Map<number, number>();
  const numberByStem = new Map<string, number>();
  const rarities: number[] = [];
  /** Count of each stem in the current text; all zero between texts. */
  const counts: number[] = [];

  function stemOfWord(word: number): number {
    const known = numberByWord.get(word);
    if (known !== undefined) return known;
    const root = stem(dictionary.term(word));
    let number = numberByStem.get(root);
    if (number === undefined) {
      number = counts.push(0) - 1;
      numberByStem.set(root, number);
      // Smoothed: above 0 even for a term in every document, so it cannot make a norm 0.
      rarities.push(smoothInverseFrequency(corpus.documents + 1, corpus.frequencies.get(root) ?? 0));
    }
    numberByWord.set(word, number);
    return number;
  }

  /** Counts the stems of a text and returns each once. */
  function count(text: string): readonly number[] {
    const met: number[] = [];
    for (const word of scanText(dictionary, text)) {
      const number = stemOfWord(word);
      if (counts[number]!++ === 0) met.push(number);
    }
    return met;
  }

  const weightOf = (number: number) => (1 + Math.log(counts[number]!)) * rarities[number]!;

  function norm(met: readonly number[]): number {
    let squares = 0;
    for (const number of met) squares += weightOf(number) ** 2;
    return Math.sqrt(squares);
  }

  const asked = count(query);
  const askedNorm = norm(asked);
  const askedWeights = asked.map(weightOf);
  for (const number of asked) counts[number] = 0;

  return (text) => {
    const met = count(text);
    let product = 0;
    let matched = 0;
    for (const [index, number] of asked.entries()) {
      if (counts[number] === 0) continue;
      matched++;
      product += askedWeights[index]! * weightOf(number);
    }
    const similarity = matched === 0 ? 0 : product / (askedNorm * norm(met));
    for (const number of met) counts[number] = 0;
    return { similarity, share: asked.length === 0 ? 0 : matched / asked.length };
  };
}
