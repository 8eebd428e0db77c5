import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AssembleOptions, assembleOptionsSchema } from '../../core/context.ts';
import { type ContextItem, contextItemSchema } from '../../core/item.ts';
import type { TokenCounter } from '../../core/ports.ts';
import { SOURCES } from '../../core/vocabulary.ts';
import { byRelevance } from '../by-relevance.ts';
import { createMeter } from '../meter.ts';
import type { Passage } from '../passage.ts';
import { layoutOf } from '../render/layout.ts';
import { createCandidate } from './candidate.ts';
import { choose } from './choose.ts';

/** Every character is a token, so that costs can be read off the text. */
const counter: TokenCounter = { name: 'letters', exact: true, count: (text) => text.length };

function choosing(
  items: readonly Partial<ContextItem>[],
  limit: number,
  given: Partial<AssembleOptions> = {},
) {
  const options = assembleOptionsSchema.parse({
    format: 'plain',
    truncation: 'none',
    fileHeaders: false,
    citations: false,
    ...given,
  });
  const meter = createMeter(counter, layoutOf(options), options);
  const passages = items
    .map((item, index) =>
      contextItemSchema.parse({
        id: `i${index}`,
        source: 'code',
        entityType: 'function',
        name: '',
        content: '',
        relevance: 0.5,
        ...item,
      }),
    )
    .sort(byRelevance)
    .map(
      (item): Passage => ({
        item,
        lines: item.content.split('\n'),
        before: [],
        after: [],
        imports: [],
        stale: false,
        alternatives: [],
      }),
    );
  const candidates = passages.map((passage) =>
    createCandidate(passage, { meter, citation: undefined, truncation: options.truncation }),
  );
  const { picked, refused } = choose(candidates, limit, { meter, options });
  return {
    picked: [...picked.keys()].map(({ passage }) => passage.item.id),
    spent: [...picked.values()].reduce((sum, { tokens }) => sum + tokens, 0),
    costs: new Map([...picked].map(([{ passage }, { tokens }]) => [passage.item.id, tokens])),
    refused: new Map([...refused].map(([{ passage }, refusal]) => [passage.item.id, refusal.reason])),
  };
}

/** An item that costs exactly this many tokens in the plain layout: two line feeds and the indentation are ours. */
const costing = (tokens: number, given: Partial<ContextItem> = {}) => ({
  content: 'x'.repeat(tokens - 3),
  ...given,
});

describe('selection by relevance', () => {
  it('skips what does not fit and tries the next', () => {
    const { picked, refused } = choosing(
      [costing(60, { relevance: 0.9 }), costing(80, { relevance: 0.8 }), costing(40, { relevance: 0.7 })],
      100,
    );
    expect(picked).toEqual(['i0', 'i2']);
    expect(refused.get('i1')).toBe('budget');
  });

  it('takes explicit references before anything searched for', () => {
    const { picked } = choosing(
      [costing(60, { relevance: 1 }), costing(60, { relevance: 0.1, source: 'reference' })],
      100,
    );
    expect(picked).toEqual(['i1']);
  });

  it.each(['relevance', 'density', 'optimal'] as const)('takes what is pinned first, by %s', (selection) => {
    const items = [costing(60, { relevance: 1 }), costing(60, { relevance: 0.1 })];
    expect(choosing(items, 100, { selection, pin: ['i1'] }).picked).toEqual(['i1']);
  });

  it('keeps the limits on items and on items of one file, and says which one held', () => {
    const at = (path: string, startLine: number) => ({ location: { path, startLine, endLine: startLine } });
    const { picked, refused } = choosing(
      [costing(10, at('a', 1)), costing(10, at('a', 5)), costing(10, at('b', 1)), costing(10, at('c', 1))],
      1000,
      { maxItemsPerFile: 1, maxItems: 2 },
    );
    expect(picked).toEqual(['i0', 'i2']);
    expect([refused.get('i1'), refused.get('i3')]).toEqual(['file-limit', 'item-limit']);
  });
});

describe('selection by density', () => {
  it('takes most value per token first', () => {
    const { picked } = choosing(
      [costing(90, { relevance: 0.9 }), costing(30, { relevance: 0.5 }), costing(40, { relevance: 0.5 })],
      100,
      { selection: 'density' },
    );
    expect(picked.toSorted()).toEqual(['i1', 'i2']);
  });

  it('lets no type have more than 70 % once more than five are chosen', () => {
    const functions = Array.from({ length: 20 }, () => costing(10, { relevance: 0.9 }));
    const classes = Array.from({ length: 3 }, () => costing(10, { relevance: 0.1, entityType: 'class' }));
    const { picked, refused } = choosing([...functions, ...classes], 10_000, { selection: 'density' });
    const ofFunctions = picked.filter((id) => Number(id.slice(1)) < 20).length;
    expect(ofFunctions / picked.length).toBeLessThanOrEqual(0.7);
    expect([...refused.values()]).toContain('type-limit');
  });

  it('knows no such limit when there is only one type', () => {
    const functions = Array.from({ length: 20 }, () => costing(10));
    expect(choosing(functions, 10_000, { selection: 'density' }).picked).toHaveLength(20);
  });
});

describe('optimal selection', () => {
  it('finds the combination of greatest relevance', () => {
    const items = [
      costing(60, { relevance: 0.7 }),
      costing(50, { relevance: 0.5 }),
      costing(50, { relevance: 0.5 }),
    ];
    expect(choosing(items, 100, { selection: 'optimal' }).picked.toSorted()).toEqual(['i1', 'i2']);
  });
});

describe('a budget for each source', () => {
  const weights = { sourceWeights: { experience: 3, code: 1 } } as const;
  const many = (source: ContextItem['source'], count: number) =>
    Array.from({ length: count }, () => costing(20, { source }));

  it('is split by the weights', () => {
    const { picked } = choosing([...many('experience', 30), ...many('code', 30)], 400, weights);
    expect(picked.filter((id) => Number(id.slice(1)) < 30)).toHaveLength(15);
    expect(picked).toHaveLength(20);
  });

  it('goes to the others where a source leaves something', () => {
    const { picked, spent } = choosing([...many('experience', 2), ...many('code', 30)], 400, weights);
    expect(picked).toHaveLength(20);
    expect(spent).toBe(400);
  });

  it('leaves the rest to sources without a weight', () => {
    const { picked } = choosing([...many('experience', 2), ...many('memory', 3)], 400, weights);
    expect(picked).toHaveLength(5);
  });

  it('keeps every item within its share of the budget of its source, marker included', () => {
    const long = Array.from({ length: 40 }, (_, index) => `a line with the number ${index}`).join('\n');
    const { costs } = choosing(
      [{ content: long, source: 'experience' }, ...many('experience', 20), ...many('code', 20)],
      2000,
      { ...weights, maxItemShare: 0.25, truncation: 'head' },
    );
    expect(costs.get('i0')).toBeGreaterThan(100);
    expect(costs.get('i0')).toBeLessThanOrEqual(0.25 * 2000 * 0.75);
  });

  it('keeps that share even when nothing else wants the room', () => {
    const long = Array.from({ length: 400 }, (_, index) => `a line with the number ${index}`).join('\n');
    const items = [{ content: long, source: 'code' as const }, costing(20, { source: 'experience' })];
    const { costs } = choosing(items, 2000, { ...weights, maxItemShare: 0.25, truncation: 'head' });
    expect(costs.get('i0')).toBeLessThanOrEqual(0.25 * 2000 * 0.25);
  });

  it('never spends more than the limit', () => {
    const item = fc.record({
      tokens: fc.integer({ min: 3, max: 300 }),
      source: fc.constantFrom(...SOURCES),
      relevance: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 30 }),
        fc.nat(1500),
        fc.constantFrom('relevance', 'density', 'optimal'),
        fc.constantFrom('none', 'head'),
        (items, limit, selection, truncation) => {
          const drafts = items.map(({ tokens, source, relevance }) => costing(tokens, { source, relevance }));
          const { spent, picked, refused } = choosing(drafts, limit, { ...weights, selection, truncation });
          expect(spent).toBeLessThanOrEqual(limit);
          expect(picked.length + refused.size).toBe(items.length);
        },
      ),
    );
  });
});
