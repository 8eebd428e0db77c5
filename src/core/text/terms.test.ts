import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inflectionsOf, splitIdentifier, stem, termsOf, wordsOf } from './terms.ts';

describe('termsOf', () => {
  it('splits identifiers and keeps the whole', () => {
    expect(termsOf('parseHTTPUrl')).toEqual([stem('parse'), 'http', 'url', 'parsehttpurl']);
    expect(termsOf('max_file_bytes')).toEqual(['max', stem('file'), stem('byte'), stem('max_file_bytes')]);
  });

  it('stems so that a question finds the code', () => {
    expect(termsOf('indexing entries')).toEqual(termsOf('indexed entry'));
    expect(stem('classes')).toBe(stem('class'));
    for (const family of [
      'parse parses parsed parsing',
      'map maps mapped mapping',
      'retry retries retried',
      'cache caching cached',
    ]) {
      expect(new Set(family.split(' ').map(stem)).size, family).toBe(1);
    }
    for (const words of ['string', 'red', 'bus', 'this', 'need']) expect(stem(words)).toBe(words);
  });

  it('drops stop words and single letters', () => {
    expect(termsOf('how is the x of a file')).toEqual([stem('file')]);
  });

  it('keeps words of other scripts and numbers', () => {
    expect(termsOf('Größe 文字列 2024')).toEqual([stem('größe'), '文字', '字列', '2024']);
  });

  it('reads scripts without spaces by pairs of characters, but not endings and particles', () => {
    expect(termsOf('面積を計算する')).toEqual(['面積', '積を', 'を計', '計算', '算す']);
    expect(termsOf('サーバー')).toEqual(['サー', 'ーバ', 'バー']);
    expect(termsOf('파일을 저장')).toEqual(['파일', '일을', '저장']);
    expect(termsOf('get文件名by_id')).toEqual(expect.arrayContaining(['文件', '件名', 'id']));
  });
  it('leaves out encoded data, which nobody asks for', () => {
    const data = 'aB3x'.repeat(60);
    expect(termsOf(`key ${data} ${'x'.repeat(201)}`).filter((term) => term.length > 200)).toEqual([]);
    expect(termsOf(`key ${data}`)).toContain('key');
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

describe('wordsOf', () => {
  it('keeps the form of words', () => {
    expect(wordsOf('indexing parsedEntries')).toEqual(['indexing', 'parsed', 'entries', 'parsedentries']);
  });
});

describe('inflectionsOf', () => {
  it('gives the forms in which people write a word', () => {
    expect(inflectionsOf('parse')).toEqual(expect.arrayContaining(['parses', 'parsed', 'parsing']));
    expect(inflectionsOf('mapped')).toEqual(expect.arrayContaining(['map', 'maps', 'mapping']));
    expect(inflectionsOf('retries')).toEqual(expect.arrayContaining(['retry', 'retried', 'retrying']));
    expect(inflectionsOf('class')).toContain('classes');
  });

  it.each([
    ['localised', 'localize'],
    ['analyze', 'analysed'],
    ['behaviour', 'behavior'],
    ['colored', 'coloured'],
    ['cancel', 'cancelled'],
    ['cancelling', 'cancel'],
    ['labeled', 'labelled'],
    ['centre', 'centered'],
    ['licence', 'licensed'],
    ['dialogue', 'dialogs'],
  ])('gives British and American spellings alike: %s, %s', (word, form) => {
    expect(inflectionsOf(word)).toContain(form);
  });

  it('has none for identifiers, numbers and short words', () => {
    for (const word of ['max_bytes', 'utf8', 'id', '2024', '文字列']) expect(inflectionsOf(word)).toEqual([]);
  });

  it('always gives other words, each once, and of the same stem where there is no other spelling', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12}$/), (word) => {
        const forms = inflectionsOf(word);
        expect(new Set(forms).size).toBe(forms.length);
        expect(forms).not.toContain(word);
        if (/[lorszeg]/.test(word)) return;
        for (const form of forms) expect(stem(form)).toBe(stem(word));
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

it('takes no longer for a word that is made to be slow', () => {
  const started = process.cpuUsage();
  expect(termsOf(`a${'_'.repeat(300_000)}b`)).toEqual([]);
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
});
