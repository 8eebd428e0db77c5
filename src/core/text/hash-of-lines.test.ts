import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashLineRange } from './hash.ts';
import { hashOfLines } from './hash-of-lines.ts';
import { hashLines } from './lines.ts';

const someLines = fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 });

describe('hashes of lines that are not joined', () => {
  it('are those of the joined lines, whichever range', () => {
    fc.assert(
      fc.property(someLines, fc.nat(22), fc.nat(22), (lines, from, length) => {
        const cut = lines.slice(from, from + length);
        expect(hashLineRange(lines, from, from + length)).toBe(hashLines(cut));
        expect(hashOfLines(lines, from + 1, from + length)).toBe(hashLines(cut));
        expect(hashOfLines(lines, from + 1, from + length)).toBe(hashLines(cut));
      }),
    );
  });
});
