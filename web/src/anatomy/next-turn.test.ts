import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTurn } from './next-turn.ts';

let frames: (() => void)[];
let now: number;
beforeEach(() => {
  frames = [];
  now = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('performance', { now: () => now });
});
afterEach(() => vi.unstubAllGlobals());

/** Runs the frames that were asked for so far, and what they render. */
async function frame(): Promise<void> {
  for (const run of frames.splice(0)) run();
  await new Promise((resolve) => setTimeout(resolve));
}

describe('a turn', () => {
  it('is shared by all that is short', async () => {
    const done: string[] = [];
    nextTurn(() => done.push('rows'));
    nextTurn(() => done.push('bar'));
    await frame();
    expect(done).toEqual(['rows', 'bar']);
  });

  it('is left to the next frame after something long, which has rendered by then', async () => {
    const done: string[] = [];
    nextTurn(() =>
      queueMicrotask(() => {
        now += 20;
      }),
    );
    nextTurn(() => done.push('text'));
    await frame();
    expect(done).toEqual([]);
    await frame();
    expect(done).toEqual(['text']);
  });

  it('can be given up', async () => {
    const done: string[] = [];
    nextTurn(() => done.push('gone'))();
    nextTurn(() => done.push('kept'));
    await frame();
    expect(done).toEqual(['kept']);
  });
});
