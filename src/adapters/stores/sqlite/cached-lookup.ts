import { BoundedMap } from '../../../core/bounded-map.ts';
import type { Database } from './database.ts';
import type { ScopeHandle } from './scope-handle.ts';

/**
 * Looks up values by key, in key order, and caches them while the index version stays the same: questions of a
 * session share many words and files. `find` gets the keys that are not cached; absent keys are cached too.
 */
export function cachedLookup<Key extends string | number, Value>(
  database: Database,
  scope: ScopeHandle,
  find: (keys: readonly Key[]) => ReadonlyMap<Key, Value>,
  { max, sizeOf = () => 1 }: { readonly max: number; readonly sizeOf?: (value: Value) => number },
): (keys: readonly Key[]) => (Value | undefined)[] {
  const emptyCache = () =>
    new BoundedMap<Key, Value | undefined>(max, (value) => (value === undefined ? 1 : sizeOf(value)));
  let state = '';
  let known = emptyCache();

  return (keys) =>
    database.read(() => {
      // What is read during a write may still be rolled back.
      if (database.writing) {
        const found = find(keys);
        return keys.map((key) => found.get(key));
      }
      const present = `${database.generation} ${scope.version()}`;
      if (state !== present) known = emptyCache();
      state = present;
      const values = keys.map((key) => known.get(key));
      const absent = keys.filter((key, place) => values[place] === undefined && !known.has(key));
      const missing = [...new Set(absent)];
      if (missing.length === 0) return values;
      const found = find(missing);
      for (const key of missing) known.set(key, found.get(key));
      return values.map((value, place) => value ?? found.get(keys[place]!));
    });
}

/** The values that exist, by key. */
export function foundOf<Key, Value>(
  keys: readonly Key[],
  values: readonly (Value | undefined)[],
): ReadonlyMap<Key, Value> {
  const found = new Map<Key, Value>();
  for (const [place, key] of keys.entries()) {
    const value = values[place];
    if (value !== undefined) found.set(key, value);
  }
  return found;
}
