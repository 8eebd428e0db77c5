import { describe, expect, it } from 'vitest';
import { contextItemSchema } from '../core/item.ts';
import { buildBlock } from './build-block.ts';
import type { Passage } from './passage.ts';

const passage: Passage = {
  item: contextItemSchema.parse({
    id: 'a',
    source: 'code',
    entityType: 'function',
    name: 'best, other, third',
    content: '',
    relevance: 1,
    location: { path: 'a.ts', startLine: 1, endLine: 9 },
  }),
  lines: ['function best() {}', 'function other() {}', 'function third() {}'],
  startLine: 1,
  before: [],
  after: [],
  imports: [],
  stale: false,
  alternatives: [],
};
const nameOf = (texts: readonly string[], truncated: boolean) =>
  buildBlock(
    passage,
    texts.map((text, index) => ({ text, number: index + 1 })),
    { citation: undefined, truncated },
  ).name;

describe('the name of a block', () => {
  it('is that of the item when all of it is printed', () => {
    expect(nameOf(passage.lines, false)).toBe('best, other, third');
  });

  it('has no definition that was cut away', () => {
    expect(nameOf(['function other() {}', 'function best() {}'], true)).toBe('best, other');
    expect(nameOf(['  return 1;'], true)).toBe('best');
  });
});
