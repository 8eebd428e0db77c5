import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const client = new AbortController().signal;

/** Work that lasts until it is told to end. */
function lasting() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

describe('semaphore', () => {
  it('never runs more than allowed, and runs everything in the order it came', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.record({ fails: fc.boolean(), steps: fc.nat(3) }), { maxLength: 20 }),
        async (limit, jobs) => {
          const withPermit = createSemaphore({ running: limit, waiting: 100, waitMilliseconds: 10_000 });
          const started: number[] = [];
          let running = 0;
          let most = 0;
          const done = await Promise.allSettled(
            jobs.map(({ fails, steps }, index) =>
              withPermit(async () => {
                started.push(index);
                most = Math.max(most, ++running);
                for (let step = 0; step < steps; step++) await Promise.resolve();
                running--;
                if (fails) throw new Error('failed');
              }, client),
            ),
          );
          expect(most).toBeLessThanOrEqual(limit);
          expect(started).toEqual(jobs.map((_, index) => index));
          expect(done.map(({ status }) => status === 'rejected')).toEqual(jobs.map(({ fails }) => fails));
        },
      ),
    );
  });

  it('rejects calls that wait too long or find the queue full, and serves the others', async () => {
    const withPermit = createSemaphore({ running: 1, waiting: 2, waitMilliseconds: 20 });
    const { work, end } = lasting();
    const first = withPermit(work, client);
    const late = withPermit(async () => 'late', client);
    const last = withPermit(async () => 'last', client);
    await expect(withPermit(async () => 'too many', client)).rejects.toMatchObject({ code: 'overloaded' });
    await expect(late).rejects.toMatchObject({ code: 'overloaded' });
    await expect(last).rejects.toMatchObject({ code: 'overloaded' });
    end();
    await first;
    expect(await withPermit(async () => 'next', client)).toBe('next');
  });

  it('frees the place in the queue of a client that hangs up', async () => {
    const withPermit = createSemaphore({ running: 1, waiting: 1, waitMilliseconds: 10_000 });
    const gone = new AbortController();
    const { work, end } = lasting();
    const first = withPermit(work, client);
    const left = withPermit(async () => 'nobody', gone.signal);
    await expect(withPermit(async () => 'too many', client)).rejects.toMatchObject({ code: 'overloaded' });
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: 'cancelled' });
    const next = withPermit(async () => 'next', client);
    end();
    await first;
    expect(await next).toBe('next');
  });
});
