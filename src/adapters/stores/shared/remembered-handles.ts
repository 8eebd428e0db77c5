import type { Scope } from '../../../core/store.ts';

/** A service has many owners; the least recently used handles are evicted, with what they have cached. */
const MAX_HANDLES = 64;

interface RememberedHandles<Handle> {
  /** Returns the same handle for the same scope, so that its caches serve the next query too. */
  readonly of: (scope: Scope) => Handle;
  /** Empties the cache; a handle still in use keeps working. */
  readonly dropCaches: () => void;
}

export function rememberedHandles<Handle>(create: (scope: Scope) => Handle): RememberedHandles<Handle> {
  const handles = new Map<string, Handle>();
  return {
    of(scope) {
      const key = JSON.stringify([scope.owner, scope.project]);
      const handle = handles.get(key) ?? create(scope);
      handles.delete(key);
      handles.set(key, handle);
      for (const oldest of handles.keys()) {
        if (handles.size <= MAX_HANDLES) break;
        handles.delete(oldest);
      }
      return handle;
    },
    dropCaches: () => handles.clear(),
  };
}
