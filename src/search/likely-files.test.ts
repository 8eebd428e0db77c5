import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findInPaths, likelyFiles, scanWordsOf } from './likely-files.ts';
import { parseQuery } from './parse-query.ts';

/** Counts as a scanner would, in texts given by path. */
function rank(question: string, texts: Readonly<Record<string, string>>): readonly string[] {
  const query = parseQuery(question);
  const words = scanWordsOf(query);
  const paths = Object.keys(texts);
  const counts = Uint8Array.from(
    paths.flatMap((path) =>
      words.map(({ text }) => (texts[path] ?? '').toLowerCase().split(text).length - 1),
    ),
  );
  const bytes = Uint32Array.from(paths.map((path) => (texts[path] ?? '').length));
  return likelyFiles(query, words, paths, { inPaths: findInPaths(words, paths), counts, bytes });
}

describe('the files that are likely to answer a question', () => {
  it('are those with its rare words, in any form, and with the words in their names', () => {
    expect(
      rank('how are retries of uploads limited', {
        'src/limits.ts': 'limit limit limit limit',
        'src/other.ts': 'upload once',
        'src/upload.ts': 'retry the uploading, limited to three',
        'src/none.ts': 'nothing of it',
      }),
    ).toEqual(['src/upload.ts', 'src/limits.ts', 'src/other.ts']);
  });

  it('are those that the question names, before all others', () => {
    const texts = { 'src/a.ts': 'parse parse', 'src/deep/b.ts': '', 'src/notb.ts': 'parse' };
    expect(rank('what does deep/b.ts parse', texts)[0]).toBe('src/deep/b.ts');
  });

  it('are tests only after what they test, unless tests are asked for', () => {
    const texts = { 'src/a.test.ts': 'parse flags', 'src/a.ts': 'parse flags' };
    expect(rank('parse flags', texts)).toEqual(['src/a.ts', 'src/a.test.ts']);
    expect(rank('tests of parse flags', texts)[0]).toBe('src/a.test.ts');
  });

  it('do not depend on the order of the paths, and are each named once', () => {
    const file = fc.tuple(
      fc.stringMatching(/^[a-z]{1,6}\/[a-z]{1,6}\.ts$/),
      fc.stringMatching(/^[a-d ]{0,30}$/),
    );
    fc.assert(
      fc.property(fc.array(file), fc.stringMatching(/^[a-d]{2,5}( [a-d]{2,5}){0,3}$/), (files, question) => {
        const texts = Object.fromEntries(files);
        const turned = Object.fromEntries(Object.entries(texts).reverse());
        const found = rank(question, texts);
        expect(rank(question, turned)).toEqual(found);
        expect(new Set(found).size).toBe(found.length);
        for (const path of found) expect(Object.keys(texts)).toContain(path);
      }),
    );
  });
});

it('at most two dozen words are looked for, whatever the length of the question', () => {
  const long = Array.from(
    { length: 400 },
    (_, index) => `word${String.fromCharCode(97 + (index % 26))}${index}`,
  );
  expect(scanWordsOf(parseQuery(long.join(' '))).length).toBe(24);
});
