import { describe, expect, it } from 'vitest';
import type { Context, ExcludedItem, IncludedItem } from '../../../src/core/context.ts';
import { giveWay } from './give-way.ts';

const item = (id: string, relevance: number, tokens: number): IncludedItem => ({
  id,
  source: 'code',
  entityType: 'function',
  name: id,
  qualifiedName: 'f',
  content: '',
  relevance,
  reasons: [],
  tokens,
  truncated: false,
  stale: false,
  alternatives: [],
});
const context: Context = {
  context: '',
  tokenCount: 90,
  budget: 100,
  counter: { name: 'words', exact: true },
  format: 'plain',
  items: [item('best', 0.9, 50), item('worst', 0.1, 20), item('middle', 0.5, 20)],
  excluded: [],
  map: [],
  citations: [],
  sources: [],
  stats: {
    retrieved: 4,
    selected: 3,
    filesRead: 0,
    averageRelevance: 0.5,
    millisecondsPerStage: {},
    cacheHit: false,
  },
  truncated: false,
  stale: false,
  warnings: [],
};
const omitted = (tokens: number | undefined, reason: ExcludedItem['reason'] = 'budget'): ExcludedItem => ({
  id: 'x',
  name: 'x',
  source: 'code',
  relevance: 0.2,
  reason,
  ...(tokens === undefined ? {} : { tokens }),
});

describe('giveWay', () => {
  it('names the least relevant items whose room is enough', () => {
    expect(giveWay(context, omitted(45))?.map((other) => other.id)).toEqual(['worst', 'middle']);
    expect(giveWay(context, omitted(10))).toEqual([]);
  });

  it('has no answer when nothing would do, or the budget was not the reason', () => {
    expect(giveWay(context, omitted(101))).toBeUndefined();
    expect(giveWay(context, omitted(undefined))).toBeUndefined();
    expect(giveWay(context, omitted(5, 'duplicate'))).toBeUndefined();
  });
});
