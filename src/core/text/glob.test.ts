import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesGlob, matchesGlobs } from './glob.ts';

describe('matchesGlob', () => {
  it.each([
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/deep/er/a.ts', true],
    ['src/**', 'src/deep/a.ts', true],
    ['src/**', 'src', false],
    ['*.ts', 'src/deep/a.ts', true],
    ['./*.ts', 'src/a.ts', false],
    ['/a.ts', 'src/a.ts', false],
    ['src', 'src/deep/a.ts', true],
    ['src/', 'src/deep/a.ts', true],
    ['src', 'other/a.ts', false],
    ['src', 'srcs/a.ts', false],
    ['src/{a,b}.ts', 'src/b.ts', true],
    ['src/{a,b}.ts', 'src/c.ts', false],
    ['{src/{a,b},lib/*}.ts', 'src/b.ts', true],
    ['{src/{a,b},lib/*}.ts', 'lib/c.ts', true],
    ['{src/{a,b},lib/*}.ts', 'lib/a/c.ts', false],
    ['file-[0-9].txt', 'file-7.txt', true],
    ['file-[!0-9].txt', 'file-7.txt', false],
    ['file-[a-bz-a].txt', 'file-b.txt', true],
    ['[!a]b', '/b', false],
    ['a?c.ts', 'abc.ts', true],
    ['a?c.ts', 'a😀c.ts', true],
    ['a.c', 'abc', false],
    ['a**d', 'ab/cd', true],
    ['{open', 'open', true],
    ['{open', '{open', true],
    ['a}b,c', 'a}b,c', true],
    ['a[b', 'a[b', true],
    ['app/[slug]', 'app/[slug]/page.tsx', true],
    ['app/[slug]/**', 'app/s/page.tsx', true],
    ['./src', 'lib/src/a.ts', false],
    ['.', 'src/a.ts', true],
    ['./', 'a.ts', true],
  ])('%s against %s is %s', (glob, path, expected) => {
    expect(matchesGlob(path, glob)).toBe(expected);
  });

  const path = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '['), maxLength: 12 });

  it('agrees with the expression that a glob stands for', () => {
    const sign = {
      '*': '[^/]*',
      '**': '.*',
      '**/': '(?:.*/)?',
      '?': '[^/]',
      a: 'a',
      b: 'b',
      '.': '\\.',
      '/': '/',
    };
    const parts = fc.array(fc.constantFrom(...(Object.keys(sign) as (keyof typeof sign)[])), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(parts, path, (signs, given) => {
        const glob = `a/${signs.join('')}b`;
        // Neighbouring signs may read as another one.
        fc.pre(
          !/\*{3}|\*\*\/\*\*$/.test(glob) &&
            !signs.some((one, at) => one === '*' && signs[at + 1]?.[0] === '*'),
        );
        fc.pre(!signs.some((one, at) => one === '**' && signs[at + 1]?.[0] === '/'));
        const expression = new RegExp(`^a/${signs.map((one) => sign[one]).join('')}b(?:/.*)?$`, 's');
        expect(matchesGlob(given, glob)).toBe(expression.test(given));
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws, and a path matches itself and what lies below it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (given) => {
        matchesGlob('a', given);
        fc.pre(!/^\.?\/|\/$|^$/.test(given));
        expect(matchesGlob(given, given)).toBe(true);
        expect(matchesGlob(`${given}/below`, `./${given}/`)).toBe(true);
      }),
    );
  });

  it('takes no longer for a glob that is made to be slow', () => {
    const started = process.cpuUsage();
    matchesGlob(`${'a/'.repeat(20)}b.ts`, `${'**/'.repeat(20)}x`);
    matchesGlob(`${'a'.repeat(200)}.ts`, `${'*?'.repeat(50)}x`);
    matchesGlob(`${'a'.repeat(200)}.ts`, `${'{*,?*}'.repeat(50)}x`);
    matchesGlob('a.ts', '{'.repeat(1000));
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });
});

it('refuses a glob that is longer than any path', () => {
  expect(() => matchesGlob('a.ts', '{'.repeat(1_000_000))).toThrow('more than 1000 characters');
});

describe('matchesGlobs', () => {
  it('includes everything without globs, and excludes with an exclamation mark', () => {
    expect(matchesGlobs('a.ts', [])).toBe(true);
    expect(matchesGlobs('a.ts', ['!*.md'])).toBe(true);
    expect(matchesGlobs('a.test.ts', ['*.ts', '!*.test.ts'])).toBe(false);
    expect(matchesGlobs('a.md', ['*.ts', '!*.test.ts'])).toBe(false);
  });
});
