import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeControls, escapeFields, escapeLine } from './escape-controls.ts';

const hostile = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom('\x1b[2J', '\x1b]0;title\x07', '\x9b31m', '\r', '\n', '\u202e', '\u2028', '\x7f', '\b'),
    fc.constantFrom('\u200b', '\u2060', '\u{e0041}', '\u{e007f}'),
  ),
});

describe('text for a terminal', () => {
  it('holds nothing that a terminal obeys, on one line if it is a name', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(escapeControls(text)).not.toMatch(
          /(?!\r\n)[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b\u2060-\u2064\u{e0000}-\u{e007f}]/u,
        );
        expect(escapeLine(text)).not.toMatch(/[^\P{Cc}\t]/u);
      }),
    );
  });

  it('stays the same JSON', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(JSON.parse(escapeControls(JSON.stringify({ text }, null, 2)))).toEqual({ text });
      }),
    );
  });

  it('shows what would be invisible', () => {
    expect(escapeLine('a\u200b\u{e0041}.ts')).toBe('a\\u200b\\udb40\\udc41.ts');
  });

  it('keeps what is harmless', () => {
    expect(escapeControls('a\tb\n  c – é 漢 😀 👩‍👧')).toBe('a\tb\n  c – é 漢 😀 👩‍👧');
  });

  it('keeps the lines of documents, however deep they lie', () => {
    const value = { context: 'a\nb', items: [{ name: 'c\nd', content: 'e\nf' }], count: 1, none: null };
    expect(escapeFields(value, new Set(['context', 'content']))).toEqual({
      context: 'a\nb',
      items: [{ name: 'c\\nd', content: 'e\nf' }],
      count: 1,
      none: null,
    });
  });
});
