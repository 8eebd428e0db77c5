import type { HttpRoute, Operation } from '../../operations/operation.ts';

/** Header that names, percent-encoded, another project of the store. */
export const PROJECT_HEADER = 'Dossier-Project';

/** An operation served over HTTP, under its library name. */
export interface Served {
  readonly name: string;
  readonly operation: Operation;
  readonly route: HttpRoute;
}

export function servedOf(operations: Readonly<Record<string, Operation>>): readonly Served[] {
  return Object.entries(operations).flatMap(([name, operation]) =>
    'notServed' in operation.http ? [] : [{ name, operation, route: operation.http }],
  );
}

/** Field names in a path: `/threads/:thread/messages` → `thread`. */
export function pathFields(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
}

/** The scope a caller's token must have. */
export function scopeFor({ effect }: Operation, { scope }: HttpRoute): 'read' | 'write' | 'admin' {
  return scope ?? (effect === 'read' ? 'read' : 'write');
}
