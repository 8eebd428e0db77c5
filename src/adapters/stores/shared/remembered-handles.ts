import type { Scope } from '../../../core/store.ts';

/** A service has many owners; the handles least recently used are let go, with what they have loaded. */
const MOST_HANDLES = 64;

/** Gives the same handle for the same scope, so that what a handle has loaded serves the next query too. */
export function rememberedHandles<Handle>(create: (scope: Scope) => Handle): (scope: Scope) => Handle {
  const handles = new Map<string, Handle>();
  return (scope) => {
    const key = JSON.stringify([scope.owner, scope.project]);
    const handle = handles.get(key) ?? create(scope);
    handles.delete(key);
    handles.set(key, handle);
    for (const oldest of handles.keys()) {
      if (handles.size <= MOST_HANDLES) break;
      handles.delete(oldest);
    }
    return handle;
  };
}
