import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packWordMeanings } from './pack-word-meanings.ts';
import { isClear } from './score-records.ts';
import { likenessOf, openWordMeanings } from './word-meanings.ts';

const texts = [
  'calendar agenda appointment booking',
  'calendar appointment slot reservation',
  'invoice bill payment charge',
  'payment refund charge card',
  'deploy release rollout ship',
  'rollout canary release stage',
].map((text) => ({ text, weight: 1 }));
const packed = packWordMeanings(texts, 3);
const meanings = openWordMeanings(packed);
const likeness = (one: string, other: string) =>
  likenessOf(meanings.directionOf(one), meanings.directionOf(other));

describe('what words mean', () => {
  it('is alike for words that were never in one text, but said of the same', () => {
    expect(likeness('agenda', 'slot')).toBeGreaterThan(0.9);
    expect(likeness('bill', 'refund')).toBeGreaterThan(0.9);
    expect(likeness('agenda', 'bill')).toBeLessThan(0.2);
  });
  it('has no direction where no word is known', () => {
    expect(meanings.directionOf('zebra')).toBeUndefined();
    expect(likeness('zebra', 'agenda')).toBe(0);
  });
  it('names the words near a question', () => {
    const { words } = meanings.ask('when is my appointment');
    expect(words).toEqual(expect.arrayContaining(['slot', 'agenda']));
    expect(words).not.toContain('refund');
  });
  it('is packed the same way each time', () => {
    expect(packWordMeanings(texts, 3)).toEqual(packed);
  });
  it('never makes two texts more than alike', () => {
    const word = fc.constantFrom(...texts.flatMap(({ text }) => text.split(' ')), 'zebra');
    const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(Math.abs(likeness(one, other))).toBeLessThanOrEqual(1 + 1e-6);
        expect(likeness(one, other)).toBeCloseTo(likeness(other, one));
      }),
    );
  });
});

it('the more alike the ideas are, the fewer words a record must share', () => {
  expect(isClear(3, 0)).toBe(false);
  expect(isClear(3, 0.5)).toBe(true);
  expect(isClear(0, 0.6)).toBe(false);
  expect(isClear(0, 0.9)).toBe(true);
});
