import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashLines, hashText } from './hash.ts';

test('hashes stay what stored indexes hold', () => {
  expect(hashText('')).toBe('1aee8d83488bdcb8');
  expect(hashText('a')).toBe('82c97901501c2ba7');
  expect(hashText('hello world')).toBe('d15d101453ab9417');
  expect(hashText('中😀x')).toBe('14f897f396b92bbe');
  expect(hashText('line one\nline two')).toBe('30e61d3c60d66cdb');
});

test('lines hash like the text they make, a range like what is cut out', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.nat(20), fc.nat(20), (lines, from, to) => {
      const text = lines.join('\n');
      expect(hashLines(lines)).toBe(hashText(text));
      expect(hashText(text)).toMatch(/^[0-9a-f]{16}$/);
      const [start, end] = [Math.min(from, to, text.length), Math.min(Math.max(from, to), text.length)];
      expect(hashText(text, start, end)).toBe(hashText(text.slice(start, end)));
    }),
  );
});
