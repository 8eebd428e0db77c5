import { describe, expect, it } from 'vitest';
import { alreadySent, deliverySchema, noteUsed, sentKey, summarise } from './session-ledger.ts';

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
    expect(sent.has(sentKey('a', 'h'))).toBe(true);
    expect(sent.has(sentKey('b', 'h'))).toBe(false);
    expect(sent.has(sentKey('a', 'changed'))).toBe(false);
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
