import { DossierError } from '../core/errors.ts';
import type { Operation } from './operation.ts';

/** A misspelt option would be ignored, and the caller never know. */
export function refuseUnknownFields(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  omit: readonly string[] = [],
): void {
  const known = Object.keys(operation.input.shape).filter((name) => !omit.includes(name));
  const unknown = Object.keys(input).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new DossierError(
    'invalid-input',
    `Unknown field ${unknown.map((name) => `"${name}"`).join(', ')}. Known fields: ${known.join(', ') || 'none'}.`,
  );
}
