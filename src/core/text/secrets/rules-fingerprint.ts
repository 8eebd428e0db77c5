import { hashText } from '../hash.ts';
import { ASSIGNED, NAME } from './find-named-values.ts';
import { LISTS, SHAPES } from './shape-forms.ts';
import { DISTINCT, WITHOUT_PREFIX, WORDLIKE } from './token-forms.ts';

/** Set by the build in what processes load: hashing all rules takes as long as a short search. */
declare const RULES_FINGERPRINT: string | undefined;

let known = typeof RULES_FINGERPRINT === 'string' ? RULES_FINGERPRINT : undefined;

/** Tells one release's rules from another's: a text that older rules left alone may hold a secret newer ones know. */
export function rulesFingerprint(): string {
  const tables = [DISTINCT, WORDLIKE, WITHOUT_PREFIX, SHAPES, LISTS, NAME, ASSIGNED];
  known ??= hashText(
    JSON.stringify(tables, (_key, value: unknown) => (value instanceof RegExp ? value.source : value)),
  );
  return known;
}
