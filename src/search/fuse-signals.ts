import type { Reason } from '../core/item.ts';
import type { ChunkInfo } from '../core/store.ts';
import type { QueryKind } from '../core/vocabulary.ts';
import type { RankingRules } from './ranking-rules.ts';
import { SIGNAL_KINDS } from './strategies/all-strategies.ts';
import type { Signal } from './strategies/strategy.ts';

/** A chunk with the reasons that speak for it. */
export interface Candidate {
  readonly chunk: ChunkInfo;
  /** Relative to the best keyword score: 1 is the chunk whose words match best. */
  readonly score: number;
  readonly reasons: readonly Reason[];
}

/**
 * Fuses what the strategies found. Keyword and semantic scores are normalized and added; rank fusion did worse on
 * queries worded like commits. Other signals add to that.
 */
export function fuseSignals(
  signals: readonly Signal[],
  options: { readonly kind: QueryKind; readonly rules: RankingRules },
): Candidate[] {
  const normalise = normaliser(signals);
  const weights = signalWeights(signals, options);
  const candidates = new Map<string, { readonly chunk: ChunkInfo; readonly reasons: Reason[] }>();
  for (const signal of signals) {
    const { kind, chunk, detail } = signal;
    const score = (weights.get(kind) ?? 0) * normalise(signal);
    let candidate = candidates.get(chunk.id);
    if (candidate === undefined) {
      candidate = { chunk, reasons: [] };
      candidates.set(chunk.id, candidate);
    }
    const { reasons } = candidate;
    const known = reasons.findIndex(({ rule }) => rule === kind);
    // The strongest signal of each kind counts: two names in one chunk are still one chunk.
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

/** Adds candidates found later, of other kinds; for a chunk already among the first they are a further reason. */
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

/** The weight of each kind present. Words lose the weight that kinds replacing them take. */
function signalWeights(
  signals: readonly Signal[],
  { kind: form, rules }: { readonly kind: QueryKind; readonly rules: RankingRules },
): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  let replaced = 0;
  for (const kind of new Set(signals.map((signal) => signal.kind))) {
    const declared = SIGNAL_KINDS.get(kind)?.weight ?? 0;
    const weight = rules.weights[kind] ?? (typeof declared === 'number' ? declared : declared[form]);
    weights.set(kind, weight);
    if (SIGNAL_KINDS.get(kind)?.replacesWords) replaced += weight;
  }
  weights.set('words', (weights.get('words') ?? 0) - replaced);
  return weights;
}

function normaliser(signals: readonly Signal[]): (signal: Signal) => number {
  const ranges = new Map<string, { least: number; best: number }>();
  for (const { kind, strength } of signals) {
    const range = ranges.get(kind);
    if (range === undefined) ranges.set(kind, { least: strength, best: strength });
    else {
      range.least = Math.min(range.least, strength);
      range.best = Math.max(range.best, strength);
    }
  }
  return ({ kind, strength }) => {
    const scale = SIGNAL_KINDS.get(kind)?.scale;
    const { least, best } = ranges.get(kind) ?? { least: 0, best: 0 };
    if (scale === 'best') return best > 0 ? strength / best : 0;
    // A single result, or equal ones, count as the best instead of being scaled to 0.
    if (scale === 'range') return best > least ? (strength - least) / (best - least) : 1;
    return strength;
  };
}
