import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutLeading, withoutTrailing } from './trim.ts';

it('takes off what the expression for it would', () => {
  const text = fc.string({ unit: fc.constantFrom('/', '.', 'a', ' ') });
  fc.assert(
    fc.property(text, (given) => {
      expect(withoutTrailing(given, '/.')).toBe(given.replace(/[/.]+$/, ''));
      expect(withoutLeading(given, '/.')).toBe(given.replace(/^[/.]+/, ''));
    }),
  );
});
