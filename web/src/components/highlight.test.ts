import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight, highlightRendered } from './highlight.ts';

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

describe('highlight of texts with words in them', () => {
  const kinds = (text: string, language?: string) =>
    highlight(text, language).flatMap((token) =>
      token.kind === undefined ? [] : [[token.kind, token.text]],
    );

  it('takes a docstring as one string, over all its lines', () => {
    const text = 'def f():\n    """Do not use this\n    while it is in use.\n    """\n    return 1\n';
    expect(kinds(text, 'python')).toEqual([
      ['keyword', 'def'],
      ['string', '"""Do not use this\n    while it is in use.\n    """'],
      ['keyword', 'return'],
      ['number', '1'],
    ]);
  });

  it('reads what follows a docstring whose end is cut off', () => {
    expect(kinds('"""Cut\nreturn 1', 'python')).toContainEqual(['keyword', 'return']);
  });

  it('finds no keywords and strings in prose', () => {
    for (const language of [undefined, 'markdown', 'rst', 'text']) {
      expect(kinds("Don't use it with 3 or more in a while", language)).toEqual([]);
    }
    expect(kinds('{ "a": 1 }', 'json')).toEqual([
      ['string', '"a"'],
      ['number', '1'],
    ]);
  });
});

describe('highlightRendered', () => {
  const joined = (text: string) =>
    highlightRendered(text, 'typescript')
      .map((token) => token.text)
      .join('');

  it('never loses or adds a character', () => {
    const piece = fc.constantFrom('```', '````', '\n', '# a', 'ts', 'const x = 1;', '`', ' ', '"');
    const text = fc.oneof(
      fc.string(),
      fc.array(piece).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        expect(joined(given)).toBe(given);
      }),
    );
  });

  it('colours what is fenced, and headings', () => {
    const kinds = highlightRendered('### `a.ts` A\n\n```typescript\nconst a = 1;\n```\n').flatMap((token) =>
      token.kind === undefined ? [] : [[token.kind, token.text]],
    );
    expect(kinds).toEqual([
      ['heading', '### `a.ts` A'],
      ['keyword', 'const'],
      ['number', '1'],
    ]);
  });
});
