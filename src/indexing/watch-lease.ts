import type { Engine } from '../core/engine.ts';
import { hashText } from '../core/text/hash.ts';

/** The lease of the process that indexes and watches the files for an owner; the others only read. */
export function watchLease({ scope }: Pick<Engine, 'scope'>): string {
  return `watch-${ownerPart(scope.owner)}`;
}

/** The lease of the helper process of a project and an owner: there is one at most. */
export function helperLease({ scope }: Pick<Engine, 'scope'>): string {
  return `helper-${ownerPart(scope.owner)}`;
}

/** Part of a file name; must differ for every two owners. */
function ownerPart(owner: string): string {
  return /^[\w-]{1,50}$/.test(owner) ? owner : hashText(owner);
}
