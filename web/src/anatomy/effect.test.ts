import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Context, IncludedItem } from '../../../src/core/context.ts';
import { describeEffect, effectOf } from './effect.ts';

const item = (id: string, tokens: number): IncludedItem => ({
  id,
  source: 'code',
  entityType: 'function',
  name: id,
  qualifiedName: id,
  content: '',
  relevance: 0.5,
  reasons: [],
  tokens,
  truncated: false,
  stale: false,
  alternatives: [],
});
const contextOf = (items: readonly IncludedItem[]): Context => ({
  context: '',
  tokenCount: items.reduce((sum, { tokens }) => sum + tokens, 0),
  budget: 1000,
  counter: { name: 'words', exact: true },
  format: 'markdown',
  items: [...items],
  excluded: [],
  map: [],
  citations: [],
  sources: [],
  stats: {
    retrieved: 0,
    selected: 0,
    filesRead: 0,
    averageRelevance: 0,
    millisecondsPerStage: {},
    cacheHit: false,
  },
  truncated: false,
  stale: false,
  warnings: [],
});

describe('the effect of a pick', () => {
  it('names what is pushed out and what is shortened, not what was picked', () => {
    const before = contextOf([item('a', 300), item('b', 400)]);
    const after = contextOf([item('new', 500), item('a', 200)]);
    expect(describeEffect(effectOf(before, after), 'new')).toBe('Pushes out b. Shortens a. 700 tokens then.');
  });

  it('says that nothing else changes, and counts where there are many', () => {
    const before = contextOf([item('a', 10)]);
    expect(describeEffect(effectOf(before, contextOf([item('a', 10), item('b', 5)])), 'b')).toBe(
      'Nothing else changes. 15 tokens then.',
    );
    const many = contextOf(['b', 'c', 'd', 'e', 'f'].map((id) => item(id, 1)));
    expect(describeEffect(effectOf(before, many), 'a')).toBe(
      'Makes room for b, c, d and 2 more. 5 tokens then.',
    );
  });

  it('never names an item as both gone and come', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
    fc.assert(
      fc.property(ids, ids, (first, second) => {
        const of = (names: readonly string[]) => contextOf(names.map((id) => item(id, 1)));
        const { entered, left } = effectOf(of(first), of(second));
        expect(entered.filter(({ id }) => left.some((other) => other.id === id))).toEqual([]);
        expect(first.length - left.length + entered.length).toBe(second.length);
      }),
    );
  });
});
