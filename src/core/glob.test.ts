import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globToRegExp, matchesGlobs } from './glob.ts';

describe('globToRegExp', () => {
  it.each([
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/deep/er/a.ts', true],
    ['src/**', 'src/deep/a.ts', true],
    ['*.ts', 'src/deep/a.ts', true],
    ['./*.ts', 'src/a.ts', false],
    ['src', 'src/deep/a.ts', true],
    ['src/', 'src/deep/a.ts', true],
    ['src', 'other/a.ts', false],
    ['src/{a,b}.ts', 'src/b.ts', true],
    ['src/{a,b}.ts', 'src/c.ts', false],
    ['file-[0-9].txt', 'file-7.txt', true],
    ['file-[!0-9].txt', 'file-7.txt', false],
    ['a?c.ts', 'abc.ts', true],
    ['a.c', 'abc', false],
    ['{open', '{open', false],
    ['a[b', 'a[b', true],
    ['.', 'src/a.ts', true],
    ['./', 'a.ts', true],
  ])('%s against %s is %s', (glob, path, expected) => {
    expect(globToRegExp(glob).test(path)).toBe(expected);
  });

  it('never throws and a literal path always matches itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        globToRegExp(text);
        const plain = text.replaceAll(/[*?{}[\],!/.]/gu, '');
        fc.pre(plain !== '');
        expect(globToRegExp(plain).test(plain)).toBe(true);
      }),
    );
  });
});

describe('matchesGlobs', () => {
  it('includes everything without globs, and excludes with an exclamation mark', () => {
    expect(matchesGlobs('a.ts', [])).toBe(true);
    expect(matchesGlobs('a.ts', ['!*.md'])).toBe(true);
    expect(matchesGlobs('a.test.ts', ['*.ts', '!*.test.ts'])).toBe(false);
  });
});
