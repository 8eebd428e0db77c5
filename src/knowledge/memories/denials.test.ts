import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { denies } from './denials.ts';

describe('what one text denies and the other says', () => {
  it.each([
    ['Locks go through Redis', 'No Redis, no database lock.'],
    ['Imposition moves to Prinect', "We don't use Prinect for it"],
    ['The stage is drawn on canvas', 'The editor draws SVG, not canvas'],
    ['West has a folding machine', 'West: digital only, no plates, no folding machine'],
  ])('%s / %s', (one, other) => {
    expect(denies(one, other)).toBe(true);
    expect(denies(other, one)).toBe(true);
  });
  it.each([
    ['both deny it', 'Never use Prinect', "We don't use Prinect"],
    [
      'the denial ends with its clause',
      'Redis holds the sessions',
      'No lock is held, Redis holds the sessions',
    ],
    ['another thing is denied', 'Redis holds the sessions', 'No database holds them'],
    ['a text that says both', 'Redis is used', 'No Redis in tests, but Redis in production'],
  ])('not when %s', (_, one, other) => {
    expect(denies(one, other)).toBe(false);
  });
  it('no text denies itself, and order does not matter', () => {
    const word = fc.constantFrom('no', 'not', "don't", 'Redis', 'canvas', 'lock', 'use', ',', '.', 'without');
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(denies(one, one)).toBe(false);
        expect(denies(one, other)).toBe(denies(other, one));
      }),
    );
  });
});
