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
  { max: most, sizeOf }: { readonly max: number; readonly sizeOf: (value: Value) => number },
): (
  statements: ScopedStatements,
  version: number | undefined,
  keys: readonly string[],
) => Promise<ReadonlyMap<string, Value>> {
  let known = { version: 0, values: new Map<string, Value | undefined>(), size: 0 };
  return async (statements, version, keys) => {
    if (version === undefined) return find(statements, keys);
    if (known.version !== version || known.size > most) known = { version, values: new Map(), size: 0 };
    // Other calls may replace the cache meanwhile; what is found here belongs to this version.
    const current = known;
    const missing = keys.filter((key) => !current.values.has(key));
    if (missing.length > 0) {
      const found = await find(statements, missing);
      for (const key of missing) {
        const value = found.get(key);
        current.values.set(key, value);
        current.size += value === undefined ? 1 : sizeOf(value);
      }
    }
    const values = new Map<string, Value>();
    for (const key of keys) {
      const value = current.values.get(key);
      if (value !== undefined) values.set(key, value);
    }
    return values;
  };
}
