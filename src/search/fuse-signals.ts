import type { Reason } from '../core/item.ts';
import type { ChunkInfo } from '../core/store.ts';
import type { QueryKind } from '../core/vocabulary.ts';
import type { RankingRules } from './ranking-rules.ts';
import type { Signal, SignalKind } from './strategies/strategy.ts';

/** A chunk that something spoke for, with what did. */
export interface Candidate {
  readonly chunk: ChunkInfo;
  /** In shares of the best word score: 1 is the chunk whose words match best. */
  readonly score: number;
  readonly reasons: readonly Reason[];
}

/**
 * Joins what the strategies found. Words and meaning are fused by normalised scores, not by ranks:
 * rank fusion lowered queries in the words of commits in earlier trials. The rest adds to that.
 */
export function fuseSignals(
  signals: readonly Signal[],
  options: { readonly kind: QueryKind; readonly rules: RankingRules },
): Candidate[] {
  const normalise = normaliser(signals);
  const hasMeaning = signals.some(({ kind }) => kind === 'meaning');
  const weights = signalWeights(options.rules, hasMeaning ? options.rules.meaning[options.kind] : 0);
  const candidates = new Map<string, { readonly chunk: ChunkInfo; readonly reasons: Reason[] }>();
  for (const signal of signals) {
    const { kind, chunk, detail } = signal;
    const score = weights[kind] * normalise(signal);
    let candidate = candidates.get(chunk.id);
    if (candidate === undefined) {
      candidate = { chunk, reasons: [] };
      candidates.set(chunk.id, candidate);
    }
    const { reasons } = candidate;
    const known = reasons.findIndex(({ rule }) => rule === kind);
    // Of several signals of one kind the strongest counts: two names in one chunk are no two chunks.
    if (known >= 0 && reasons[known]!.score >= score) continue;
    const reason = detail === undefined ? { rule: kind, score } : { rule: kind, score, detail };
    if (known < 0) reasons.push(reason);
    else reasons[known] = reason;
  }
  return Array.from(candidates.values(), ({ chunk, reasons }) => ({
    chunk,
    reasons,
    score: reasons.reduce((sum, reason) => sum + reason.score, 0),
  }));
}

/** Adds what was found later, of other kinds: of a chunk that is among the first it is a further reason. */
export function joinCandidates(first: readonly Candidate[], later: readonly Candidate[]): Candidate[] {
  const added = new Map(later.map((candidate) => [candidate.chunk.id, candidate]));
  const joined = first.map((candidate) => {
    const { chunk, score, reasons } = candidate;
    const more = added.get(chunk.id);
    if (more === undefined) return candidate;
    added.delete(chunk.id);
    return { chunk, score: score + more.score, reasons: [...reasons, ...more.reasons] };
  });
  return [...joined, ...added.values()];
}

function signalWeights(rules: RankingRules, meaning: number): Readonly<Record<SignalKind, number>> {
  return {
    words: 1 - meaning,
    meaning,
    definition: rules.definition,
    'similar-name': rules.similarName,
    'named-path': rules.namedPath,
    'named-place': rules.namedPlace,
    neighbour: rules.neighbour,
    recent: rules.recent,
  };
}

/** Words by the best of them; meaning between the weakest and the best, as cosines share a high floor. */
function normaliser(signals: readonly Signal[]): (signal: Signal) => number {
  let bestWords = 0;
  let bestMeaning = Number.NEGATIVE_INFINITY;
  let leastMeaning = Number.POSITIVE_INFINITY;
  for (const { kind, strength } of signals) {
    if (kind === 'words') bestWords = Math.max(bestWords, strength);
    if (kind !== 'meaning') continue;
    bestMeaning = Math.max(bestMeaning, strength);
    leastMeaning = Math.min(leastMeaning, strength);
  }
  const range = bestMeaning - leastMeaning;
  return ({ kind, strength }) => {
    if (kind === 'words') return bestWords > 0 ? strength / bestWords : 0;
    // A lone result, or equal ones, are as good as the best: they are not scaled away.
    if (kind === 'meaning') return range > 0 ? (strength - leastMeaning) / range : 1;
    return strength;
  };
}
