import type { Engine } from '../core/engine.ts';
import { createLruCache, type LruCache } from '../core/lru-cache.ts';
import { SEARCH_DEFAULTS, type SearchOptions, type SearchResult } from '../core/query.ts';
import { type SearchCall, searchProject } from './search-project.ts';

/** Results of the last 32 searches for 30 s: enough for a few people who adjust a budget back and forth. */
export function createSearchCache(): LruCache<SearchResult> {
  return createLruCache({ maxEntries: 32, timeToLive: 30_000 });
}

/**
 * Searches, unless the same search just ran on the same index and records: another budget or format reuses the cached
 * hits. Without `engine.searchCache` every call searches.
 */
export async function searchCached(
  engine: Engine,
  text: string,
  options: SearchOptions,
  call: SearchCall,
): Promise<{ readonly result: SearchResult; readonly cached: boolean }> {
  const cache = engine.searchCache;
  if (cache === undefined) return { result: await searchProject(engine, text, options, call), cached: false };
  const store = await engine.store();
  const versions = [
    (await store.index(engine.scope).size()).version,
    await store.records(engine.recordScope).version(),
  ];
  const key = JSON.stringify([engine.scope, versions, text, searchKey(options)]);
  const before = cache.get(key, call.now);
  if (before !== undefined) return { result: before, cached: true };
  const result = await searchProject(engine, text, options, call);
  cache.set(key, result, call.now);
  return { result, cached: false };
}

/** The options that decide what is found. `3d` ago is a new time at every call, so only its minute counts. */
function searchKey(options: SearchOptions): readonly unknown[] {
  const given = new Map(Object.entries(options));
  const since = options.since === undefined ? undefined : Math.floor(options.since / 60_000);
  return Object.keys(SEARCH_DEFAULTS).map((name) => (name === 'since' ? since : given.get(name)));
}
