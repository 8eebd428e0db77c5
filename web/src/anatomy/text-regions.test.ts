import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IncludedItem } from '../../../src/core/context.ts';
import { textRegions } from './text-regions.ts';

const item = (id: string, citation?: string): IncludedItem => ({
  id,
  source: 'code',
  entityType: 'function',
  name: id,
  qualifiedName: 'f',
  content: '',
  relevance: 1,
  reasons: [],
  tokens: 1,
  truncated: false,
  stale: false,
  alternatives: [],
  ...(citation === undefined ? {} : { citation }),
});

describe('textRegions', () => {
  it('never loses or adds a character', () => {
    const citations = fc.array(fc.constantFrom('cod-aaaaa', 'cod-bbbbb', 'com-ccccc', undefined));
    const text = fc
      .array(fc.constantFrom('[cod-aaaaa]', 'cod-bbbbb', 'com-ccccc', '\n', '```', 'x'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, citations, (context, given) => {
        const items = given.map((citation, index) => item(String(index), citation));
        const regions = textRegions({ context, items, format: 'markdown' });
        expect(regions.map((region) => region.text).join('')).toBe(context);
      }),
    );
  });

  it('begins an item on the line of its citation', () => {
    const context = '## Code\n\n### a.ts [cod-a]\nx\n\n### b.ts [cod-b]\ny\n';
    expect(
      textRegions({ context, items: [item('B', 'cod-b'), item('A', 'cod-a')], format: 'markdown' }),
    ).toEqual([
      { text: '## Code\n\n' },
      { itemId: 'A', text: '### a.ts [cod-a]\nx\n\n' },
      { itemId: 'B', text: '### b.ts [cod-b]\ny\n' },
    ]);
  });

  it('does not take a longer citation for the one it begins with', () => {
    const context = '### a.ts [cod-123-2]\nx\n### b.ts [cod-123]\ny\n';
    expect(
      textRegions({ context, items: [item('A', 'cod-123-2'), item('B', 'cod-123')], format: 'markdown' }),
    ).toEqual([
      { itemId: 'A', text: '### a.ts [cod-123-2]\nx\n' },
      { itemId: 'B', text: '### b.ts [cod-123]\ny\n' },
    ]);
  });
});
