import type { AssembleOptions, Context } from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import { assembleItems } from './assemble-items.ts';
import { indexedUnits } from './indexed-units.ts';

/** From here on a budget counts as used. */
const WELL_USED = 0.8;

/**
 * The cap on one item is there so that others have room. Where room is left and something was cut or left
 * out all the same, the cap is raised until everything fits or the budget is used.
 */
export async function assembleRoomy(
  engine: Engine,
  items: readonly ContextItem[],
  options: AssembleOptions,
): Promise<Context> {
  const hooks = { unitsOf: indexedUnits(engine) };
  let context = await assembleItems(engine, items, options, hooks);
  for (
    let share = options.maxItemShare ?? 1;
    share < 1 && context.tokenCount < WELL_USED * options.maxTokens && lacksRoom(context);
  ) {
    share = Math.min(1, share * 2);
    context = await assembleItems(engine, items, { ...options, maxItemShare: share }, hooks);
  }
  return context;
}

function lacksRoom(context: Context): boolean {
  return (
    context.items.some((item) => item.truncated) || context.excluded.some(({ reason }) => reason === 'budget')
  );
}
