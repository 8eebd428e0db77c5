import type { Scope } from './store.ts';

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'merged'] as const;
/** `merged`: another waiting job of the project covers it. */
export type JobState = (typeof JOB_STATES)[number];

export interface JobProgress {
  readonly phase: string;
  readonly done: number;
  readonly total?: number | undefined;
}

/** A project that is to be fetched and indexed. Running it twice gives the same index. */
export interface Job {
  readonly id: string;
  /** Whose project it is. */
  readonly scope: Scope;
  readonly state: JobState;
  /** How often it was started. */
  readonly attempts: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** A job that failed and is tried again waits until then. */
  readonly runAfter: number;
  /** The worker that has it, or had it last. */
  readonly worker?: string;
  /** Others may take the job from then on. */
  readonly leaseUntil?: number;
  readonly progress?: JobProgress;
  /** Why it failed, or why its last attempt did. */
  readonly error?: string;
  /** What it found, in a sentence. */
  readonly result?: string;
  /** The job that covers a merged one. */
  readonly mergedInto?: string;
}

interface ClaimOptions {
  /** Names the worker; two workers never share a name. */
  readonly worker: string;
  readonly now: number;
  readonly leaseMs: number;
  /** The most jobs of one owner that run at a time. */
  readonly perOwner: number;
}

/**
 * The jobs of all owners. One project has at most one waiting and one running job. A worker holds a job by a lease
 * that it must renew; when the lease ends, another worker takes the job again, and the first can no longer finish it.
 * Times are the callers': clocks may differ by much less than a lease.
 */
export interface JobQueue {
  /**
   * Adds a job, unless one of the project waits already. The same `request` (the id of a webhook delivery) adds at
   * most one job, however often it is sent: `repeated` says so.
   */
  enqueue(
    scope: Scope,
    options: { readonly id: string; readonly now: number; readonly request?: string | undefined },
  ): Promise<{ readonly job: Job; readonly repeated: boolean }>;
  /** Takes the job that has waited longest and may run; undefined when there is none. */
  claim(options: ClaimOptions): Promise<Job | undefined>;
  /** Extends the lease and records progress; false once the lease is lost. */
  renew(
    job: Job,
    options: {
      readonly now: number;
      readonly leaseMs: number;
      readonly progress?: JobProgress | undefined;
    },
  ): Promise<boolean>;
  /** Ends a job that the worker still holds; false once the lease is lost, and then nothing changes. */
  finish(job: Job, outcome: JobOutcome, now: number): Promise<boolean>;
  get(id: string): Promise<Job | undefined>;
  /** Newest first; merged ones are left out. */
  list(
    filter: JobFilter & { readonly limit: number; readonly offset?: number | undefined },
  ): Promise<readonly Job[]>;
  /** How many jobs a list without limit would have. */
  count(filter: JobFilter): Promise<number>;
  /** How many jobs there are in each state, of all owners. */
  counts(): Promise<Readonly<Record<JobState, number>>>;
  /** Deletes ended jobs last changed before this time; returns how many. */
  prune(before: number): Promise<number>;
}

export interface JobFilter {
  readonly owner: string;
  readonly project?: string | undefined;
  readonly states?: readonly JobState[] | undefined;
}

export type JobOutcome =
  | { readonly state: 'done'; readonly result: string }
  | { readonly state: 'failed'; readonly error: string }
  /** Waits until `runAfter` and is tried again. */
  | { readonly state: 'waiting'; readonly error: string; readonly runAfter: number };
