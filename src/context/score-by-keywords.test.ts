import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreByKeywords } from './score-by-keywords.ts';

const text = (body: string, name = '', path = '') => ({ name, path, text: body });

describe('scoreByKeywords', () => {
  it('ranks by shared words; rare ones and those in names count more', () => {
    const scores = scoreByKeywords('token budget', [
      text('the budget of the budget'),
      text('a token'),
      text('nothing in common'),
      text('nothing', 'tokenBudget'),
      text('budget again'),
    ]);
    expect(scores[2]).toBe(0);
    expect(Math.max(...scores)).toBe(scores[3]);
    expect(scores[1]).toBeGreaterThan(scores[4] ?? 0);
  });

  it('is between 0 and 1 and never NaN, also without words or texts', () => {
    expect(scoreByKeywords('', [text('a')])).toEqual([0]);
    expect(scoreByKeywords('a task', [])).toEqual([]);
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (task, bodies) => {
        for (const score of scoreByKeywords(
          task,
          bodies.map((body) => text(body)),
        )) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
