import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DossierError } from '../../core/errors.ts';
import type { FilePreparer, PreparedFile, SourceStat } from '../../core/ports.ts';
import { type PackedFile, unpackFile } from './packed-file.ts';

interface PreparerPoolOptions {
  /** The worker's script; it answers each `PrepareRequest` with a `PrepareReply` and ends at `null`. */
  readonly script: URL;
  readonly workerData: unknown;
  readonly workers: number;
  /**
   * Prepares a file on this thread, between other work, so that it is not idle where threads are few.
   * Undefined for a file that is better left to a worker, whose death can be survived. Never rejects.
   */
  readonly here?: ((path: string, known?: SourceStat) => Promise<PreparedFile | undefined>) | undefined;
}
export interface PrepareRequest {
  readonly id: number;
  readonly path: string;
  readonly known: SourceStat | undefined;
}
export interface PrepareReply {
  readonly id: number;
  readonly packed: PackedFile;
}

/**
 * Files given to one worker at a time: enough that it goes on while this thread writes a batch, few enough
 * to keep memory bounded, and few when few are left, so that nobody waits for the last of them.
 */
const LEAST_WINDOW = 8;
const LARGEST_WINDOW = 128;
/** Enough that all windows can be full. */
const AT_ONCE = 512;
/**
 * Which of its files a worker died of is not known. So from the first death on workers get one file at a time, and one
 * that was in a worker when it died, this many times, is left out.
 */
const MAX_ATTEMPTS = 2;
/** Young objects die in the larger nursery; measured 15 % less time than with the default. */
const NURSERY_MB = 64;

interface Job extends PrepareRequest {
  readonly settle: (prepared: PreparedFile) => void;
  attempts: number;
  /** Not to be prepared on this thread. */
  apart: boolean;
}
interface Member {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
}

/** A worker at rest ends by itself and keeps what it compiled; others are not waited for. */
async function end({ worker, jobs }: Member): Promise<void> {
  if (jobs.size > 0) await worker.terminate();
  else {
    const ended = once(worker, 'exit');
    worker.postMessage(null);
    await ended;
  }
}

/** Prepares files on worker threads. A worker that dies is replaced and its files are tried once more. */
export function createPreparerPool({ script, workerData, workers, here }: PreparerPoolOptions): FilePreparer {
  const queue: Job[] = [];
  const members = new Set<Member>();
  let closed = false;
  let helping = false;
  let careful = false;
  let nextId = 0;

  function start(): void {
    const worker = new Worker(script, {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MB },
    });
    const member: Member = { worker, jobs: new Map() };
    members.add(member);
    let failure = 'The worker ended.';
    worker.on('message', ({ id, packed }: PrepareReply) => {
      const job = member.jobs.get(id);
      member.jobs.delete(id);
      fill(member);
      job?.settle(unpackFile(packed));
    });
    worker.on('error', (error) => {
      failure = error.message;
    });
    worker.on('exit', () => {
      members.delete(member);
      if (!closed) replace(member, failure);
    });
    fill(member);
  }

  function replace({ jobs }: Member, failure: string): void {
    for (const job of jobs.values()) {
      if (careful) job.attempts++;
      if (job.attempts < MAX_ATTEMPTS) queue.unshift(job);
      else job.settle({ status: 'skipped', reason: 'failed', detail: failure });
    }
    careful = true;
    if (queue.length > 0 || members.size === 0) start();
  }

  function fill(member: Member): void {
    const share = Math.floor(queue.length / (members.size + 1));
    const window = careful ? 1 : Math.max(LEAST_WINDOW, Math.min(LARGEST_WINDOW, share));
    while (member.jobs.size < window) {
      const job = queue.shift();
      if (job === undefined) return;
      member.jobs.set(job.id, job);
      member.worker.postMessage({ id: job.id, path: job.path, known: job.known } satisfies PrepareRequest);
    }
  }

  function fillIdlest(): void {
    fill([...members].reduce((least, member) => (member.jobs.size < least.jobs.size ? member : least)));
  }

  /** Takes files from the end of the queue, one at a time, with what else this thread has to do between them. */
  async function help(): Promise<void> {
    for (let job = queue.pop(); job !== undefined && !closed; job = queue.pop()) {
      const prepared = job.apart ? undefined : await here?.(job.path, job.known);
      if (prepared === undefined) {
        queue.unshift(job);
        fillIdlest();
        if (job.apart) break;
        job.apart = true;
      } else job.settle(prepared);
      await new Promise((resolve) => setImmediate(resolve));
    }
    helping = false;
  }

  for (let count = 0; count < workers; count++) start();
  return {
    atOnce: AT_ONCE,
    prepare(path, known) {
      if (closed)
        return Promise.reject(new DossierError('internal', `The pool is closed; ${path} was not read.`));
      return new Promise((settle) => {
        queue.push({ id: nextId++, path, known, settle, attempts: 0, apart: false });
        fillIdlest();
        if (helping || here === undefined) return;
        helping = true;
        setImmediate(help);
      });
    },
    async close() {
      closed = true;
      await Promise.all([...members].map(end));
    },
  };
}
