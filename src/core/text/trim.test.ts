import fc from 'fast-check';
import { expect, it } from 'vitest';
import { trimEndOf, trimStartOf } from './trim.ts';

it('takes off what the expression for it would', () => {
  const text = fc.string({ unit: fc.constantFrom('/', '.', 'a', ' ') });
  fc.assert(
    fc.property(text, (given) => {
      expect(trimEndOf(given, '/.')).toBe(given.replace(/[/.]+$/, ''));
      expect(trimStartOf(given, '/.')).toBe(given.replace(/^[/.]+/, ''));
    }),
  );
});
