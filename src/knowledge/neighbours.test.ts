import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadToNeighbours } from './neighbours.ts';

const at = (position: number, score: number, session = 's') => ({
  id: `${session}${position}`,
  session,
  position,
  score,
});

describe('what was said near a good answer', () => {
  it('counts, the nearer the more, and only within its session', () => {
    const scores = spreadToNeighbours([at(1, 0.8), at(2, 0), at(3, 0), at(9, 0, 'other')]);
    expect(scores.get('s2')!).toBeGreaterThan(scores.get('s3')!);
    expect(scores.get('s3')!).toBeGreaterThan(0);
    expect(scores.get('other9')).toBe(0);
  });

  it('never lowers a score, never leaves 0..1, and a zero session stays zero', () => {
    const records = fc.uniqueArray(
      fc.record({
        id: fc.string({ minLength: 1, maxLength: 3 }),
        session: fc.constantFrom('a', 'b'),
        position: fc.nat(20),
        score: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(records, (given) => {
        const scores = spreadToNeighbours(given);
        for (const { id, score } of given) {
          expect(scores.get(id)!).toBeGreaterThanOrEqual(score);
          expect(scores.get(id)!).toBeLessThanOrEqual(1);
        }
        for (const score of spreadToNeighbours(given.map((record) => ({ ...record, score: 0 }))).values()) {
          expect(score).toBe(0);
        }
      }),
    );
  });
});
