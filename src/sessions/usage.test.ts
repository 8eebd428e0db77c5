import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addVerdict, newUsage, type Usage, usageScore, VERDICTS, weightAt, withoutVerdict } from './usage.ts';

const DAY = 24 * 3_600_000;

function usageAfter(verdicts: readonly (typeof VERDICTS)[number][], now = 0): Usage {
  return verdicts.reduce((usage, verdict) => addVerdict(usage, verdict, now), newUsage('u', 'a', 0));
}

describe('usage', () => {
  it('is a tenth for one useful verdict and full for ten', () => {
    expect(usageScore(usageAfter(['useful']), 0).score).toBeCloseTo(0.1);
    expect(usageScore(usageAfter(Array(10).fill('cited')), 0).score).toBe(1);
  });

  it('counts half after thirty days', () => {
    expect(weightAt(usageAfter(['useful']), 30 * DAY)).toBeCloseTo(0.5);
  });

  it('goes down by what was not useful or dismissed', () => {
    expect(usageScore(usageAfter(['useful', 'useful', 'not-useful']), 0).score).toBeCloseTo(0.1);
    expect(usageScore(usageAfter(['useful', 'dismissed']), 0).score).toBeCloseTo(0.05);
  });

  it('tells its counts in words', () => {
    expect(usageScore(usageAfter(['useful', 'cited', 'cited', 'not-useful']), 0).detail).toBe(
      'useful 1, not useful 1, cited 2',
    );
  });

  it('is as before when a verdict is taken back, and unchanged where there was none', () => {
    const few = fc.array(fc.constantFrom(...VERDICTS), { maxLength: 8 });
    fc.assert(
      fc.property(few, fc.constantFrom(...VERDICTS), (verdicts, verdict) => {
        const before = usageAfter(verdicts);
        expect(withoutVerdict(addVerdict(before, verdict, 0), verdict, 0)).toEqual(before);
        if (!verdicts.includes(verdict)) expect(withoutVerdict(before, verdict, 0)).toEqual(before);
      }),
    );
  });

  it('never leaves 0..1 and never grows without a verdict', () => {
    const event = fc.record({ verdict: fc.constantFrom(...VERDICTS), wait: fc.nat(100 * DAY) });
    fc.assert(
      fc.property(fc.array(event), fc.nat(100 * DAY), (events, later) => {
        let now = 0;
        let usage = newUsage('u', 'a', now);
        for (const { verdict, wait } of events) {
          now += wait;
          usage = addVerdict(usage, verdict, now);
        }
        const { score } = usageScore(usage, now);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(usageScore(usage, now + later).score).toBeLessThanOrEqual(score);
      }),
    );
  });
});
