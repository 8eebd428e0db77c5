import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockMaskOf, maskOfAll } from './block-mask.ts';
import { blockOf, slotOf } from './postings.ts';

const numbers = fc.uniqueArray(fc.nat(20_000), { maxLength: 50 });
const ranges = (accepted: readonly number[]) => accepted.map((first) => ({ first, count: 1 }));

describe('maskOfAll', () => {
  it('accepts exactly what every mask accepts', () => {
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 1, maxLength: 3 }), (lists) => {
        const mask = maskOfAll(lists.map((list) => blockMaskOf(ranges(list))));
        for (const number of lists.flat()) {
          const accepted = mask?.(blockOf(number))[slotOf(number)] === 1;
          expect(accepted).toBe(lists.every((list) => list.includes(number)));
        }
      }),
    );
  });

  it('is absent without masks, as everything is accepted', () => {
    expect(maskOfAll([])).toBeUndefined();
  });
});
