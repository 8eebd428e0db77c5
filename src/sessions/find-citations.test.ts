import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Citation } from '../core/context.ts';
import { findCitations, formatSources } from './find-citations.ts';

function citation(id: string, fields: Partial<Citation> = {}): Citation {
  return { id, itemId: `item of ${id}`, source: 'code', title: 'parse', excerpt: '', ...fields };
}
const given = [citation('cod-1k2j3'), citation('mem-abcde'), citation('cod-1k2j3zzzzz')];

describe('findCitations', () => {
  it('finds each used one once, in the order of first use', () => {
    const { used } = findCitations('As in [mem-abcde] and [cod-1k2j3], again [mem-abcde].', given);
    expect(used.map(({ id }) => id)).toEqual(['mem-abcde', 'cod-1k2j3']);
  });

  it('reads several in one pair of brackets', () => {
    expect(findCitations('[mem-abcde, cod-1k2j3]', given).used).toHaveLength(2);
  });

  it('never takes a longer id for a shorter one', () => {
    expect(findCitations('[cod-1k2j3zzzzz]', given).used.map(({ id }) => id)).toEqual(['cod-1k2j3zzzzz']);
  });

  it('names ids that were not given, and leaves other brackets alone', () => {
    expect(findCitations('[cod-99999] [see below] array[0] [x](y)', given)).toEqual({
      used: [],
      unknown: ['cod-99999'],
    });
  });

  it('never finds one that is not in the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const { id } of findCitations(text, given).used) expect(text).toContain(id);
      }),
    );
  });
});

describe('formatSources', () => {
  it('lists place and a short excerpt', () => {
    const used = [
      citation('cod-1k2j3', { path: 'src/a.ts', startLine: 3, endLine: 9, excerpt: `x\n${'y'.repeat(99)}` }),
      citation('mem-abcde', { title: 'A memory' }),
    ];
    expect(formatSources(used)).toBe(
      `Sources:\n[cod-1k2j3] src/a.ts:3-9 — x ${'y'.repeat(58)}…\n[mem-abcde] A memory`,
    );
  });

  it('is empty when nothing was cited', () => {
    expect(formatSources([])).toBe('');
  });
});
