import { placeFirst } from '../context/query-context.ts';
import type { Context, PrimeContext } from '../core/context.ts';
import type { ContextItem } from '../core/item.ts';

/** What retrieval returned for a turn. */
export interface PrimeMaterial {
  /** By tier. */
  readonly explicit: readonly ContextItem[];
  readonly search: readonly ContextItem[];
  /** Memories, experiences and values that clearly apply, best first. */
  readonly learnt: readonly ContextItem[];
  readonly history: readonly ContextItem[];
  readonly recent: readonly ContextItem[];
}

/** Everything else ranks below every reference. */
const MAX_WITHOUT_REFERENCE = 0.97;
const MIN_OF_REFERENCE = 0.98;

/**
 * One list of items, explicit references first and in order, whatever their scores. Deduplicated: an item is kept as
 * a reference if it is one, else as first found.
 */
export function planTurn(material: PrimeMaterial, maxTokens: number): readonly ContextItem[] {
  const { explicit, search, learnt, history, recent } = material;
  const planned = new Map<string, ContextItem>();
  for (const [position, item] of explicit.entries()) {
    const step = (1 - MIN_OF_REFERENCE) / explicit.length;
    planned.set(item.id, { ...item, source: 'reference', relevance: 1 - position * step });
  }
  const found = [...search, ...history, ...recent];
  const best = Math.max(0, ...found.map(({ relevance }) => relevance));
  for (const item of [...placeFirst(learnt, best, maxTokens), ...found]) {
    if (planned.has(item.id)) continue;
    planned.set(item.id, { ...item, relevance: Math.min(item.relevance, MAX_WITHOUT_REFERENCE) });
  }
  return [...planned.values()];
}

export function primeContextOf(
  context: Context,
  material: PrimeMaterial,
  turn: { readonly threadId?: string | undefined; readonly reservedTokens: number },
): PrimeContext {
  return {
    ...context,
    ...(turn.threadId === undefined ? {} : { threadId: turn.threadId }),
    counts: {
      explicit: material.explicit.length,
      search: material.search.length,
      learnt: material.learnt.length,
      history: material.history.length,
      recent: material.recent.length,
      excluded: context.excluded.length,
    },
    reservedTokens: turn.reservedTokens,
  };
}
