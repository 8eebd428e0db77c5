import { describe, expect, it } from 'vitest';
import { alreadySent, deliverySchema, noteUsed, summarise } from './deliveries.ts';

const delivery = deliverySchema.parse({
  session: 's',
  operation: 'assemble',
  query: 'q',
  at: 1,
  tokens: 100,
  items: [
    { id: 'a', contentHash: 'h', tokens: 60, citation: 'mem-1' },
    { id: 'b', contentHash: 'h', tokens: 40, citation: 'mem-2', truncated: true },
  ],
});

describe('the ledger of a session', () => {
  it('an item sent whole is not sent again; one cut short or changed since is', () => {
    const sent = alreadySent([delivery]);
    expect(sent({ id: 'a', contentHash: 'h' })).toBeDefined();
    expect(sent({ id: 'b', contentHash: 'h' })).toBeUndefined();
    expect(sent({ id: 'a', contentHash: 'changed' })).toBeUndefined();
  });

  it('has lines that were shown as part of something else, while their file stays the same', () => {
    const shown = (startLine: number, endLine: number, citation: string, truncated = false) => ({
      id: citation,
      contentHash: citation,
      tokens: 1,
      citation,
      truncated,
      place: { path: 'a.ts', startLine, endLine, fileHash: 'now' },
    });
    const sent = alreadySent([
      { ...delivery, items: [shown(1, 10, 'one'), shown(8, 20, 'two'), shown(30, 40, 'cut', true)] },
    ]);
    const asked = (startLine: number, endLine: number, fileHash = 'now') =>
      sent({ id: 'x', contentHash: 'x', place: { path: 'a.ts', startLine, endLine, fileHash } });
    expect(asked(3, 9)?.citation).toBe('one');
    expect(asked(5, 20)?.citation).toBe('one');
    expect(asked(5, 21)).toBeUndefined();
    expect(asked(31, 32)).toBeUndefined();
    expect(asked(3, 9, 'changed')).toBeUndefined();
  });

  it('counts used citations once and ignores those never delivered', () => {
    const used = noteUsed(noteUsed(delivery, ['mem-1', 'mem-9']), ['mem-1']);
    expect(used.usedCitations).toEqual(['mem-1']);
    expect(summarise('s', [used, used])).toEqual({
      session: 's',
      deliveries: 2,
      items: 2,
      tokens: 200,
      citationsUsed: 2,
    });
  });
});
