import fc from 'fast-check';
import { CL100K_TOKEN_SPLIT_REGEX, O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { describe, expect, it } from 'vitest';
import { type AsciiRules, endOfAsciiPiece } from './split-ascii.ts';

const character = fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code));
const likely = fc.constantFrom(..." \n\r\t/'aBsStTlLvVeErRdDmM019(){}.<|>", "'ll", "'RE", '  ', '\r\n');
const text = fc.array(fc.oneof({ weight: 4, arbitrary: likely }, character)).map((parts) => parts.join(''));

function piecesOf(sample: string, rules: AsciiRules): readonly string[] {
  const bytes = new TextEncoder().encode(sample);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = endOfAsciiPiece(bytes, at, bytes.length, rules);
    pieces.push(sample.slice(at, end));
    at = end;
  }
  return pieces;
}

describe('endOfAsciiPiece', () => {
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
