import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { squarify } from './squarify.ts';

describe('squarify', () => {
  it('always fills the area with boxes in proportion to their weights', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(weights, (values) => {
        const sorted = [...values].sort((a, b) => b - a);
        const boxes = squarify(sorted, { x: 0, y: 0, width: 800, height: 500 });
        const total = sorted.reduce((sum, value) => sum + value, 0);
        expect(boxes).toHaveLength(sorted.length);
        for (const [index, box] of boxes.entries()) {
          expect(box.width * box.height).toBeCloseTo(((sorted[index] ?? 0) / total) * 400_000, 3);
          expect(box.x).toBeGreaterThanOrEqual(-1e-6);
          expect(box.x + box.width).toBeLessThanOrEqual(800 + 1e-6);
          expect(box.y + box.height).toBeLessThanOrEqual(500 + 1e-6);
        }
      }),
    );
  });

  it('gives nothing for nothing', () => {
    expect(squarify([], { x: 0, y: 0, width: 10, height: 10 })).toEqual([]);
  });
});
