import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ContextItem } from '../core/item.ts';
import { placeFirst } from './query-context.ts';

const record = fc.record({
  relevance: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 10, max: 4000 }),
});

it('a larger budget never tells less of what was learnt', () => {
  fc.assert(
    fc.property(
      fc.array(record, { maxLength: 14 }),
      fc.integer({ min: 0, max: 6000 }),
      fc.integer({ min: 0, max: 6000 }),
      (records, budget, more) => {
        const learnt = records.map(
          ({ relevance, length }, index): ContextItem => ({
            id: `m${index}`,
            source: 'memory',
            entityType: 'concept',
            name: `m${index}`,
            content: 'x'.repeat(length),
            relevance,
            reasons: [],
          }),
        );
        const told = (maxTokens: number) =>
          placeFirst(learnt, 0, maxTokens).reduce(
            (sum, { relevance }) => sum + Math.max(relevance, 0.001),
            0,
          );
        expect(told(budget + more)).toBeGreaterThanOrEqual(told(budget) - 1e-9);
      },
    ),
  );
});
