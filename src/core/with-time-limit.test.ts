import { expect, it } from 'vitest';
import { raceAbort, withTimeLimit } from './with-time-limit.ts';

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

it('ends a race at the abort, whatever the work does, and keeps its late failure quiet', async () => {
  const cancel = new AbortController();
  let fail: (error: Error) => void = () => undefined;
  const work = () =>
    new Promise<never>((_, reject) => {
      fail = reject;
    });
  const race = raceAbort(work, cancel.signal, () => new Error('gone'));
  cancel.abort();
  await expect(race).rejects.toThrow('gone');
  fail(new Error('late'));
  await expect(
    raceAbort(
      async () => 1,
      cancel.signal,
      () => new Error('before'),
    ),
  ).rejects.toThrow('before');
  expect(
    await raceAbort(
      async () => 1,
      new AbortController().signal,
      () => new Error('never'),
    ),
  ).toBe(1);
});
