import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeUnitAt } from './code-unit-at.ts';

test('a unit is what charCodeAt says, also outside the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: -2, max: 12 }), (text, index) => {
      expect(codeUnitAt(text, index)).toBe(text.charCodeAt(index));
    }),
  );
});
