import { expect, test } from 'vitest';
import { contextSchema, NOTHING_TO_ASSEMBLE } from '../core/context.ts';
import { premortem } from './assemble.ts';

const empty = (warnings: readonly string[], budget = 800) =>
  contextSchema.parse({
    context: '',
    tokenCount: 0,
    budget,
    counter: { name: 'o200k_base', exact: true },
    format: 'markdown',
    items: [],
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
    warnings,
  });

test('that nothing is known is said when nothing was found, and when there is room for it', () => {
  expect(premortem.print(empty([NOTHING_TO_ASSEMBLE]))).toBe('Nothing is known about this yet.');
  expect(premortem.print(empty([NOTHING_TO_ASSEMBLE], 5))).toBe('');
});

test('that nothing is known is not said when a source failed', () => {
  const failed = 'Evidence from History: left out, The store is damaged.';
  expect(premortem.print(empty([failed, NOTHING_TO_ASSEMBLE]))).toBe('');
});
