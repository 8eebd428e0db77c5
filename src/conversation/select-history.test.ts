import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HISTORY_MESSAGES, LATEST_MESSAGES, selectHistory } from './select-history.ts';
import type { Message } from './thread.ts';

function message(index: number): Message {
  return { id: `msg-${index}`, threadId: 't', role: 'user', content: `m${index}`, createdAt: index };
}
const thread = (length: number) => Array.from({ length }, (_, index) => message(index));

describe('selectHistory', () => {
  it('gives a short thread whole and in order', () => {
    expect(selectHistory(thread(5).toReversed(), [])).toEqual(thread(5));
  });

  it('gives the latest of a long thread and the best of the older ones', () => {
    const all = thread(200);
    const matching = [3, 50, 120].map((index) => ({ message: message(index), score: index }));
    const ids = selectHistory(all.slice(-HISTORY_MESSAGES), matching).map((each) => each.id);
    expect(ids).toEqual(expect.arrayContaining(['msg-3', 'msg-50', 'msg-120', 'msg-199', 'msg-190']));
    expect(ids).toHaveLength(HISTORY_MESSAGES);
  });

  it('always keeps the latest, never repeats a message, never exceeds the limit', () => {
    const scored = fc.array(fc.record({ at: fc.nat(300), score: fc.double({ noNaN: true }) }));
    fc.assert(
      fc.property(fc.nat(300), scored, (length, matches) => {
        const all = thread(length);
        const matching = matches
          .filter(({ at }) => at < length)
          .map(({ at, score }) => ({ message: message(at), score }));
        const chosen = selectHistory(all.slice(-HISTORY_MESSAGES), matching);
        expect(new Set(chosen.map((each) => each.id)).size).toBe(chosen.length);
        expect(chosen.length).toBe(Math.min(length, HISTORY_MESSAGES));
        for (const latest of all.slice(-LATEST_MESSAGES)) expect(chosen).toContainEqual(latest);
      }),
    );
  });
});
