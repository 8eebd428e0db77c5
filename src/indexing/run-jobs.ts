import { DossierError, type ErrorCode, errorMessage } from '../core/errors.ts';
import type { Job, JobOutcome, JobProgress, JobQueue } from '../core/jobs.ts';
import { pause } from '../core/pause.ts';

/** Two renewals may be late. */
const RENEWALS_PER_LEASE = 3;
/** How often an idle worker looks for a job. */
const POLL_MS = 1000;
/** A job is given up after this many attempts, even if each of them killed its worker. */
const MAX_ATTEMPTS = 5;
const FIRST_BACKOFF_MS = 30_000;
const LONGEST_BACKOFF_MS = 3_600_000;
/** Ended jobs are kept this long: their requests are not taken twice meanwhile. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Trying again would not help. */
const PERMANENT: ReadonlySet<ErrorCode> = new Set([
  'invalid-input',
  'forbidden',
  'not-found',
  'outside-root',
]);

interface RunJobsOptions {
  /** Names this worker; two workers never share a name. */
  readonly worker: string;
  /** Does a job, stops at the signal, and says in a sentence what it did. */
  readonly run: (
    job: Job,
    context: { readonly signal: AbortSignal; readonly progress: (progress: JobProgress) => void },
  ) => Promise<string>;
  readonly clock: () => number;
  readonly signal: AbortSignal;
  readonly report: (sentence: string) => void;
  readonly perOwner: number;
  /** Return once no job is left to take, instead of waiting for the next one. */
  readonly stopWhenEmpty?: boolean;
  /** How long a job is held without a renewal; others wait as long for a dead worker's job. */
  readonly leaseMs: number;
  readonly pollMs?: number;
}

/**
 * Takes jobs one after the other and does them, until the signal aborts. A job is held by a lease that is renewed
 * while it runs; whoever loses the lease stops. A store that cannot be reached is waited for.
 */
export async function runJobs(queue: JobQueue, options: RunJobsOptions): Promise<void> {
  const { worker, clock, signal, report, perOwner, pollMs = POLL_MS, leaseMs } = options;
  while (!signal.aborted) {
    try {
      const job = await queue.claim({ worker, now: clock(), leaseMs, perOwner });
      if (job !== undefined) {
        await perform(queue, job, options);
        continue;
      }
      if (options.stopWhenEmpty === true) return;
      await queue.prune(clock() - KEPT_MS);
    } catch (error) {
      if (!isPassing(error)) throw error;
      report(`${errorMessage(error)} The worker tries again.`);
    }
    await pause(pollMs, signal);
  }
}

async function perform(queue: JobQueue, job: Job, options: RunJobsOptions): Promise<void> {
  const { clock, leaseMs, report, signal } = options;
  const name = `${job.scope.owner}/${job.scope.project}`;
  const lost = new AbortController();
  let heldUntil = clock() + leaseMs;
  let progress: JobProgress | undefined;
  const renew = async () => {
    const now = clock();
    const held = await queue.renew(job, { now, leaseMs, progress }).catch((error: unknown) => {
      // If the store does not answer, the lease still holds until it ends.
      if (isPassing(error)) return now < heldUntil ? undefined : false;
      throw error;
    });
    if (held === true) heldUntil = now + leaseMs;
    if (held === false) lost.abort(new DossierError('cancelled', 'The lease of the job was lost.'));
  };
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing.then(renew).catch((error: unknown) => lost.abort(error));
  }, leaseMs / RENEWALS_PER_LEASE);
  let outcome: JobOutcome;
  try {
    outcome = await outcomeOf(job, {
      ...options,
      signal: AbortSignal.any([signal, lost.signal]),
      progress: (value) => {
        progress = value;
      },
    });
  } finally {
    clearInterval(timer);
    await renewing;
  }
  const isOurs =
    !lost.signal.aborted && (await finish(queue, job, outcome, { clock, until: () => heldUntil }));
  report(isOurs ? `${name}: ${sentenceOf(outcome)}` : `${name}: another worker has taken it over.`);
}

async function outcomeOf(
  job: Job,
  options: Pick<RunJobsOptions, 'run' | 'clock' | 'signal'> & {
    readonly progress: (progress: JobProgress) => void;
  },
): Promise<JobOutcome> {
  const { run, clock, signal, progress } = options;
  if (job.attempts > MAX_ATTEMPTS) {
    return { state: 'failed', error: `Given up after ${MAX_ATTEMPTS} attempts. ${job.error ?? ''}`.trim() };
  }
  try {
    return { state: 'done', result: await run(job, { signal, progress }) };
  } catch (error) {
    const message = errorMessage(error);
    // A worker that stops gives its job back at once.
    if (signal.aborted) return { state: 'waiting', error: message, runAfter: clock() };
    const isPermanent = error instanceof DossierError && PERMANENT.has(error.code);
    if (isPermanent || job.attempts >= MAX_ATTEMPTS) return { state: 'failed', error: message };
    return { state: 'waiting', error: message, runAfter: clock() + backoff(job.attempts) };
  }
}

function backoff(attempts: number): number {
  return Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempts - 1));
}

/** Says how the job ended; while the store cannot be reached, until the lease ends. */
async function finish(
  queue: JobQueue,
  job: Job,
  outcome: JobOutcome,
  { clock, until }: { readonly clock: () => number; readonly until: () => number },
): Promise<boolean> {
  for (;;) {
    try {
      return await queue.finish(job, outcome, clock());
    } catch (error) {
      if (!isPassing(error) || clock() > until()) throw error;
      await pause(POLL_MS);
    }
  }
}

function sentenceOf(outcome: JobOutcome): string {
  if (outcome.state === 'done') return outcome.result;
  return outcome.state === 'failed' ? `failed: ${outcome.error}` : `to be tried again: ${outcome.error}`;
}

function isPassing(error: unknown): boolean {
  return error instanceof DossierError && ['unavailable', 'store-busy', 'timeout'].includes(error.code);
}
