import fc from 'fast-check';
import { expect, it } from 'vitest';
import { topicsOf } from './topics.ts';

const vector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 })
  .map((components) => Float32Array.from(components));
const length = (of: Float32Array) => Math.hypot(...of);

it('are never more than asked for or than there are vectors, of length one, and always the same', () => {
  fc.assert(
    fc.property(fc.array(vector, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (vectors, most) => {
      const topics = topicsOf(vectors, most);
      expect(topics).toHaveLength(Math.min(most, vectors.length));
      for (const topic of topics)
        expect(length(topic) < 1e-6 || Math.abs(length(topic) - 1) < 1e-3).toBe(true);
      expect(topicsOf(vectors, most)).toEqual(topics);
    }),
  );
});

it('are the means of groups', () => {
  const near = (x: number, y: number) => Float32Array.from([x, y]);
  const vectors = [near(1, 0.1), near(1, -0.1), near(1, 0), near(0.1, 1), near(-0.1, 1), near(0, 1)];
  const topics = topicsOf(vectors, 2).map((topic) =>
    Array.from(topic, (value) => Math.round(value * 100) / 100),
  );
  expect(topics).toEqual([
    [1, 0],
    [0, 1],
  ]);
});
