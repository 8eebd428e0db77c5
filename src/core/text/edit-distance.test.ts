import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

const word = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 3, maxLength: 9 });

it('is none for the same word, the same both ways, and at least the difference in length', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, a)).toBe(0);
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    }),
  );
});

it('is at most one for two letters swapped', () => {
  fc.assert(
    fc.property(word, fc.nat(), (a, at) => {
      const place = at % (a.length - 1);
      const swapped = a.slice(0, place) + a[place + 1] + a[place] + a.slice(place + 2);
      expect(editDistance(a, swapped)).toBeLessThanOrEqual(1);
    }),
  );
});
