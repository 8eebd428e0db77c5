import fc from 'fast-check';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { SOURCES } from '../core/vocabulary.ts';
import { citationsOf } from './cite.ts';

describe('citationsOf', () => {
  it('gives an item the same short id in every context', () => {
    const item = { id: 'src/a.ts:parse', source: 'code' } as const;
    const alone = citationsOf([item]).get(item.id);
    const among = citationsOf([{ id: 'other', source: 'memory' }, item]).get(item.id);
    expect(alone).toMatch(/^cod-[0-9]{9}$/);
    expect(among).toBe(alone);
  });

  it('costs the same number of tokens under every salt', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.uuid(), fc.uuid(), (id, salt, other) => {
        const tokens = (under: string) =>
          [countO200k, countCl100k].map((count) =>
            count(`a [${citationsOf([{ id, source: 'code' }], under).get(id)}]\n`),
          );
        expect(tokens(salt)).toEqual(tokens(other));
      }),
    );
  });

  it('gives other ids under another salt, and the same under the same', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.uuid(), fc.uuid(), (id, salt, other) => {
        const cited = (under: string) => citationsOf([{ id, source: 'code' }], under).get(id);
        expect(cited(salt)).toBe(cited(salt));
        expect(salt === other || cited(salt) !== cited(other)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('tells items with hashes that begin alike apart', () => {
    const items = Array.from({ length: 120_000 }, (_, index) => ({
      id: `item ${index}`,
      source: 'code' as const,
    }));
    const citations = [...citationsOf(items).values()];
    expect(new Set(citations).size).toBe(items.length);
    expect(citations.some((citation) => citation.length > 13)).toBe(true);
  });

  it('never gives two items one id', () => {
    const item = fc.record({ id: fc.string({ minLength: 1 }), source: fc.constantFrom(...SOURCES) });
    fc.assert(
      fc.property(fc.uniqueArray(item, { selector: ({ id }) => id }), (items) => {
        expect(new Set(citationsOf(items).values()).size).toBe(items.length);
      }),
    );
  });
});
