import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadToNeighbours } from './neighbours.ts';

const at = (position: number, score: number, { session = 's', words = [] as readonly string[] } = {}) => ({
  id: `${session}${position}`,
  session,
  position,
  score,
  words: new Map(words.map((word) => [word, 1])),
});
const RARITY = new Map([
  ['rare', 5],
  ['common', 1],
]);

describe('what was said near a good answer', () => {
  it('counts, the nearer the more, and only within its session', () => {
    const scores = spreadToNeighbours(
      [at(1, 0.8), at(2, 0), at(3, 0), at(9, 0, { session: 'other' })],
      RARITY,
    );
    expect(scores.get('s2')!).toBeGreaterThan(scores.get('s3')!);
    expect(scores.get('s3')!).toBeGreaterThan(0);
    expect(scores.get('other9')).toBe(0);
  });

  it('counts more where more of the question is said, each word once and the rare ones first', () => {
    const near = (...said: string[][]) =>
      spreadToNeighbours([at(1, 0), ...said.map((words, index) => at(index + 2, 0, { words }))], RARITY).get(
        's1',
      )!;
    expect(near(['common'])).toBeGreaterThan(near([]));
    expect(near(['rare'])).toBeGreaterThan(near(['common']));
    expect(near(['rare'], ['common'])).toBeGreaterThan(near(['rare'], ['rare']));
  });

  it('never lowers a score, never leaves 0..1, and a zero session stays zero', () => {
    const records = fc.uniqueArray(
      fc.record({
        id: fc.string({ minLength: 1, maxLength: 3 }),
        session: fc.constantFrom('a', 'b'),
        position: fc.nat(20),
        score: fc.double({ min: 0, max: 1, noNaN: true }),
        words: fc.constantFrom(new Map(), new Map([['rare', 1]]), new Map([['common', 0.5]])),
      }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(records, (given) => {
        const scores = spreadToNeighbours(given, RARITY);
        for (const { id, score } of given) {
          expect(scores.get(id)!).toBeGreaterThanOrEqual(score);
          expect(scores.get(id)!).toBeLessThanOrEqual(1);
        }
        const silent = given.map((record) => ({ ...record, score: 0, words: new Map() }));
        for (const score of spreadToNeighbours(silent, RARITY).values()) expect(score).toBe(0);
      }),
    );
  });
});
