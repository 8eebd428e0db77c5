import { z } from 'zod';
import type { ContextItem, Reason } from '../core/item.ts';
import { termsOf, wordsOf } from '../core/terms.ts';

const weight = z.number().min(0).max(1);

/** What each part of a turn's relevance counts. The defaults add up to 1. */
export const scoreWeightsSchema = z.object({
  textSimilarity: weight.default(0.35),
  keywordMatch: weight.default(0.25),
  recency: weight.default(0.15),
  sourcePriority: weight.default(0.15),
  usage: weight.default(0.1),
});
export type ScoreWeights = Readonly<z.output<typeof scoreWeightsSchema>>;

/** Relevance halves in about 69 hours: e^(-0.01 · hours). */
const DECAY_PER_HOUR = 0.01;
const HOUR = 3_600_000;
/** An item that does not know its age counts as neither new nor old. */
const RECENCY_OF_UNKNOWN_AGE = 0.5;
const PRIORITY = { reference: 1, file: 0.7, chunk: 0.6, message: 0.5, other: 0.3 } as const;
/** Of a very long item the beginning stands for all of it; keeps scoring within its time. */
const SCORED_CHARACTERS = 3_000;

export interface Corpus {
  readonly documents: number;
  /** In how many documents a term occurs; a term that is absent occurs in none. */
  readonly frequencies: ReadonlyMap<string, number>;
}

export interface ScoreInputs {
  readonly query: string;
  readonly now: number;
  readonly weights: ScoreWeights;
  readonly corpus: Corpus;
  /** How useful the owner found an item, 0..1, by its id. */
  readonly usage: ReadonlyMap<string, { readonly score: number; readonly detail: string }>;
}

/** Every word whose frequency in the corpus counts in scoring. */
export function wordsToWeigh(query: string, items: readonly ContextItem[]): readonly string[] {
  const words = new Set(wordsOf(query));
  for (const item of items) for (const word of wordsOf(scoredText(item))) words.add(word);
  return [...words];
}

/**
 * Gives every item a relevance of 0..1 and the parts it is made of. A search's own score counts as
 * text similarity where it is the higher: it also knows meanings, which shared words do not.
 */
export function scoreItems(items: readonly ContextItem[], inputs: ScoreInputs): readonly ContextItem[] {
  const queryTerms = termsOf(inputs.query);
  const keywords = new Set(queryTerms);
  const queryVector = vectorOf(queryTerms, inputs.corpus);
  return items.map((item) => {
    const terms = termsOf(scoredText(item));
    const similarity = cosine(queryVector, vectorOf(terms, inputs.corpus));
    const usage = inputs.usage.get(item.id);
    const parts: readonly (readonly [
      rule: keyof ScoreWeights,
      score: number,
      detail?: string | undefined,
    ])[] = [
      ['textSimilarity', Math.max(similarity, item.relevance)],
      ['keywordMatch', shareOf(keywords, terms)],
      ['recency', recencyOf(item, inputs.now)],
      ['sourcePriority', priorityOf(item)],
      ['usage', usage?.score ?? 0, usage?.detail],
    ];
    const reasons = parts.map(([rule, score, detail]): Reason => {
      const weighted = round(inputs.weights[rule] * clamp(score));
      return detail === undefined ? { rule, score: weighted } : { rule, score: weighted, detail };
    });
    const relevance = clamp(reasons.reduce((sum, reason) => sum + reason.score, 0));
    return { ...item, relevance, reasons: [...reasons, ...item.reasons] };
  });
}

function scoredText(item: ContextItem): string {
  return `${item.name} ${item.location?.path ?? ''} ${item.content.slice(0, SCORED_CHARACTERS)}`;
}

type Vector = { readonly weights: ReadonlyMap<string, number>; readonly norm: number };

function vectorOf(terms: readonly string[], corpus: Corpus): Vector {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  let squares = 0;
  for (const [term, count] of counts) {
    const frequency = corpus.frequencies.get(term) ?? 0;
    // The smoothed form is above 0 even for a term of every document, so a vector has no length 0 by it.
    const value = (1 + Math.log(count)) * Math.log(1 + (corpus.documents + 1) / (frequency + 1));
    counts.set(term, value);
    squares += value * value;
  }
  return { weights: counts, norm: Math.sqrt(squares) };
}

function cosine(one: Vector, other: Vector): number {
  if (one.norm === 0 || other.norm === 0) return 0;
  let product = 0;
  for (const [term, value] of one.weights) product += value * (other.weights.get(term) ?? 0);
  return product / (one.norm * other.norm);
}

function shareOf(keywords: ReadonlySet<string>, terms: readonly string[]): number {
  if (keywords.size === 0) return 0;
  const present = new Set(terms);
  let matched = 0;
  for (const keyword of keywords) if (present.has(keyword)) matched++;
  return matched / keywords.size;
}

function recencyOf(item: ContextItem, now: number): number {
  const time = item.updatedAt ?? item.createdAt;
  if (time === undefined) return RECENCY_OF_UNKNOWN_AGE;
  return Math.exp((-DECAY_PER_HOUR * Math.max(0, now - time)) / HOUR);
}

function priorityOf(item: ContextItem): number {
  if (item.source === 'reference' || item.source === 'message') return PRIORITY[item.source];
  if (item.entityType === 'file') return PRIORITY.file;
  return item.source === 'code' || item.source === 'document' ? PRIORITY.chunk : PRIORITY.other;
}

function clamp(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
