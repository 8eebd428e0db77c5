import type { AssembleOptions, Context } from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import { type AssembleHooks, assembleRead } from './assemble-items.ts';
import type { ReadItems } from './items-of-hits.ts';

/** Reads the best items, about as many as fit into `tokens` (default: all), and orders them for fitting. */
export type ReadForBudget = (items: readonly ContextItem[], tokens?: number) => Promise<ReadItems>;

/** Reading this many times the budget, by estimate, fills seven budgets in eight. */
const RESERVE = 1.25;

/**
 * Assembles items, reading only what can be printed: all is read if there is room for an item that was not. The
 * context is the same as if all were read at once, but its map may name near-copies in files that were not.
 */
export async function assembleReading(
  engine: Engine,
  items: readonly ContextItem[],
  options: AssembleOptions,
  { read, ...hooks }: AssembleHooks & { readonly read?: ReadForBudget | undefined },
): Promise<{ readonly context: Context; readonly items: readonly ContextItem[] }> {
  const assembled = async (found: ReadItems) => ({
    ...(await assembleUsingBudget(engine, found.items, options, { ...hooks, unread: found.unread })),
    items: found.items,
  });
  if (read === undefined) return assembled({ items, unread: new Set() });
  if (isInOrder(options)) {
    const result = await assembled(await read(items, RESERVE * options.maxTokens));
    if (!result.lacksText) return result;
  }
  return assembled(await read(items));
}

/** Whether items are taken in order of relevance until the budget is full. */
function isInOrder({ selection, sourceWeights, overflow }: AssembleOptions): boolean {
  return selection === 'relevance' && sourceWeights === undefined && overflow === 'never';
}

/** A budget counts as used from this share on. */
const WELL_USED = 0.8;

/**
 * The cap on one item leaves room for the others. It doubles while items are truncated or excluded although budget
 * remains.
 */
async function assembleUsingBudget(
  engine: Engine,
  items: readonly ContextItem[],
  options: AssembleOptions,
  hooks: AssembleHooks,
): ReturnType<typeof assembleRead> {
  let assembled = await assembleRead(engine, items, options, hooks);
  for (
    let share = options.maxItemShare ?? 1;
    share < 1 &&
    !assembled.lacksText &&
    assembled.context.tokenCount < WELL_USED * options.maxTokens &&
    lacksRoom(assembled.context);
  ) {
    share = Math.min(1, share * 2);
    assembled = await assembleRead(engine, items, { ...options, maxItemShare: share }, hooks);
  }
  return assembled;
}

function lacksRoom(context: Context): boolean {
  return (
    context.items.some((item) => item.truncated) || context.excluded.some(({ reason }) => reason === 'budget')
  );
}
