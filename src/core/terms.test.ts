import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitIdentifier, stem, termsOf } from './terms.ts';

describe('termsOf', () => {
  it('splits identifiers and keeps the whole', () => {
    expect(termsOf('parseHTTPUrl')).toEqual(['parse', 'http', 'url', 'parsehttpurl']);
    expect(termsOf('max_file_bytes')).toEqual(['max', 'file', 'byte', 'max_file_bytes']);
  });

  it('stems so that a question finds the code', () => {
    expect(termsOf('indexing entries')).toEqual(termsOf('indexed entry'));
    expect(stem('classes')).toBe(stem('class'));
  });

  it('drops stop words and single letters', () => {
    expect(termsOf('how is the x of a file')).toEqual(['file']);
  });

  it('keeps words of other scripts and numbers', () => {
    expect(termsOf('Größe 文字列 2024')).toEqual(['größe', '文字列', '2024']);
  });

  it('always gives lower-case terms, the same ones each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const terms = termsOf(text);
        expect(termsOf(text)).toEqual(terms);
        for (const term of terms) expect(term).toBe(term.toLowerCase());
      }),
    );
  });
});

describe('splitIdentifier', () => {
  it('splits at case, digits and underscores', () => {
    expect(splitIdentifier('XMLHttpRequest2')).toEqual(['xml', 'http', 'request', '2']);
    expect(splitIdentifier('__private_name')).toEqual(['private', 'name']);
  });
});
