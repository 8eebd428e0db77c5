import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differsInOneValue, isNearDuplicate } from './near-duplicate.ts';

describe('the same thing said again', () => {
  it.each([
    ['The database port is 5432.', 'database port is 5432'],
    ['Always run the migrations before deploying', 'Before deploying, always run the migrations'],
    ["Don't use tabs in YAML files", 'Do not use tabs in YAML files!'],
    ['Tests fail when Redis is down', 'Test failed when redis is down'],
    ['Prefer pnpm over npm in this repository', 'Use pnpm over npm in this repo'],
    ['The deployment pipeline needs the staging secret', 'The deployemnt pipeline needs the staging secret'],
    ['Note that the cache is cleared at midnight', 'The cache is cleared at midnight'],
  ])('%s = %s', (left, right) => {
    expect(isNearDuplicate(left, right)).toBe(true);
    expect(isNearDuplicate(right, left)).toBe(true);
  });
});

describe('another thing that looks alike', () => {
  it.each([
    ['The database port is 5432', 'The database port is 5433'],
    ['Use tabs in Makefiles', 'Never use tabs in Makefiles'],
    ['The billing service owns invoices', 'The shipping service owns invoices'],
    ['src/auth/login.ts sets the cookie', 'src/auth/logout.ts sets the cookie'],
    ['The client retries before the server times out', 'The server retries before the client times out'],
    ['Enable the flag in production', 'Disable the flag in production'],
    ['parseUrl throws on empty input', 'parseUri throws on empty input'],
    ['Run the linter before committing', 'Run the linter after committing'],
    ['Deploy on Monday', 'Deploy on Monday and purge the CDN and tell support about the change'],
  ])('%s ≠ %s', (left, right) => {
    expect(isNearDuplicate(left, right)).toBe(false);
    expect(isNearDuplicate(right, left)).toBe(false);
  });
});

describe('isNearDuplicate', () => {
  it('holds for a text and itself, whatever the case and the spaces around it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(isNearDuplicate(text, text)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Cache', 'retries', 'the', 'Proxy', '42', 'not'), { minLength: 1 }),
        (words) => {
          expect(isNearDuplicate(words.join(' '), ` ${words.join('  ').toUpperCase()}\n`)).toBe(true);
        },
      ),
    );
  });

  it('never holds when a number differs', () => {
    fc.assert(
      fc.property(fc.nat(99_999), fc.nat(99_999), (one, other) => {
        fc.pre(one !== other);
        expect(isNearDuplicate(`retries after ${one} ms`, `retries after ${other} ms`)).toBe(false);
      }),
    );
  });
});

describe('differsInOneValue', () => {
  it('sees a changed number, name or negation of the same subject', () => {
    expect(differsInOneValue('The database port is 5432', 'The database port is 5433')).toBe(true);
    expect(differsInOneValue('Use tabs in all Makefiles here', 'Never use tabs in all Makefiles here')).toBe(
      true,
    );
    expect(differsInOneValue('The database port is 5432', 'Deploys run from main')).toBe(false);
    expect(differsInOneValue('The database port is 5432', 'the database port is 5432.')).toBe(false);
  });
});
