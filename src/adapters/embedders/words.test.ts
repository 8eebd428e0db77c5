import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPieceReader } from './pieces.ts';
import { forEachWord } from './words.ts';

function wordsOf(text: string): string[] {
  const words: string[] = [];
  forEachWord(text, (word) => words.push(word));
  return words;
}

describe('forEachWord', () => {
  it.each([
    ['parseHTTPUrl2', ['parse', 'http', 'url', '2']],
    ['snake_case-and.dots', ['snake', 'case', 'and', 'dots']],
    ['HTML', ['html']],
    ['aB', ['a', 'b']],
    ['ABc', ['a', 'bc']],
    ['café', ['café']],
    ['x1y22', ['x', '1', 'y', '22']],
    ['', []],
  ])('splits %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('cuts long runs', () => {
    expect(wordsOf('a'.repeat(100))).toEqual(['a'.repeat(32)]);
  });

  it('says where each word starts, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        let last = -1;
        forEachWord(text, (word, start) => {
          expect(start).toBeGreaterThan(last);
          expect(text.slice(start, start + word.length).toLowerCase()).toBe(word.toLowerCase());
          last = start;
        });
      }),
    );
  });
});

describe('createPieceReader', () => {
  it('takes the longest piece and passes over what no piece covers', () => {
    const read = createPieceReader(['a', 'b', 'ab', 'abc', 'bcd']);
    expect(read('abcd')).toEqual([3]);
    expect(read('xabb')).toEqual([2, 1]);
    expect(read('xabb')).toEqual([2, 1]);
  });
});
