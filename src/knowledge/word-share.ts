import { stem, termsOf } from '../core/text/terms.ts';
import { BM25, saturate, smoothInverseFrequency } from '../core/text/word-weights.ts';
import { isCommonWord } from './common-words.ts';
import { conceptsIn, termsOfConcept } from './trade-words.ts';
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

/** A concept of the trade that a question names. */
interface AskedConcept {
  readonly concept: number;
  /** The words that name it, as in `AskedTerm`. */
  readonly terms: readonly string[];
}

/** The concepts of a question, for texts that say the same in other words. */
export function askedConcepts(text: string): AskedConcept[] {
  return [...conceptsIn(text)].map(([concept, name]) => ({ concept, terms: termsOf(name) }));
}

/** Words that name the same concepts as a question, for a store to look up. */
export function conceptTermsAsked(asked: readonly AskedConcept[]): string[] {
  return [...new Set(asked.flatMap(({ concept }) => termsOfConcept(concept)))];
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

export interface WordEvidence {
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
  concepts: readonly AskedConcept[] = [],
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
  const related = conceptEvidence(concepts, { text, found, statistics });
  const strength = CONCEPT_SHARE * saturate(1, words.length / ORDINARY_LENGTH, RECORDS);
  got += related * strength;
  mass += related * strength;
  return { share: possible === 0 ? 0 : Math.min(1, got / possible), mass, found };
}

/** The weight of the concepts that a text shares with a question beside the words it shares; each word counts once. */
function conceptEvidence(
  concepts: readonly AskedConcept[],
  {
    text,
    found,
    statistics,
  }: {
    readonly text: string;
    readonly found: ReadonlyMap<string, number>;
    readonly statistics: WordStatistics;
  },
): number {
  const open = concepts.filter(({ terms }) => terms.length > 0 && !terms.some((term) => found.has(term)));
  if (open.length === 0) return 0;
  const present = conceptsIn(text);
  const shared = open
    .flatMap(({ concept, terms }) => {
      const name = present.get(concept);
      return name === undefined ? [] : [{ name, terms, weight: conceptWeight(concept, terms, statistics) }];
    })
    .sort((a, b) => b.weight - a.weight);
  const used = new Set<string>();
  let total = 0;
  for (const { name, terms, weight } of shared) {
    if (used.has(name) || terms.some((term) => used.has(term))) continue;
    for (const each of [name, ...terms]) used.add(each);
    total += weight;
  }
  return total;
}

/** A concept is as rare as all its words together, and says no more than the words that asked for it. */
function conceptWeight(concept: number, terms: readonly string[], statistics: WordStatistics): number {
  const { frequencies, documents } = statistics;
  const together = termsOfConcept(concept).reduce((sum, term) => sum + (frequencies.get(term) ?? 0), 0);
  return Math.min(
    inverseAmong(together, documents),
    Math.max(...terms.map((term) => rarityOf(term, statistics))),
  );
}

/** What a shared concept counts beside a shared word. At 0.6 twelve in a hundred fewer questions are answered. */
const CONCEPT_SHARE = 0.8;

/**
 * As if among a thousand other records: in a collection of three, a word that two of them have is not common, and a
 * word that none has proves nothing. Common English words count half.
 */
export function rarityOf(term: string, { frequencies, documents }: WordStatistics): number {
  const rarity = inverseAmong(frequencies.get(term) ?? 0, documents);
  return isCommonWord(term) ? COMMON_SHARE * rarity : rarity;
}

/** Of two hundred records fifty may be about the subject of the project, which then tells them apart less. */
function inverseAmong(frequency: number, documents: number): number {
  const among = Math.max(documents, MIN_DOCUMENTS);
  const rate = Math.max(0, frequency - SURE_OF) / (documents + SURE_OF_RATE);
  return smoothInverseFrequency(among, Math.max(frequency, rate * among));
}

const MIN_DOCUMENTS = 1000;
/** Fewer records with a word, or a share of far fewer records, may be chance. */
const SURE_OF = 2;
const SURE_OF_RATE = 100;
/** On the scripted week anything from 0.2 to 0.7 finds more than 1; flat in between. */
const COMMON_SHARE = 0.5;
/** Half of the usual length normalisation, since records are short. */
const RECORDS = { ...BM25, lengthShare: 0.4 };
/** Terms in an ordinary record. */
const ORDINARY_LENGTH = 25;
