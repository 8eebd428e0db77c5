import type { Context, ExcludedItem, IncludedItem } from '../../../src/core/context.ts';

/**
 * What would have to leave for an omitted item to fit whole: the least relevant included items whose
 * tokens, with what is free, are enough. Undefined when its size is unknown or nothing would do.
 */
export function giveWay(context: Context, excluded: ExcludedItem): readonly IncludedItem[] | undefined {
  if (excluded.reason !== 'budget' || excluded.tokens === undefined) return undefined;
  let free = context.budget - context.tokenCount;
  const leaving: IncludedItem[] = [];
  for (const item of [...context.items].sort((a, b) => a.relevance - b.relevance)) {
    if (free >= excluded.tokens) break;
    leaving.push(item);
    free += item.tokens;
  }
  return free >= excluded.tokens ? leaving : undefined;
}
