import { describe, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

describe('throttle', () => {
  it('sends the first and the last, and drops those in between', async () => {
    const sent: number[] = [];
    const progress = throttle<number>(async (value) => {
      sent.push(value);
    }, 50);
    for (let value = 0; value < 100; value++) progress.report(value);
    await progress.flush();
    expect(sent).toEqual([0, 99]);
  });

  it('keeps sending while time passes', async () => {
    const sent: number[] = [];
    const progress = throttle<number>(async (value) => {
      sent.push(value);
    }, 5);
    vi.useFakeTimers();
    for (let value = 0; value < 3; value++) {
      progress.report(value);
      await vi.advanceTimersByTimeAsync(5);
    }
    vi.useRealTimers();
    await progress.flush();
    expect(sent).toEqual([0, 1, 2]);
  });
});
