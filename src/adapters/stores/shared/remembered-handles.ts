import type { Scope } from '../../../core/store.ts';

/** A service has many owners; the handles least recently used are let go, with what they have loaded. */
const MOST_HANDLES = 64;

interface RememberedHandles<Handle> {
  /** The same handle for the same scope, so that what a handle has loaded serves the next query too. */
  readonly of: (scope: Scope) => Handle;
  /** Who still works with a handle keeps it. */
  readonly letGo: () => void;
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
        if (handles.size <= MOST_HANDLES) break;
        handles.delete(oldest);
      }
      return handle;
    },
    letGo: () => handles.clear(),
  };
}
