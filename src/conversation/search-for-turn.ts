import { itemsOfHits } from '../context/items-of-hits.ts';
import type { Engine } from '../core/engine.ts';
import { SEARCH_DEFAULTS } from '../core/query.ts';
import { type SearchCall, searchProject } from '../search/search-project.ts';
import type { Found } from './prime-sources.ts';

/** The chunks that match a message best, as items. */
export async function searchForTurn(
  engine: Engine,
  message: string,
  options: { readonly paths: readonly string[]; readonly limit: number },
  call: SearchCall,
): Promise<Found> {
  const search = { ...SEARCH_DEFAULTS, paths: [...options.paths], limit: options.limit };
  const { hits, certainty, warnings } = await searchProject(engine, message, search, call);
  // Nobody asked for a search, so only likely hits are added.
  if (certainty !== 'likely') return { items: [], warnings };
  return { items: await itemsOfHits(engine, hits), warnings };
}
