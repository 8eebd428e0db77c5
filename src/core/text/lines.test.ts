import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashLines } from './hash.ts';
import { splitLines } from './lines.ts';

describe('splitLines', () => {
  it('drops terminators of both kinds and adds no line after the last one', () => {
    expect(splitLines('a\r\nb\nc\n')).toEqual(['a', 'b', 'c']);
    expect(splitLines('a\n\nb')).toEqual(['a', '', 'b']);
    expect(splitLines('\n')).toEqual(['']);
    expect(splitLines('')).toEqual([]);
  });

  it('does not split at a lone carriage return or at a line separator', () => {
    expect(splitLines('a\rb\u2028c')).toEqual(['a\rb\u2028c']);
  });

  it('gives back the lines that were joined', () => {
    const line = fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\r\n]/g, ''));
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        expect(splitLines(lines.map((each) => each + end).join(''))).toEqual(lines);
      }),
    );
  });
});

describe('hashLines', () => {
  it('does not depend on the terminators of the file', () => {
    expect(hashLines(splitLines('a\r\nb\r\n'))).toBe(hashLines(splitLines('a\nb')));
  });

  it('differs when a line differs', () => {
    expect(hashLines(['a', 'b'])).not.toBe(hashLines(['a', 'c']));
  });
});
