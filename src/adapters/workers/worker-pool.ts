import { once } from 'node:events';
import { parentPort, type Transferable, Worker } from 'node:worker_threads';
import { DossierError } from '../../core/errors.ts';

interface WorkerPoolOptions<Request, Packed, Reply> {
  /** The workers' script; it calls `answerRequests`. */
  readonly script: URL;
  readonly workerData: unknown;
  /** The most workers; each starts when there is work for it. */
  readonly workers: number;
  /**
   * Requests per worker at a time: enough to keep it busy while this thread is, few enough to bound memory, and fewer
   * towards the end, so that nobody waits for one worker's backlog.
   */
  readonly window: { readonly min: number; readonly max: number };
  /** Idle workers end after this long. Default: when the pool is closed. */
  readonly idleMilliseconds?: number;
  readonly maxYoungGenerationSizeMb?: number;
  /**
   * Answers on this thread, between other work, so that it is not idle on machines with few cores. Undefined for a
   * request better left to a worker, which may die safely. Never rejects.
   */
  readonly here?: ((request: Request) => Promise<Reply | undefined>) | undefined;
  /** Turns a worker's message into a reply. */
  readonly unpack: (packed: Packed) => Reply;
  /** The reply to a request that killed its workers, or throws. */
  readonly failed: (reason: string) => Reply;
}

interface WorkerPool<Request, Reply> {
  /** Rejects with what `failed` throws, if workers cannot start, or if the pool is closed. */
  run(request: Request): Promise<Reply>;
  /** Ends the workers. Unanswered requests are dropped and never settle. */
  close(): Promise<void>;
}

/**
 * It is unknown which request killed a worker. So after the first death, workers get one at a time, and a request
 * whose worker then dies this many times fails.
 */
const MAX_ATTEMPTS = 2;

interface Job<Request, Reply> {
  readonly id: number;
  readonly request: Request;
  /** Settles the promise with the function's result or error. */
  readonly settle: (reply: () => Reply) => void;
  attempts: number;
  /** Must not be answered on this thread. */
  apart: boolean;
}
/** The id of a worker's first message: its script is loaded. */
const READY = -1;

interface Member<Request, Reply> {
  readonly worker: Worker;
  readonly jobs: Map<number, Job<Request, Reply>>;
}
interface Message<Content> {
  readonly id: number;
  readonly content: Content;
}

/**
 * Answers requests on worker threads, which keep the process alive only while they have work. A dead worker is
 * replaced and its requests are retried.
 */
export function createWorkerPool<Request, Packed, Reply>({
  script,
  workerData,
  workers,
  window,
  idleMilliseconds,
  maxYoungGenerationSizeMb,
  here,
  unpack,
  failed,
}: WorkerPoolOptions<Request, Packed, Reply>): WorkerPool<Request, Reply> {
  const queue: Job<Request, Reply>[] = [];
  const members = new Set<Member<Request, Reply>>();
  let closed = false;
  let helping = false;
  let careful = false;
  let nextId = 0;
  /** Why workers die before their script is loaded; no request is to blame then. */
  let unstartable: DossierError | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): void {
    const worker = new Worker(script, {
      workerData,
      ...(maxYoungGenerationSizeMb !== undefined && { resourceLimits: { maxYoungGenerationSizeMb } }),
    });
    const member: Member<Request, Reply> = { worker, jobs: new Map() };
    members.add(member);
    let failure = 'the worker ended';
    let isReady = false;
    worker.on('message', ({ id, content }: Message<Packed>) => {
      isReady ||= id === READY;
      const job = member.jobs.get(id);
      member.jobs.delete(id);
      fill(member);
      job?.settle(() => unpack(content));
    });
    worker.on('error', (error) => {
      failure = error.message;
    });
    worker.on('exit', () => {
      members.delete(member);
      if (closed) return;
      if (isReady) replace(member, failure);
      else giveUp(member, failure);
    });
    fill(member);
  }

  function giveUp({ jobs }: Member<Request, Reply>, failure: string): void {
    const error = new DossierError('internal', `A worker thread could not start: ${failure}`);
    unstartable = error;
    for (const job of [...jobs.values(), ...queue.splice(0)]) {
      job.settle(() => {
        throw error;
      });
    }
  }

  function replace({ jobs }: Member<Request, Reply>, failure: string): void {
    for (const job of jobs.values()) {
      if (careful) job.attempts++;
      if (job.attempts < MAX_ATTEMPTS) queue.unshift(job);
      else job.settle(() => failed(failure));
    }
    careful ||= jobs.size > 0;
    if (queue.length > 0 && members.size < workers) start();
  }

  function fill(member: Member<Request, Reply>): void {
    const share = Math.floor(queue.length / (members.size + 1));
    const most = careful ? 1 : Math.max(window.min, Math.min(window.max, share));
    while (member.jobs.size < most) {
      const job = queue.shift();
      if (job === undefined) break;
      member.jobs.set(job.id, job);
      member.worker.postMessage({ id: job.id, content: job.request } satisfies Message<Request>);
    }
    if (member.jobs.size > 0) member.worker.ref();
    else member.worker.unref();
    if (idleMilliseconds !== undefined) endWhenIdle(idleMilliseconds);
  }

  function endWhenIdle(milliseconds: number): void {
    clearTimeout(idle);
    if ([...members].some(({ jobs }) => jobs.size > 0)) return;
    idle = setTimeout(() => {
      for (const { worker } of members) worker.postMessage(null);
      members.clear();
    }, milliseconds).unref();
  }

  /** Starts another worker while allowed and none is idle; otherwise fills the least busy one. */
  function assign(): void {
    const least = [...members].reduce<Member<Request, Reply> | undefined>(
      (best, member) => (best === undefined || member.jobs.size < best.jobs.size ? member : best),
      undefined,
    );
    if (members.size < workers && (least === undefined || least.jobs.size > 0)) start();
    else if (least !== undefined) fill(least);
  }

  /** Takes requests from the end of the queue one at a time, yielding to the event loop in between. */
  async function help(): Promise<void> {
    for (let job = queue.pop(); job !== undefined && !closed; job = queue.pop()) {
      const reply = job.apart ? undefined : await here?.(job.request);
      if (reply === undefined) {
        queue.unshift(job);
        assign();
        if (job.apart) break;
        job.apart = true;
      } else job.settle(() => reply);
      await new Promise((resolve) => setImmediate(resolve));
    }
    helping = false;
  }

  return {
    run(request) {
      if (closed) return Promise.reject(new DossierError('internal', 'The worker pool is closed.'));
      if (unstartable !== undefined) return Promise.reject(unstartable);
      return new Promise((resolve, reject) => {
        const settle = (reply: () => Reply) => {
          try {
            resolve(reply());
          } catch (error) {
            reject(error);
          }
        };
        queue.push({ id: nextId++, request, settle, attempts: 0, apart: false });
        assign();
        if (helping || here === undefined) return;
        helping = true;
        setImmediate(help);
      });
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      await Promise.all([...members].map(end));
    },
  };
}

/** An idle worker exits by itself and so keeps its compile cache; a busy one is terminated. */
async function end<Request, Reply>({ worker, jobs }: Member<Request, Reply>): Promise<void> {
  if (jobs.size > 0) await worker.terminate();
  else {
    worker.ref(); // Keeps the process alive until the worker has ended.
    const ended = once(worker, 'exit');
    worker.postMessage(null);
    await ended;
  }
}

/** The workers' side: answers each request of a pool. What `transfer` names is moved, not copied. */
export function answerRequests<Request, Packed>(
  answer: (request: Request) => Packed | Promise<Packed>,
  transfer: (packed: Packed) => readonly Transferable[],
): void {
  parentPort?.on('message', async (message: Message<Request> | null) => {
    // No more requests: closing the port ends the thread.
    if (message === null) return parentPort?.close();
    const reply: Message<Packed> = { id: message.id, content: await answer(message.content) };
    parentPort?.postMessage(reply, transfer(reply.content));
  });
  parentPort?.postMessage({ id: READY, content: undefined } satisfies Message<undefined>);
}
