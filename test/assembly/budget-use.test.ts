import { describe, expect, it } from 'vitest';
import { createCounter } from '../../src/adapters/tokenizers/create-counter.ts';
import { assemble } from '../../src/assembly/assemble.ts';
import { FORMATS, SELECTIONS, TRUNCATIONS } from '../../src/core/vocabulary.ts';
import { manyFunctions, optionsOf } from './sample-items.ts';

const materials = { files: new Map(), units: new Map() };

async function medianUse(truncation: (typeof TRUNCATIONS)[number], counterName: string): Promise<number> {
  const counter = await createCounter(counterName);
  const uses: number[] = [];
  for (const maxTokens of [1000, 2500, 8000]) {
    for (const format of FORMATS) {
      for (const selection of SELECTIONS) {
        for (const seed of [maxTokens]) {
          const items = manyFunctions(maxTokens / 20, { seed, lines: 8 });
          const options = optionsOf({ maxTokens, format, selection, truncation });
          const { context } = assemble(items, materials, { counter, options });
          expect(context.tokenCount).toBeLessThanOrEqual(maxTokens);
          expect(context.excluded.some((item) => item.reason === 'budget')).toBe(true);
          uses.push(context.tokenCount / maxTokens);
        }
      }
    }
  }
  return uses.sort((a, b) => a - b)[Math.floor(uses.length / 2)] ?? 0;
}

describe('with more material than fits', () => {
  it.each(TRUNCATIONS.filter((each) => each !== 'none'))(
    '%s uses at least 97 in 100 tokens of the budget in the median',
    async (truncation) => {
      expect(await medianUse(truncation, 'o200k_base')).toBeGreaterThanOrEqual(0.97);
    },
  );

  it('uses at least 90 % of the budget in the median when nothing may be cut', async () => {
    expect(await medianUse('none', 'o200k_base')).toBeGreaterThanOrEqual(0.9);
  });

  it.each(['characters', 'words', 'claude-sonnet-4'])('uses as much when %s counts', async (counter) => {
    expect(await medianUse('signature', counter)).toBeGreaterThanOrEqual(0.97);
  });
});
