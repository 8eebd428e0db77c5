import { hashText } from '../../../core/hash.ts';
import type { Json, Scalar } from '../../../core/store.ts';

/** Longer values are compared by their hash, which keeps the index of fields small. */
const LONGEST_VALUE = 120;

/** The scalar top-level fields of a record's body in the form filters compare. */
export function fieldValues(body: { readonly [key: string]: Json }): (readonly [string, string])[] {
  return Object.entries(body).flatMap(([field, value]) =>
    typeof value === 'object' ? [] : [[field, comparableValue(value)] as const],
  );
}

/** Type and value in one text: the number 1, the string "1" and true all differ. */
export function comparableValue(value: Scalar): string {
  const text = JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? text : `#${hashText(text)}`;
}

export function acceptedValues(condition: Scalar | readonly Scalar[]): string[] {
  return (isList(condition) ? condition : [condition]).map(comparableValue);
}

function isList(condition: Scalar | readonly Scalar[]): condition is readonly Scalar[] {
  return Array.isArray(condition);
}
