import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { principlesOf } from './learn.ts';
import { type Value, valueSchema } from './values/value.ts';

const stored = fc
  .record({
    id: fc.uuid(),
    text: fc.constantFrom('Freeze the clock.', 'freeze the clock. ', 'Set a timeout.', 'Lock late.'),
    size: fc.integer({ min: 3, max: 9 }),
    accepted: fc.boolean(),
    status: fc.constantFrom('current' as const, 'stale' as const),
  })
  .map(({ id, ...rest }): { id: string; body: Value } => ({
    id,
    body: valueSchema.parse({
      ...rest,
      axis: 'full',
      members: [],
      meanDistance: 0,
      stdDistance: 0,
      textDistance: 0,
      clusteredAt: 0,
    }),
  }));
const normalized = (text: string) => text.trim().toLowerCase();

describe('principles of the learn report', () => {
  it('never lists one sentence twice, always every current one, and the accepted one of several', () => {
    fc.assert(
      fc.property(fc.array(stored, { maxLength: 12 }), (values) => {
        const principles = principlesOf(values);
        const current = values.filter(({ body }) => body.status === 'current');
        const texts = principles.map(({ text }) => normalized(text));
        expect(new Set(texts).size).toBe(texts.length);
        expect(new Set(texts)).toEqual(new Set(current.map(({ body }) => normalized(body.text))));
        for (const { text, accepted } of principles) {
          const same = current.filter(({ body }) => normalized(body.text) === normalized(text));
          expect(accepted).toBe(same.some(({ body }) => body.accepted));
        }
      }),
    );
  });
  it('lists a sentence once that two groups word nearly alike', () => {
    const [one] = fc.sample(stored, { numRuns: 1, seed: 1 });
    if (one === undefined) throw new Error('nothing was sampled');
    const texts = ['Freeze the clock in tests of dates.', 'Please freeze the clock in the tests of dates'];
    const values = texts.map((text, at) => ({
      id: `val-${at}`,
      body: { ...one.body, text, status: 'current' as const },
    }));
    expect(principlesOf(values)).toHaveLength(1);
  });
});
