import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openVocabulary, packVocabulary } from './vocabulary.ts';

const token = fc.uint8Array({ minLength: 1, maxLength: 6, max: 3 });

describe('a packed vocabulary', () => {
  it('finds every token by its bytes, wherever they stand, and nothing else', () => {
    fc.assert(
      fc.property(fc.uniqueArray(token, { selector: String, minLength: 1 }), token, (tokens, other) => {
        const { rankOf } = openVocabulary(packVocabulary(tokens));
        for (const [rank, bytes] of tokens.entries()) {
          expect(rankOf(Uint8Array.of(9, ...bytes, 9), 1, 1 + bytes.length)).toBe(rank);
        }
        expect(rankOf(other, 0, other.length)).toBe(
          tokens.findIndex((known) => String(known) === String(other)),
        );
      }),
    );
  });

  it('leaves out ranks that have no token', () => {
    const { rankOf } = openVocabulary(packVocabulary([Uint8Array.of(1), undefined, Uint8Array.of(2, 3)]));
    expect(rankOf(Uint8Array.of(2, 3), 0, 2)).toBe(2);
    expect(rankOf(new Uint8Array(0), 0, 0)).toBe(-1);
  });
});
