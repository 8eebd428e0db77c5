import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashLineSpan, hashLines, hashText } from './hash.ts';

const someLines = fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 });

describe('hashes of lines that are not joined', () => {
  it('are those of the joined lines, whichever range', () => {
    fc.assert(
      fc.property(someLines, fc.nat(22), fc.nat(22), (lines, from, length) => {
        const cut = lines.slice(from, from + length);
        expect(hashLines(lines, from, from + length)).toBe(hashText(cut.join('\n')));
        expect(hashLineSpan(lines, from + 1, from + length)).toBe(hashText(cut.join('\n')));
        expect(hashLineSpan(lines, from + 1, from + length)).toBe(hashText(cut.join('\n')));
      }),
    );
  });
});
