import { DossierError } from '../../../core/errors.ts';
import type { FieldWeights, Json, RecordFilter, Scalar } from '../../../core/store.ts';
import { hashText } from '../../../core/text/hash.ts';

/** Records have a single word field. */
export const TEXT_ONLY: FieldWeights = { name: 0, path: 0, doc: 0, body: 1 };

/** Longer values are compared by hash, which keeps the field index small. */
const LONGEST_VALUE = 120;

/** The scalar top-level fields of a record's body, as filters compare them. */
export function fieldValues(body: { readonly [key: string]: Json }): (readonly [string, string])[] {
  return Object.entries(body).flatMap(([field, value]) =>
    typeof value === 'object' ? [] : [[field, comparableValue(value)] as const],
  );
}

/** Encodes type and value in one text: the number 1, the string "1" and true all differ. */
function comparableValue(value: Scalar): string {
  const text = JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? text : `#${hashText(text)}`;
}

export function acceptedValues(condition: Scalar | readonly Scalar[]): string[] {
  return (isList(condition) ? condition : [condition]).map(comparableValue);
}

function isList(condition: Scalar | readonly Scalar[]): condition is readonly Scalar[] {
  return Array.isArray(condition);
}

export function isUnrestricted({ where = {}, since, until }: RecordFilter): boolean {
  return Object.keys(where).length === 0 && since === undefined && until === undefined;
}

/** The version of a record before the write, 0 for a new one; throws when another writer came first. */
export function versionBefore(
  record: { readonly kind: string; readonly id: string },
  present: { readonly version: number } | undefined,
  expected: number | undefined,
): number {
  const version = present?.version ?? 0;
  if (expected === undefined || expected === version) return version;
  throw new DossierError(
    'conflict',
    `The ${record.kind} ${record.id} is at version ${version}, not ${expected}; read it again and repeat the change.`,
  );
}
