import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnapsackItem, knapsack } from './knapsack.ts';

const item = fc.record({ value: fc.integer({ min: 0, max: 50 }), weight: fc.integer({ min: 0, max: 40 }) });

function totals(items: readonly KnapsackItem[], chosen: readonly number[]) {
  return {
    value: chosen.reduce((sum, index) => sum + items[index]!.value, 0),
    weight: chosen.reduce((sum, index) => sum + items[index]!.weight, 0),
  };
}

function bruteForce(items: readonly KnapsackItem[], capacity: number): number {
  let best = 0;
  for (let mask = 0; mask < 1 << items.length; mask++) {
    const chosen = items.map((_, index) => index).filter((index) => mask & (1 << index));
    const { value, weight } = totals(items, chosen);
    if (weight <= capacity && value > best) best = value;
  }
  return best;
}

describe('knapsack', () => {
  it('is as good as trying every subset', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 10 }), fc.nat(120), (items, capacity) => {
        const chosen = knapsack(items, capacity);
        const { value, weight } = totals(items, chosen);
        expect(weight).toBeLessThanOrEqual(capacity);
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(value).toBe(bruteForce(items, capacity));
      }),
      { numRuns: 500 },
    );
  });

  it('takes everything when everything fits, and nothing into nothing', () => {
    expect(
      knapsack(
        [
          { value: 1, weight: 3 },
          { value: 1, weight: 4 },
        ],
        7,
      ),
    ).toEqual([0, 1]);
    expect(knapsack([{ value: 1, weight: 3 }], 0)).toEqual([]);
    expect(knapsack([], 10)).toEqual([]);
  });

  it('is never worse than taking by value per weight', () => {
    const numbers = fc.array(
      fc.record({
        value: fc.double({ min: 0.01, max: 1, noNaN: true }),
        weight: fc.integer({ min: 1, max: 500 }),
      }),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(numbers, fc.nat(5000), (items, capacity) => {
        let room = capacity;
        let greedy = 0;
        for (const each of items.toSorted((a, b) => b.value / b.weight - a.value / a.weight)) {
          if (each.weight > room) continue;
          room -= each.weight;
          greedy += each.value;
        }
        expect(totals(items, knapsack(items, capacity)).value).toBeGreaterThanOrEqual(greedy - 1e-9);
      }),
      { numRuns: 200 },
    );
  });
});
