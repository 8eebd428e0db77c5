import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TermDictionary } from './term-dictionary.ts';

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}{2,}/gu;

function wordsOf(dictionary: TermDictionary, text: string, from = 0, to = text.length): string[] {
  const words: string[] = [];
  dictionary.scan(text, from, to, (ids) => words.push(...ids.map((id) => dictionary.term(id))));
  return words;
}

describe('TermDictionary', () => {
  it('finds the words a regular expression finds, in any script and any range', () => {
    const character = fc.oneof(
      fc.constantFrom(
        'a',
        'B',
        '_',
        '$',
        '1',
        '23',
        ' ',
        '-',
        'é',
        '٣',
        '文',
        '😀',
        '𝒳',
        '𝟘',
        '\ud800',
        '\n',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const dictionary = new TermDictionary((word) => [word]);
    fc.assert(
      fc.property(fc.array(character, { maxLength: 60 }), fc.nat(20), fc.nat(20), (parts, before, after) => {
        const text = parts.join('');
        const to = Math.max(before, text.length - after);
        const range = text.slice(before, to);
        expect(wordsOf(dictionary, text, before, Math.min(to, text.length))).toEqual(range.match(WORD) ?? []);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps apart any number of words', () => {
    const dictionary = new TermDictionary((word) => [word, word.toUpperCase()]);
    const words = Array.from({ length: 20_000 }, (_, index) => `word${index}`);
    for (let round = 0; round < 2; round++) {
      expect(wordsOf(dictionary, words.join(' '))).toEqual(
        words.flatMap((word) => [word, word.toUpperCase()]),
      );
    }
    expect(dictionary.size).toBe(words.length + 1);
  });
});
