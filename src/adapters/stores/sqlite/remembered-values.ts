import type { Database } from './database.ts';
import type { ScopeHandle } from './scope-handle.ts';

/** About 10 MB of words or paths. */
const MOST_VALUES = 100_000;

/**
 * Looks values up by key and keeps them while the index stays the same: the questions of a session share
 * many words and files. `find` is asked for what is not known yet; absent keys are remembered as well.
 */
export function rememberedValues<Value>(
  database: Database,
  scope: ScopeHandle,
  find: (keys: readonly string[]) => ReadonlyMap<string, Value>,
  mostValues = MOST_VALUES,
): (keys: readonly string[]) => ReadonlyMap<string, Value> {
  let state = '';
  let known = new Map<string, Value | undefined>();
  return (keys) =>
    database.read(() => {
      // What is read while writing may still be undone.
      if (database.writing) return find(keys);
      const present = `${database.generation} ${scope.version()}`;
      if (state !== present || known.size > mostValues) known = new Map();
      state = present;
      const missing = keys.filter((key) => !known.has(key));
      if (missing.length > 0) {
        const found = find(missing);
        for (const key of missing) known.set(key, found.get(key));
      }
      const values = new Map<string, Value>();
      for (const key of keys) {
        const value = known.get(key);
        if (value !== undefined) values.set(key, value);
      }
      return values;
    });
}
