import fc from 'fast-check';
import { expect, it } from 'vitest';
import { largestScores } from './largest-scores.ts';

it('always keeps exactly the best, equal scores by number', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.nat({ max: 12 }), (scores, limit) => {
      const best = largestScores(limit);
      for (const [number, score] of scores.entries()) best.offer(number, score);
      const expected = scores
        .map((score, number) => ({ number, score }))
        .sort((left, right) => right.score - left.score || left.number - right.number)
        .slice(0, limit);
      expect(best.descending()).toEqual(expected);
    }),
  );
});
