import { type Suggestion, suggestNames } from '../retrieval/suggest-names.ts';
import type { Engine } from './engine.ts';

/** What the last word of a query could become, from the names and paths of the project. */
export async function suggestQuery(
  engine: Engine,
  text: string,
  limit: number,
): Promise<readonly Suggestion[]> {
  return suggestNames((await engine.store()).index(engine.scope), text, { limit });
}
