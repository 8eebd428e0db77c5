import type { Embedder } from '../../core/ports.ts';
import type { ParsedQuery } from '../../core/query.ts';
import type { ChunkFilter, ChunkInfo, IndexStore } from '../../core/store.ts';
import type { QueryKind, SearchStrategy } from '../../core/vocabulary.ts';
import type { Candidate } from '../fuse-signals.ts';
import type { RankingRules } from '../ranking-rules.ts';
import type { WeighedTerm } from '../weigh-terms.ts';

/** Something that speaks for a chunk. */
export interface Signal {
  /** One of the kinds its strategy declares. */
  readonly kind: string;
  readonly chunk: ChunkInfo;
  /** 0..1, unless the kind is scaled. */
  readonly strength: number;
  /** A piece of evidence: the name, the path, the caller. */
  readonly detail?: string;
}

/** What signals of one kind are worth. */
export interface SignalKind {
  /**
   * What the strongest signal adds to a score, where 1 is the chunk whose words match best; per query kind where that
   * matters.
   */
  readonly weight: number | Readonly<Record<QueryKind, number>>;
  /**
   * `best`: strengths are divided by the largest. `range`: the weakest counts 0 and the largest 1, as cosines share a
   * high floor.
   */
  readonly scale?: 'best' | 'range';
  /** Takes its weight from that of the words. */
  readonly replacesWords?: true;
}

export interface StrategyInput {
  readonly index: IndexStore;
  readonly query: ParsedQuery;
  readonly terms: readonly WeighedTerm[];
  readonly filter: ChunkFilter;
  readonly rules: RankingRules;
  readonly embedder: Embedder | undefined;
  /** What the other strategies found, best first; empty for those that run beside them. */
  readonly ranked: readonly Candidate[];
  readonly signal?: AbortSignal;
}

/** One way of searching. It may fail: the others still answer, and the failure becomes a warning. */
export interface Strategy {
  readonly name: SearchStrategy;
  readonly kinds: Readonly<Record<string, SignalKind>>;
  /** Starts from what the others found, so it runs after them. */
  readonly followsRanking?: true;
  /** Finds the same whatever words are added to the query, so a second search for it reuses the first one's signals. */
  readonly ignoresExpansions?: true;
  readonly find: (input: StrategyInput) => Promise<readonly Signal[]>;
}
