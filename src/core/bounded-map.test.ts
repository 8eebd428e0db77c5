import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

it('never weighs more than its bound and keeps the youngest, whatever is set and deleted', () => {
  const step = fc.record({ key: fc.integer({ min: 0, max: 20 }), weight: fc.integer({ min: 0, max: 12 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 40 }), (steps, max) => {
      const map = new BoundedMap<number, number>(max, (weight) => weight);
      let order: (readonly [number, number])[] = [];
      for (const { key, weight } of steps) {
        order = order.filter(([other]) => other !== key);
        if (weight === 0) map.delete(key);
        else {
          map.set(key, weight);
          order.push([key, weight]);
        }
        expect(sum(map.values())).toBeLessThanOrEqual(max);
        // What is left is the end of what was set, as it was set.
        expect([...map]).toEqual(order.slice(order.length - map.size));
      }
      map.clear();
      expect(map.set(-1, max).size).toBe(1);
    }),
  );
});

it('drops at most a quarter more than it must', () => {
  const map = new BoundedMap<number, string>(100);
  for (let key = 0; key < 1000; key++) {
    map.set(key, 'x');
    expect(map.size).toBeGreaterThanOrEqual(Math.min(key + 1, 75));
  }
});
