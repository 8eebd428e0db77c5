import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/security.md', 'utf8');

/** The rows of the table of attacks: number, subject, attack, outcome, test. */
const rows = [...page.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, number, cells = '']) => {
  const [subject = '', attack = '', outcome = '', place = ''] = cells.split(' | ');
  return { number: Number(number), subject, attack, outcome, tests: place.match(/[\w./-]+/g) ?? [] };
});

const fileOf = (name: string) =>
  [`test/${name}.test.ts`, `test/${name}.ts`, `${name}.test.ts`].find((path) => existsSync(path)) ?? '';

test('the table has at least 60 attacks, numbered without a gap', () => {
  expect(rows.length).toBeGreaterThanOrEqual(60);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, place) => place + 1));
});

test.each(rows)('attack $number names a test that tries it: $attack', ({ attack, tests }) => {
  expect(tests.length).toBeGreaterThan(0);
  const texts = tests.map((name) => {
    expect(fileOf(name), `there is no test ${name}`).not.toBe('');
    return readFileSync(fileOf(name), 'utf8');
  });
  // What is written as code in the table stands in the test, word by word.
  for (const [, term = ''] of attack.matchAll(/`([^`]+)`/g)) {
    for (const word of term.match(/[\w:-]+/g) ?? []) {
      expect(
        texts.some((text) => text.includes(word)),
        `${tests.join(', ')} says nothing of ${word}`,
      ).toBe(true);
    }
  }
});

test('every promise of the README has tests that exist', () => {
  const [, table = ''] = page.split('### What the README promises');
  const named = [...(table.split('\n| # |')[0] ?? '').matchAll(/^\| [^|]+ \| (`.*`) \|$/gm)];
  expect(named.length).toBeGreaterThanOrEqual(8);
  for (const [, tests = ''] of named) {
    for (const name of tests.match(/[\w./-]+/g) ?? []) expect(fileOf(name), name).not.toBe('');
  }
});
