import { BoundedMap } from '../../../core/bounded-map.ts';
import type { ScopedStatements } from './scope-handle.ts';

type Find<Value> = (
  statements: ScopedStatements,
  keys: readonly string[],
) => Promise<ReadonlyMap<string, Value>>;

/**
 * Looks up values by key and caches them while the version stays the same: questions of a session share many words
 * and files. `find` gets the keys that are not cached; absent keys are cached too. The version must be read by the
 * same statements; without one, nothing is cached.
 */
export function cachedLookup<Value>(
  find: Find<Value>,
  { max, sizeOf }: { readonly max: number; readonly sizeOf: (value: Value) => number },
): (
  statements: ScopedStatements,
  version: number | undefined,
  keys: readonly string[],
) => Promise<ReadonlyMap<string, Value>> {
  const emptyCache = () =>
    new BoundedMap<string, Value | undefined>(max, (value) => (value === undefined ? 1 : sizeOf(value)));
  let known = { version: 0, values: emptyCache() };
  return async (statements, version, keys) => {
    if (version === undefined) return find(statements, keys);
    if (known.version !== version) known = { version, values: emptyCache() };
    // Other calls may replace the cache meanwhile; what is found here belongs to this version.
    const current = known.values;
    const values = new Map<string, Value>();
    const missing: string[] = [];
    for (const key of keys) {
      const value = current.get(key);
      if (value !== undefined) values.set(key, value);
      else if (!current.has(key)) missing.push(key);
    }
    if (missing.length === 0) return values;
    const found = await find(statements, missing);
    for (const key of missing) {
      const value = found.get(key);
      current.set(key, value);
      if (value !== undefined) values.set(key, value);
    }
    return values;
  };
}
