import { describe, expect, it } from 'vitest';
import type { Progress } from '../../operations/operation.ts';
import { createSharedRuns } from './shared-runs.ts';

/** A run that reports and ends when it is told to. */
function heldRun() {
  const started: {
    report: (progress: Progress) => void;
    end: (value: unknown) => void;
    fail: (e: Error) => void;
  }[] = [];
  const start = (report: (progress: Progress) => void) =>
    new Promise((end, fail) => {
      started.push({ report, end, fail });
    });
  return { started, start };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('shared runs', () => {
  it('are followed by whoever asks for the same meanwhile, from where they are', async () => {
    const runs = createSharedRuns();
    const { started, start } = heldRun();
    const heard: string[] = [];
    const first = runs('index', start, ({ done }) => heard.push(`first ${done}`));
    await turn();
    started[0]?.report({ phase: 'read', done: 1 });
    const second = runs('index', start, ({ done }) => heard.push(`second ${done}`));
    started[0]?.report({ phase: 'read', done: 2 });
    started[0]?.end('report');
    expect(await Promise.all([first, second])).toEqual(['report', 'report']);
    expect(heard).toEqual(['first 1', 'second 1', 'first 2', 'second 2']);
    expect(started).toHaveLength(1);
  });

  it('begin anew when the last one ended, also after a failure nobody waited for', async () => {
    const runs = createSharedRuns();
    const { started, start } = heldRun();
    const failing = runs('index', start, () => undefined);
    await turn();
    started[0]?.fail(new Error('disk full'));
    await expect(failing).rejects.toThrow('disk full');
    const again = runs('index', start, () => undefined);
    await turn();
    started[1]?.end('done');
    expect(await again).toBe('done');
  });

  it('of different keys are different runs', async () => {
    const runs = createSharedRuns();
    const { started, start } = heldRun();
    runs('a', start, () => undefined);
    runs('b', start, () => undefined);
    await turn();
    expect(started).toHaveLength(2);
  });
});
