import { z } from 'zod';
import type { ContextItem, Reason } from '../core/item.ts';
import { wordDictionary } from '../core/text/terms.ts';
import { type Corpus, compareWith } from './compare-texts.ts';
import { scanText } from './scan-text.ts';

const weight = z.number().min(0).max(1);

/** Weights of the parts of an item's relevance. The defaults add up to 1. */
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
/** An item of unknown age counts as neither new nor old. */
const RECENCY_OF_UNKNOWN_AGE = 0.5;
const PRIORITY = { reference: 1, file: 0.7, chunk: 0.6, message: 0.5, other: 0.3 } as const;
/** The beginning represents a very long item, to bound the time of scoring. */
const SCORED_CHARACTERS = 3_000;

export interface ScoreInputs {
  readonly query: string;
  readonly now: number;
  readonly weights: ScoreWeights;
  readonly corpus: Corpus;
  /** How useful the owner found each item, 0..1, by id. */
  readonly usage: ReadonlyMap<string, { readonly score: number; readonly detail: string }>;
}

/** Every word whose corpus frequency scoring needs. */
export function wordsToWeigh(query: string, items: readonly ContextItem[]): readonly string[] {
  const dictionary = wordDictionary();
  const words = new Set<number>();
  for (const text of [query, ...items.map(scoredText)]) {
    for (const word of scanText(dictionary, text)) words.add(word);
  }
  return [...words].map((word) => dictionary.term(word));
}

/**
 * Gives every item a relevance of 0..1 and its parts. The search's own score replaces text similarity if it is
 * higher: it also knows meaning, which shared words do not.
 */
export function scoreItems(items: readonly ContextItem[], inputs: ScoreInputs): readonly ContextItem[] {
  const compare = compareWith(inputs.query, inputs.corpus);
  return items.map((item) => {
    const { similarity, share } = compare(scoredText(item));
    const usage = inputs.usage.get(item.id);
    const parts: readonly (readonly [
      rule: keyof ScoreWeights,
      score: number,
      detail?: string | undefined,
    ])[] = [
      ['textSimilarity', Math.max(similarity, item.relevance)],
      ['keywordMatch', share],
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
