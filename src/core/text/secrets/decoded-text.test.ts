import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodedText } from './decoded-text.ts';

const CODES = ['\u001b[1m', '\u001b[0;32m', '\\x1b[31m', '\\u001b[0m', '\\033[K', '%22', '%3A', '%0A', '%2F'];
const pieces = fc.array(fc.oneof(fc.constantFrom(...CODES), fc.stringMatching(/^[a-z:=" ]{0,6}$/)), {
  maxLength: 20,
});

test('a text without codes is not decoded, nor are numbers that are printed', () => {
  for (const text of ['', 'a = 1', 'printf("%2d %3s %5d")', '100 %', 'list[1]m']) {
    expect(decodedText(text)).toBeUndefined();
  }
});

test('colours are left out, and encoded characters are what they stand for', () => {
  expect(decodedText('a \u001b[1mb\u001b[0m%3A%20"c" %2d')?.text).toBe('a b: "c" -');
});

test('every stretch of what was decoded is found where it was written, without the codes around it', () => {
  fc.assert(
    fc.property(pieces, fc.stringMatching(/^[A-Z]{1,8}$/), pieces, (before, secret, after) => {
      const text = [...before, secret, ...after].join('');
      const decoded = decodedText(text);
      fc.pre(decoded !== undefined);
      const start = decoded.text.indexOf(secret);
      fc.pre(start >= 0);
      const span = decoded.written({ start, end: start + secret.length, kind: 'x' });
      expect(text.slice(span.start, span.end)).toBe(secret);
    }),
  );
});
