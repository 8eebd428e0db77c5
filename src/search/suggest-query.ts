import type { Engine } from '../core/engine.ts';
import { type Suggestion, suggestNames } from './suggest-names.ts';

/** What the last word of a query could become, from the names and paths of the project. */
export async function suggestQuery(
  engine: Engine,
  text: string,
  limit: number,
): Promise<readonly Suggestion[]> {
  return suggestNames((await engine.store()).index(engine.scope), text, { limit });
}
