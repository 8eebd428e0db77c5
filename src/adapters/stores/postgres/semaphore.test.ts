import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

it('never runs more than allowed, and runs everything in the order it came', async () => {
  const jobs = fc.array(fc.record({ fails: fc.boolean(), steps: fc.nat(3) }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), jobs, async (most, given) => {
      const inTurn = createSemaphore(most);
      const started: number[] = [];
      let running = 0;
      const done = await Promise.allSettled(
        given.map(({ fails, steps }, index) =>
          inTurn(async () => {
            started.push(index);
            expect(++running).toBeLessThanOrEqual(most);
            for (let step = 0; step < steps; step++) await Promise.resolve();
            running--;
            if (fails) throw new Error('failed');
          }),
        ),
      );
      expect(started).toEqual(given.map((_, index) => index));
      expect(done.map(({ status }) => status === 'rejected')).toEqual(given.map(({ fails }) => fails));
    }),
  );
});
