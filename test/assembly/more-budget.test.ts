import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCounter } from '../../src/adapters/tokenizers/create-counter.ts';
import { assemble } from '../../src/assembly/assemble.ts';
import { itemOf, optionsOf } from './sample-items.ts';

const materials = { files: new Map(), units: new Map() };
const counter = await createCounter('o200k_base');

const message = fc.record({
  relevance: fc.double({ min: 0.05, max: 1, noNaN: true }),
  words: fc.array(fc.constantFrom('cart', 'retry', 'lock', 'clock', 'index', 'mail', 'port', 'queue'), {
    minLength: 3,
    maxLength: 300,
  }),
});

/** How relevant the printed messages are together, each whole or cut. */
function evidenceOf(messages: readonly { relevance: number; words: readonly string[] }[], maxTokens: number) {
  const items = messages.map(({ relevance, words }, index) =>
    itemOf({
      id: `m${index}`,
      source: 'memory',
      entityType: 'memory',
      name: `message ${index}`,
      content: `${index}: ${words.map((word, at) => `${word}${(at * 7 + index) % 13}`).join(' ')}`,
      relevance,
    }),
  );
  const options = optionsOf({ maxTokens, map: 0 });
  const { context } = assemble(items, materials, { counter, options });
  return context.items.reduce((sum, { relevance }) => sum + relevance, 0);
}

describe('a larger budget', () => {
  it('never prints less evidence of a conversation', () => {
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 100, max: 3000 }),
        fc.double({ min: 1, max: 4, noNaN: true }),
        (messages, budget, factor) => {
          const less = evidenceOf(messages, budget);
          const more = evidenceOf(messages, Math.round(budget * factor));
          expect(more).toBeGreaterThanOrEqual(less - 1e-9);
        },
      ),
      { numRuns: 200 },
    );
  });
});
