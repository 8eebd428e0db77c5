import type { Embedder } from '../../core/ports.ts';
import type { ParsedQuery } from '../../core/query.ts';
import type { ChunkFilter, ChunkInfo, IndexStore } from '../../core/store.ts';
import type { RankingRules } from '../ranking-rules.ts';
import type { WeighedTerm } from '../weigh-terms.ts';

/** What can speak for a chunk. Strengths of `words` and `meaning` are raw scores, the others 0..1. */
export type SignalKind =
  | 'words'
  | 'meaning'
  | 'definition'
  | 'similar-name'
  | 'named-path'
  | 'named-place'
  | 'neighbour'
  | 'recent';

export interface Signal {
  readonly kind: SignalKind;
  readonly chunk: ChunkInfo;
  readonly strength: number;
  /** A word of evidence: the name, the path, the caller. */
  readonly detail?: string;
}

export interface StrategyInput {
  readonly index: IndexStore;
  readonly query: ParsedQuery;
  readonly terms: readonly WeighedTerm[];
  readonly filter: ChunkFilter;
  readonly rules: RankingRules;
  readonly embedder: Embedder | undefined;
  readonly signal?: AbortSignal;
}

/** One way of searching. It may fail: the others still answer, and the failure becomes a warning. */
export type Strategy = (input: StrategyInput) => Promise<readonly Signal[]>;
