import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskSecretsIn } from '../mask-secrets.ts';
import { secretRulesSchema } from './secret-rules.ts';

const rules = (mask: readonly string[], allow: readonly string[] = []) =>
  secretRulesSchema.parse({ mask, allow });
/** Put together at run time, so that this file holds no token itself. */
const BODY = 'k8QzW2mVx0LpR7tYc3Nd5HsB1fGjA9uEo4iS';

test('a pattern of the project is masked, and what stands before its * stays', () => {
  const added = rules(['acme_*', 'Moorhuhn-17', 'USER<*>']);
  const { text, kinds } = maskSecretsIn('a acme_north b\nMoorhuhn-17, USER<x7>.', added);
  expect(text).toBe('a acme_[masked] b\n[masked], USER<[masked].');
  expect(kinds).toEqual({ 'added by the project': 3 });
  expect(maskSecretsIn(text, added).text).toBe(text);
});

test('what the project allows stays, and nothing beside it', () => {
  const text = `one ghp_${BODY} two ghp_${BODY.toLowerCase()}`;
  expect(maskSecretsIn(text, rules([], [`ghp_${BODY}`])).text).toBe(`one ghp_${BODY} two ghp_[masked]`);
  expect(maskSecretsIn(text, rules([], ['ghp_k8Q*'])).text).toBe(`one ghp_${BODY} two ghp_[masked]`);
  expect(maskSecretsIn(text, rules([], [BODY.slice(0, 8)])).masked).toBe(1);
  const named = `password = "${BODY.slice(0, 16)}"`;
  expect(maskSecretsIn(named, rules([], [BODY.slice(0, 16)])).text).toBe(named);
});

test.each(['*', 'abc*', 'a*b*c', 'x'.repeat(300)])('the pattern %s is refused', (pattern) => {
  expect(secretRulesSchema.safeParse({ mask: [pattern] }).success).toBe(false);
});

test('any pattern that is taken is searched without changing the number of lines, and once is enough', () => {
  const pattern = fc.tuple(fc.string({ minLength: 4, maxLength: 8 }), fc.constantFrom('', '*', '*x'));
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 3 }), fc.array(fc.string()), (parts, texts) => {
      const given = secretRulesSchema.safeParse({
        mask: parts.map(([head, tail]) => head.replaceAll('*', '+') + tail),
      });
      fc.pre(given.success);
      const text = [...texts, ...parts.map(([head]) => `${head}abcx`)].join('\n');
      const once = maskSecretsIn(text, given.data).text;
      expect(once.split('\n')).toHaveLength(text.split('\n').length);
      expect(maskSecretsIn(once, given.data).text).toBe(once);
    }),
  );
});
