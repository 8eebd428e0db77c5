import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wordStarts } from './word-starts.ts';

it('always names every place where a word begins, in order, and ends', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'b', '_', 'š', '日', '😀'),
    minLength: 2,
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), fc.array(fc.oneof(word, fc.string())), (words, parts) => {
      const text = parts.join('');
      const startAt = wordStarts(words);
      const named: number[] = [];
      for (let at = startAt(text, 0); at >= 0; at = startAt(text, at + 1)) named.push(at);
      const places = Array.from(text, (_, at) => at).filter((at) =>
        words.some((each) => text.startsWith(each, at)),
      );
      expect(named).toEqual(expect.arrayContaining(places));
      expect(named).toEqual([...new Set(named)].sort((a, b) => a - b));
    }),
  );
});
