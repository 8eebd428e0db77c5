import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dotProduct } from './float-vectors.ts';
import { largestScores } from './largest-scores.ts';
import { quantise, vectorScanner } from './quantised-vectors.ts';

const SEGMENT_SIZE = 8;

function normalised(components: readonly number[]): Float32Array {
  const length = Math.hypot(...components) || 1;
  return Float32Array.from(components, (component) => component / length);
}

const vectors = (dimensions: number) =>
  fc.array(
    fc
      .array(fc.integer({ min: -1000, max: 1000 }), { minLength: dimensions, maxLength: dimensions })
      .map(normalised),
    { minLength: 1, maxLength: 30 },
  );

describe('scanning quantised vectors', () => {
  it('always gives the similarity of full precision but for a hundredth', () => {
    const cases = fc
      .integer({ min: 1, max: 50 })
      .chain((dimensions) =>
        fc.record({ stored: vectors(dimensions), query: vectors(dimensions).map(([first]) => first!) }),
      );
    fc.assert(
      fc.property(cases, ({ stored, query }) => {
        const scanner = vectorScanner(quantise([query]).dimensions, SEGMENT_SIZE);
        for (let start = 0; start < stored.length; start += SEGMENT_SIZE) {
          scanner.put(start / SEGMENT_SIZE, quantise(stored.slice(start, start + SEGMENT_SIZE)));
        }
        const best = largestScores(stored.length);
        scanner.scan(quantise([query]), best);
        expect(scanner.count()).toBe(stored.length);
        expect(best.descending()).toHaveLength(stored.length);
        for (const { number, score } of best.descending()) {
          expect(Math.abs(score - dotProduct(stored[number]!, query))).toBeLessThan(0.02);
        }
      }),
    );
  });

  it('always keeps the best, however few are wanted', () => {
    const cases = fc.record({ stored: vectors(20), query: vectors(20).map(([first]) => first!) });
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 10 }), ({ stored, query }, limit) => {
        const scanner = vectorScanner(32, SEGMENT_SIZE);
        for (let start = 0; start < stored.length; start += SEGMENT_SIZE) {
          scanner.put(start / SEGMENT_SIZE, quantise(stored.slice(start, start + SEGMENT_SIZE)));
        }
        const [few, all] = [largestScores(limit), largestScores(stored.length)];
        scanner.scan(quantise([query]), few);
        scanner.scan(quantise([query]), all);
        expect(few.descending()).toEqual(all.descending().slice(0, limit));
      }),
    );
  });

  it('finds nothing with a query of another length', () => {
    const scanner = vectorScanner(16, SEGMENT_SIZE);
    scanner.put(0, quantise([normalised([1, 2, 3])]));
    const best = largestScores(5);
    scanner.scan(quantise([normalised(new Array<number>(40).fill(1))]), best);
    expect(best.descending()).toEqual([]);
  });

  it('forgets a deleted segment and sees a replaced one', () => {
    const scanner = vectorScanner(16, SEGMENT_SIZE);
    scanner.put(0, quantise([normalised([1, 0])]));
    scanner.put(3, quantise([normalised([0, 1]), normalised([1, 0])]));
    scanner.delete(0);
    const best = largestScores(5);
    scanner.scan(quantise([normalised([1, 0])]), best);
    expect(best.descending().map(({ number }) => number)).toEqual([25, 24]);
  });
});
