import { refuseUnknown } from '../core/refuse-unknown.ts';
import type { Operation } from './operation.ts';

/** Otherwise a misspelt option would be ignored silently. */
export function refuseUnknownFields(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  omit: readonly string[] = [],
): void {
  const known = Object.keys(operation.input.shape).filter((name) => !omit.includes(name));
  refuseUnknown('field', Object.keys(input), known);
}
