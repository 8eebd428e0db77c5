import fc from 'fast-check';
import { CL100K_TOKEN_SPLIT_REGEX, O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { describe, expect, it } from 'vitest';
import { endOfPlainPiece, isPlain, type PlainRules } from './split-plain.ts';

const character = fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code));
const likely = fc.constantFrom(..." \n\r\t/'aBsStTlLvVeErRdDmM019(){}.<|>", "'ll", "'RE", '  ', '\r\n');
const sign = fc.constantFrom(...'—…“”‐•‰⁞←→⑀─│✓❤❵');
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: likely }, character, sign))
  .map((parts) => parts.join(''));

function piecesOf(sample: string, rules: PlainRules): readonly string[] {
  const bytes = new TextEncoder().encode(sample);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = endOfPlainPiece(bytes, at, bytes.length, rules);
    pieces.push(new TextDecoder().decode(bytes.subarray(at, end)));
    at = end;
  }
  return pieces;
}

describe('endOfPlainPiece', () => {
  it.each([
    ['o200k_base', O200K_TOKEN_SPLIT_REGEX, { wordsByCase: true, joinsTrailingSpace: false }],
    ['cl100k_base', CL100K_TOKEN_SPLIT_REGEX, { wordsByCase: false, joinsTrailingSpace: true }],
  ] as const)('splits as the pattern of %s does', (_name, pattern, rules) => {
    fc.assert(
      fc.property(text, (sample) => {
        expect(piecesOf(sample, rules)).toEqual([...sample.matchAll(pattern)].map(([piece]) => piece));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('isPlain', () => {
  it('is true only of text without letters, marks, numbers and white space beyond ASCII', () => {
    for (let unit = 0x80; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit);
      if (isPlain(character)) expect(character).toMatch(/^[^\s\p{L}\p{M}\p{N}]$/u);
    }
    expect(isPlain('a — b')).toBe(true);
    expect(isPlain('é')).toBe(false);
  });
});
