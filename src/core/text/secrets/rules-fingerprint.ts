import { hashText } from '../hash.ts';
import { CODE } from './decoded-text.ts';
import { ASSIGNED, NAME } from './find-named-values.ts';
import { LISTS, SHAPES } from './shape-forms.ts';
import { DISTINCT, WORDLIKE } from './token-forms.ts';
import { WITHOUT_PREFIX } from './unprefixed-forms.ts';

/** Set by the build in what processes load: hashing all rules takes as long as a short search. */
declare const RULES_FINGERPRINT: string | undefined;

let known = typeof RULES_FINGERPRINT === 'string' ? RULES_FINGERPRINT : undefined;

/** Tells one release's rules from another's: a text that older rules left alone may hold a secret newer ones know. */
export function rulesFingerprint(): string {
  const tables = [DISTINCT, WORDLIKE, WITHOUT_PREFIX, SHAPES, LISTS, NAME, ASSIGNED, CODE];
  known ??= hashText(
    JSON.stringify(tables, (_key, value: unknown) => (value instanceof RegExp ? value.source : value)),
  );
  return known;
}
