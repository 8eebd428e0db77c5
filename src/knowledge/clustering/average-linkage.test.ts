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

  it('leaves no point that fits better into another group, whatever the similarities', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 }), {
          minLength: 12,
          maxLength: 12,
        }),
        (rows) => {
          const similarity = rows.map((row, one) =>
            Float64Array.from(row, (_, other) => rows[Math.max(one, other)]![Math.min(one, other)]!),
          );
          const pairs = similarity.flatMap((row, one) => [...row.slice(0, one)]);
          const mean = pairs.reduce((sum, value) => sum + value, 0) / pairs.length;
          const variance = pairs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / pairs.length;
          const usual = mean + 0.4 * Math.sqrt(variance);
          const labels = averageLinkage(similarity, 1);
          const gainOf = (point: number, label: number) =>
            [...similarity[point]!].reduce(
              (sum, value, other) => (other !== point && labels[other] === label ? sum + value - usual : sum),
              0,
            );
          for (const [point, own] of labels.entries()) {
            const best = Math.max(0, ...[...new Set(labels)].map((label) => gainOf(point, label)));
            expect(gainOf(point, own)).toBeGreaterThanOrEqual(best - 1e-6);
          }
        },
      ),
    );
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
