import { BoundedMap } from '../../../core/bounded-map.ts';
import type { Scope } from '../../../core/store.ts';

/** A service has many owners; the least recently used handles are evicted, with what they have cached. */
const MAX_HANDLES = 64;

interface HandleCache<Handle> {
  /** Returns the same handle for the same scope, so that its caches serve the next query too. */
  readonly of: (scope: Scope) => Handle;
  /** Empties the cache; a handle still in use keeps working. */
  readonly clear: () => void;
}

export function createHandleCache<Handle>(create: (scope: Scope) => Handle): HandleCache<Handle> {
  const handles = new BoundedMap<string, Handle>(MAX_HANDLES);
  return {
    of(scope) {
      const key = JSON.stringify([scope.owner, scope.project]);
      const handle = handles.get(key) ?? create(scope);
      handles.set(key, handle);
      return handle;
    },
    clear: () => handles.clear(),
  };
}
