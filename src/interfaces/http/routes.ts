import type { HttpRoute, Operation } from '../../operations/operation.ts';

/** Names, percent-encoded, another project of the store that a request is about. */
export const PROJECT_HEADER = 'Dossier-Project';

/** An operation that HTTP serves, under its name in the library. */
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

/** Names of the fields in a path: `/threads/:thread/messages` → `thread`. */
export function pathFields(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
}
