import { Worker } from 'node:worker_threads';
import { DossierError } from '../../core/errors.ts';

interface EmbeddingThreadsOptions {
  /** The thread's script; it answers each `EmbedRequest` with an `EmbedReply`. */
  readonly script: URL;
  readonly workerData: unknown;
  readonly threads: number;
  readonly dimensions: number;
}
export interface EmbedRequest {
  readonly id: number;
  readonly texts: readonly string[];
}
export interface EmbedReply {
  readonly id: number;
  /** One vector after the other. */
  readonly vectors: Float32Array;
}

/** Texts a thread gets at once: some 15 ms of work. */
const SHARE = 256;
/** How many shares wait in a thread, so that it goes on while the next is on its way. */
const WINDOW = 2;
/** Threads that had nothing to do for so long end: a server embeds much once and then hardly ever. */
const IDLE_MS = 2000;

interface Job extends EmbedRequest {
  readonly settle: (vectors: readonly Float32Array[]) => void;
  readonly fail: (error: Error) => void;
}
interface Member {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
}

/** Embeds texts on worker threads. They start when first needed and never keep the process alive on their own. */
export function createEmbeddingThreads({
  script,
  workerData,
  threads,
  dimensions,
}: EmbeddingThreadsOptions): (
  texts: readonly string[],
  signal?: AbortSignal,
) => Promise<readonly Float32Array[]> {
  const queue: Job[] = [];
  const members = new Set<Member>();
  let nextId = 0;
  let idle: NodeJS.Timeout | undefined;

  function start(): Member {
    const worker = new Worker(script, { workerData });
    const member: Member = { worker, jobs: new Map() };
    members.add(member);
    let failure = 'a thread ended';
    worker.on('message', ({ id, vectors }: EmbedReply) => {
      const job = member.jobs.get(id);
      member.jobs.delete(id);
      fill(member);
      job?.settle(split(vectors, dimensions));
    });
    worker.on('error', (error) => {
      failure = error.message;
    });
    worker.on('exit', () => {
      members.delete(member);
      const left = [...member.jobs.values(), ...(members.size === 0 ? queue.splice(0) : [])];
      for (const job of left)
        job.fail(new DossierError('internal', `Texts could not be embedded: ${failure}.`));
    });
    return member;
  }

  function fill(member: Member): void {
    while (member.jobs.size < WINDOW) {
      const job = queue.shift();
      if (job === undefined) break;
      member.jobs.set(job.id, job);
      member.worker.postMessage({ id: job.id, texts: job.texts } satisfies EmbedRequest);
    }
    if (member.jobs.size > 0) member.worker.ref();
    else member.worker.unref();
    if ([...members].every(({ jobs }) => jobs.size === 0)) endWhenIdle();
  }

  function endWhenIdle(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      for (const { worker } of members) void worker.terminate();
    }, IDLE_MS).unref();
  }

  return async (texts, signal) => {
    if (signal?.aborted) throw cancelled();
    clearTimeout(idle);
    const shares: Promise<readonly Float32Array[]>[] = [];
    for (let from = 0; from < texts.length; from += SHARE) {
      const share = texts.slice(from, from + SHARE);
      shares.push(new Promise((settle, fail) => queue.push({ id: nextId++, texts: share, settle, fail })));
    }
    const wanted = Math.min(threads, shares.length);
    while (members.size < wanted) start();
    for (const member of members) fill(member);
    const vectors = (await Promise.all(shares)).flat();
    if (signal?.aborted) throw cancelled();
    return vectors;
  };
}

function split(vectors: Float32Array, dimensions: number): readonly Float32Array[] {
  return Array.from({ length: vectors.length / dimensions }, (_, at) =>
    vectors.subarray(at * dimensions, (at + 1) * dimensions),
  );
}

function cancelled(): DossierError {
  return new DossierError('cancelled', 'Embedding was cancelled; run it again to go on.');
}
