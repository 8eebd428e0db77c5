import type { Engine } from '../core/engine.ts';
import { type SearchOptions, searchOptionsSchema } from '../core/query.ts';
import type { SearchResult } from './search-index.ts';
import { type SearchCall, searchProject } from './search-project.ts';

/** Results of the latest searches by everything they depend on, least recent first. */
export type RecentSearches = Map<string, { readonly result: SearchResult; readonly madeAt: number }>;

/** Enough for a few people who move a budget to and fro; a result holds a few hundred places. */
const MOST = 32;
const TIME_TO_LIVE = 30_000;

export function createRecentSearches(): RecentSearches {
  return new Map();
}

/**
 * Searches, unless the very same was searched a moment ago on the same index and records: another budget
 * or format fits the known hits again. Without `engine.recentSearches` every call searches.
 */
export async function searchOnce(
  engine: Engine,
  text: string,
  options: SearchOptions,
  call: SearchCall,
): Promise<{ readonly result: SearchResult; readonly known: boolean }> {
  const recent = engine.recentSearches;
  if (recent === undefined) return { result: await searchProject(engine, text, options, call), known: false };
  const store = await engine.store();
  const versions = [
    (await store.index(engine.scope).size()).version,
    await store.records(engine.scope).version(),
  ];
  const key = JSON.stringify([engine.scope, versions, text, searchOptionsSchema.parse(options)]);
  const before = recent.get(key);
  recent.delete(key);
  if (before !== undefined && call.now - before.madeAt < TIME_TO_LIVE) {
    recent.set(key, before);
    return { result: before.result, known: true };
  }
  const result = await searchProject(engine, text, options, call);
  recent.set(key, { result, madeAt: call.now });
  const oldest = recent.keys().next();
  if (recent.size > MOST && !oldest.done) recent.delete(oldest.value);
  return { result, known: false };
}
