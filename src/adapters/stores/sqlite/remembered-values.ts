import type { Database } from './database.ts';
import type { ScopeHandle } from './scope-handle.ts';

/**
 * Looks values up by key and keeps them while the index stays the same: the questions of a session share
 * many words and files. `find` is asked for what is not known yet; absent keys are remembered as well.
 */
export function rememberedValues<Key extends string | number, Value>(
  database: Database,
  scope: ScopeHandle,
  find: (keys: readonly Key[]) => ReadonlyMap<Key, Value>,
  { most, sizeOf = () => 1 }: { readonly most: number; readonly sizeOf?: (value: Value) => number },
): (keys: readonly Key[]) => ReadonlyMap<Key, Value> {
  let state = '';
  let known = new Map<Key, Value | undefined>();
  let size = 0;
  return (keys) =>
    database.read(() => {
      // What is read while writing may still be undone.
      if (database.writing) return find(keys);
      const present = `${database.generation} ${scope.version()}`;
      if (state !== present || size > most) {
        known = new Map();
        size = 0;
      }
      state = present;
      const values = new Map<Key, Value>();
      const missing: Key[] = [];
      for (const key of keys) {
        const value = known.get(key);
        if (value !== undefined) values.set(key, value);
        else if (!known.has(key)) missing.push(key);
      }
      if (missing.length === 0) return values;
      const found = find(missing);
      for (const key of missing) {
        const value = found.get(key);
        known.set(key, value);
        size += value === undefined ? 1 : sizeOf(value);
        if (value !== undefined) values.set(key, value);
      }
      return values;
    });
}
