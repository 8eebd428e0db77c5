import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecentActivity, SLICE_MS } from './recent-activity.ts';

const LEVELS = { bytes: 1000, hits: 0, misses: 0 };

describe('recent activity', () => {
  it('is told in slices once they are over', () => {
    let now = 100 * SLICE_MS + 1;
    const recent = createRecentActivity(
      () => now,
      () => LEVELS,
    );
    recent.add({ requests: 1, seconds: 0.5 });
    recent.add({ requests: 1, tokens: 80 });
    expect(recent.slices()).toEqual([]);
    now += SLICE_MS;
    const first = { at: 100 * SLICE_MS, requests: 2, seconds: 0.5, tokens: 80, errors: 0, ...LEVELS };
    expect(recent.slices()).toEqual([first]);
    now += 2 * SLICE_MS;
    expect(recent.slices().map(({ requests }) => requests)).toEqual([2, 0, 0]);
  });

  it('always has slices without a gap, never more than five minutes, and loses no request in them', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 400_000 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), pauses, (start, given) => {
        let now = start;
        const recent = createRecentActivity(
          () => now,
          () => LEVELS,
        );
        const times: number[] = [];
        for (const pause of given) {
          now += pause;
          times.push(now);
          recent.add({ requests: 1 });
        }
        const slices = recent.slices();
        expect(slices.length).toBeLessThanOrEqual(60);
        slices.forEach((slice, index) => {
          expect(slice.at).toBe((slices[0]?.at ?? 0) + index * SLICE_MS);
          const within = times.filter((time) => time >= slice.at && time < slice.at + SLICE_MS);
          expect(slice.requests).toBe(within.length);
        });
      }),
    );
  });
});
