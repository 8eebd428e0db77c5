import type { Progress } from '../../operations/operation.ts';

type Report = (progress: Progress) => void;

interface Run {
  readonly done: Promise<unknown>;
  readonly followers: Set<Report>;
  latest?: Progress;
}

/**
 * Runs that continue when their caller hangs up. An identical call joins a run in progress instead of starting
 * another.
 */
export type SharedRuns = (
  key: string,
  start: (report: Report) => Promise<unknown>,
  follow: Report,
) => Promise<unknown>;

export function createSharedRuns(): SharedRuns {
  const runs = new Map<string, Run>();
  const begin = (key: string, start: (report: Report) => Promise<unknown>): Run => {
    const followers = new Set<Report>();
    const report: Report = (progress) => {
      run.latest = progress;
      for (const follow of followers) follow(progress);
    };
    // Deferred, so that the run is registered before its first report.
    const done = Promise.resolve()
      .then(() => start(report))
      .finally(() => runs.delete(key));
    const run: Run = { done, followers };
    // Nobody may be left to handle a failure; it must not end the process.
    done.catch(() => undefined);
    runs.set(key, run);
    return run;
  };
  return async (key, start, follow) => {
    const run = runs.get(key) ?? begin(key, start);
    run.followers.add(follow);
    if (run.latest !== undefined) follow(run.latest);
    try {
      return await run.done;
    } finally {
      run.followers.delete(follow);
    }
  };
}
