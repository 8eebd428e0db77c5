import type { Context, ExcludedItem } from '../core/context.ts';
import type { ContextItem } from '../core/item.ts';

/** Used when nothing was printed. */
const USUAL_TOKENS_PER_CHARACTER = 0.25;
/** Used for an item whose file was not read. */
const CHARACTERS_PER_LINE = 36;
const HEADING_CHARACTERS = 90;

/**
 * What an item would take whole, from its length and what the printed text took by the same counter. Counting all that
 * was left out would take longer than everything else.
 */
export function tokenEstimate({
  context,
  tokenCount,
}: Pick<Context, 'context' | 'tokenCount'>): (item: ContextItem) => Pick<ExcludedItem, 'about'> {
  const perCharacter = context === '' ? USUAL_TOKENS_PER_CHARACTER : tokenCount / context.length;
  return ({ content, location }) => {
    const lines = location === undefined ? 0 : location.endLine - location.startLine + 1;
    const characters = content === '' ? lines * CHARACTERS_PER_LINE : content.length;
    return characters === 0 ? {} : { about: Math.ceil((characters + HEADING_CHARACTERS) * perCharacter) };
  };
}
