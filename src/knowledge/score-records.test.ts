import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TIERS } from '../core/vocabulary.ts';
import { adjust, relevanceOf } from './score-records.ts';

describe('relevance of a record', () => {
  it('always lies between 0 and 1 and never falls with more evidence', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.double({ min: -1, max: 1, noNaN: true }), (a, b, cosine) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        const low = relevanceOf({ words: less, cosine }).score;
        const high = relevanceOf({ words: more, cosine }).score;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(high).toBeGreaterThanOrEqual(low);
      }),
    );
  });

  it('no words and an unrelated embedding are no evidence', () => {
    expect(relevanceOf({ words: 0, cosine: 0.1 })).toEqual({ score: 0, reasons: [] });
    expect(relevanceOf({ words: Number.NaN }).score).toBe(0);
  });

  it('gold stands before silver, bronze and abandoned', () => {
    const scores = TIERS.map((tier) => adjust({ score: 0.9, reasons: [] }, { tier }).score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(4);
  });

  it('importance and newness order equals, and every part is a reason', () => {
    const base = { score: 0.5, reasons: [] };
    expect(adjust(base, { importance: 1 }).score).toBeGreaterThan(adjust(base, { importance: 0.2 }).score);
    const day = 24 * 3600 * 1000;
    expect(adjust(base, { age: day }).score).toBeGreaterThan(adjust(base, { age: 90 * day }).score);
    expect(adjust(base, { age: 9000 * day }).score).toBeGreaterThan(0.47);
    expect(adjust(base, { tier: 'gold', importance: 1, age: 0 }).reasons.map(({ rule }) => rule)).toEqual([
      'tier',
      'importance',
      'recency',
    ]);
  });
});
