import { expect, it } from 'vitest';
import { withTimeLimit } from './with-time-limit.ts';

const options = { what: 'It', milliseconds: 10_000 };
const stopped = (signal: AbortSignal) =>
  new Promise<string>((resolve) => {
    if (signal.aborted) resolve('told before');
    else signal.addEventListener('abort', () => resolve('told'));
  });

it('tells the work to stop when its time is over, and fails', async () => {
  let told: Promise<string> | undefined;
  const work = (signal: AbortSignal) => {
    told = stopped(signal);
    return new Promise<never>(() => undefined);
  };
  await expect(withTimeLimit(work, { ...options, milliseconds: 5 })).rejects.toThrow('It did not answer');
  expect(await told).toBe('told');
});

it('tells the work to stop when the caller does, also before it has begun', async () => {
  const cancel = new AbortController();
  const work = withTimeLimit(stopped, { ...options, signal: cancel.signal });
  cancel.abort();
  expect(await work).toBe('told');
  expect(await withTimeLimit(stopped, { ...options, signal: cancel.signal })).toBe('told before');
});
