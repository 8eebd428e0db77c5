import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageLinkage } from './average-linkage.ts';

function matrix(points: readonly number[]): Float64Array[] {
  return points.map((one) => Float64Array.from(points, (other) => -Math.abs(one - other)));
}

describe('average linkage', () => {
  it('finds groups that lie apart and leaves the lone point out', () => {
    const labels = averageLinkage(matrix([0, 0.1, 0.2, 10, 10.1, 10.2, 50]), 3);
    expect(labels[0]).toBe(labels[2]);
    expect(labels[3]).toBe(labels[5]);
    expect(labels[0]).not.toBe(labels[3]);
    expect(labels[6]).toBe(-1);
  });

  it('never gives a group below the least size, whatever the points', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { maxLength: 25 }),
        fc.integer({ min: 2, max: 5 }),
        (points, minSize) => {
          const labels = [...averageLinkage(matrix(points), minSize)];
          expect(labels).toHaveLength(points.length);
          for (const label of new Set(labels.filter((each) => each !== -1)))
            expect(labels.filter((each) => each === label).length).toBeGreaterThanOrEqual(minSize);
        },
      ),
    );
  });
});
