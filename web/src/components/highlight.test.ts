import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight } from './highlight.ts';

describe('highlight', () => {
  it('never loses or adds a character', () => {
    const language = fc.constantFrom('typescript', 'python', 'lua', '');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), language, (text, name) => {
        expect(
          highlight(text, name)
            .map((token) => token.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('knows comments, strings, numbers and keywords', () => {
    const kinds = (text: string, language: string) =>
      highlight(text, language).flatMap((token) =>
        token.kind === undefined ? [] : [[token.kind, token.text]],
      );
    expect(kinds('const a = "x // y"; // note', 'typescript')).toEqual([
      ['keyword', 'const'],
      ['string', '"x // y"'],
      ['comment', '// note'],
    ]);
    expect(kinds('def f(): # note\n  return 42', 'python')).toEqual([
      ['keyword', 'def'],
      ['comment', '# note'],
      ['keyword', 'return'],
      ['number', '42'],
    ]);
  });
});
