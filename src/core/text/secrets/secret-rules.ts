import { z } from 'zod';
import { MASK, type SecretSpan } from './secret-span.ts';

/** The longest text a `*` matches. */
const MAX_WILD = 200;
const MIN_LITERAL = 4;

/**
 * A text with at most one `*`, at the end or inside: such a pattern is matched in linear time, unlike a regular
 * expression of a project's choice.
 */
const pattern = z
  .string()
  .max(MAX_WILD)
  .refine((text) => text.split('*').length <= 2, 'has more than one *')
  .refine(
    (text) => (text.split('*')[0] ?? '').length >= MIN_LITERAL,
    `needs ${MIN_LITERAL} characters before the *`,
  );
const patterns = z.array(pattern).max(100).default([]);

/** What a project adds to the known secrets, and what in its files and history is not a secret. */
export const secretRulesSchema = z.strictObject({
  mask: patterns.describe('More secrets to mask, each a text with at most one *: acme_*'),
  allow: patterns.describe(
    'Texts in files and commits that look like secrets but are not, each with at most one *',
  ),
});
export type SecretRules = Readonly<z.output<typeof secretRulesSchema>>;

/** Secrets of the forms a project added. The text before the `*` stays readable. */
export function findAdded(text: string, rules: SecretRules): SecretSpan[] {
  return compiled(rules).mask.flatMap(({ head, form }) => {
    if (!text.includes(head)) return [];
    return Array.from(text.matchAll(form), (match) => ({
      start: match.index + (match[0].length > head.length ? head.length : 0),
      end: match.index + match[0].length,
      kind: 'added by the project',
    })).filter(({ start, end }) => !text.startsWith(MASK, start) && end > start);
  });
}

/** Whether the project allows a secret, by its text and the name before it. */
export function isAllowed(text: string, { start, end }: SecretSpan, rules: SecretRules): boolean {
  if (rules.allow.length === 0) return false;
  const before = /[\w.$~:/-]*$/.exec(text.slice(Math.max(0, start - MAX_WILD), start))?.[0] ?? '';
  const whole = before + text.slice(start, end);
  return compiled(rules).allow.some(({ head, form }) => {
    form.lastIndex = 0;
    // Starts anywhere in the name before it, but reaches the end of the secret.
    for (let match = form.exec(whole); match !== null; match = form.exec(whole)) {
      if (match.index <= before.length && match.index + match[0].length >= whole.length) return true;
      form.lastIndex = match.index + head.length;
    }
    return false;
  });
}

interface Compiled {
  readonly head: string;
  readonly form: RegExp;
}

const cache = new WeakMap<
  SecretRules,
  { readonly mask: readonly Compiled[]; readonly allow: readonly Compiled[] }
>();

function compiled(rules: SecretRules) {
  const known = cache.get(rules) ?? { mask: rules.mask.map(compile), allow: rules.allow.map(compile) };
  cache.set(rules, known);
  return known;
}

function compile(text: string): Compiled {
  const [head = '', tail] = text.split('*');
  const quote = (literal: string) => literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const wild = tail === undefined ? '' : `[^\\s"'\`]{1,${MAX_WILD}}${tail === '' ? '' : `?${quote(tail)}`}`;
  return { head, form: new RegExp(quote(head) + wild, 'g') };
}
