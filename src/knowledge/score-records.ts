import type { Reason } from '../core/item.ts';
import type { Tier } from '../core/vocabulary.ts';
import { TIER_WEIGHTS } from './values/value.ts';

/** How one record matches one question. */
export interface Evidence {
  /** Share of the question's rare words in the record, weighted by BM25: 0..1. */
  readonly words: number;
  /** Cosine of the two embeddings, if there are any. */
  readonly cosine?: number;
}

/**
 * How likely a record answers: words and meaning each count alone and reinforce each other. Absolute, so that a
 * question about something unknown scores low everywhere.
 */
export function relevanceOf(
  evidence: Evidence,
  { share, clear }: MeaningRules = MEANING,
): { readonly score: number; readonly reasons: readonly Reason[] } {
  const words = clamp(evidence.words);
  const meaning =
    evidence.cosine === undefined ? 0 : meaningOf(evidence.cosine, words > 0 ? UNRELATED_COSINE : clear);
  const reasons: Reason[] = [];
  if (words > 0) reasons.push({ rule: 'words', score: round(words) });
  if (meaning > 0) reasons.push({ rule: 'meaning', score: round(meaning) });
  return { score: 1 - (1 - words) * (1 - share * meaning), reasons };
}

/** Four in five unrelated texts stay below this cosine with the packaged model. */
const UNRELATED_COSINE = 0.1;

/** What meaning counts beside words. */
export interface MeaningRules {
  readonly share: number;
  /** The cosine required where no word is shared. */
  readonly clear: number;
}

/** Words weigh more: on LoCoMo recall is best at a share of 0.3 to 0.5 and falls on either side. */
export const MEANING: MeaningRules = { share: 0.4, clear: 0.45 };

function meaningOf(cosine: number, required: number): number {
  if (cosine < required) return 0;
  return clamp((cosine - UNRELATED_COSINE) / (1 - UNRELATED_COSINE));
}

interface Standing {
  readonly tier?: Tier;
  readonly importance?: number;
  /** For commits and experiences: a small bonus for recent ones. */
  readonly age?: number;
  /** The owner's earlier verdicts. */
  readonly usage?: { readonly balance: number; readonly detail: string } | undefined;
}

/** Multiplies by factors of the record itself; adding them would drown the evidence. Each reason says what it changed. */
export function adjust(
  scored: { readonly score: number; readonly reasons: readonly Reason[] },
  standing: Standing,
): { readonly score: number; readonly reasons: readonly Reason[] } {
  const reasons = [...scored.reasons];
  let score = scored.score;
  const multiply = (rule: string, factor: number, detail?: string) => {
    const changed = round(score * factor - score);
    score *= factor;
    reasons.push({ rule, score: changed, ...(detail !== undefined && { detail }) });
  };
  const { tier, importance, age, usage } = standing;
  if (tier !== undefined) multiply('tier', TIER_WEIGHTS[tier], tier);
  if (importance !== undefined) {
    multiply('importance', 1 - IMPORTANCE_SHARE + IMPORTANCE_SHARE * importance, String(importance));
  }
  if (age !== undefined) {
    multiply('recency', 1 - RECENCY_SHARE + RECENCY_SHARE * Math.exp(-Math.max(0, age) / RECENCY_SPAN));
  }
  if (usage !== undefined) multiply('usage', 1 + USAGE_SHARE * usage.balance, usage.detail);
  return { score: clamp(score), reasons };
}

/** The least important memory keeps 70% of its score: importance reorders, it does not hide. */
const IMPORTANCE_SHARE = 0.3;
/** Four useful verdicts raise a score by a quarter; four bad ones lower it as much. */
const USAGE_SHARE = 0.3;
/** "Small": an old entry loses at most 5%. */
const RECENCY_SHARE = 0.05;
const RECENCY_SPAN = 30 * 24 * 3600 * 1000;

function clamp(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
