import { DossierError } from '../../core/errors.ts';
import { ProtocolError } from './problem.ts';

interface SemaphoreOptions {
  /** How many may run at the same time. */
  readonly running: number;
  /** How many may wait in the queue; beyond that a call is rejected at once. */
  readonly waiting: number;
  readonly waitMilliseconds: number;
}

/** Runs the work once a permit is free; a client that hangs up leaves the queue. */
export type Semaphore = <Result>(work: () => Promise<Result>, client: AbortSignal) => Promise<Result>;

/**
 * A counting semaphore with a bounded, fair queue. If all calls ran at once, each would take as long as
 * all together, and the first answer would come no sooner than the last.
 */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const queue: (() => void)[] = [];
  let running = 0;

  function acquire(client: AbortSignal): Promise<void> {
    if (running < options.running) {
      running++;
      return Promise.resolve();
    }
    if (queue.length >= options.waiting) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const leave = (error: Error) => {
        queue.splice(queue.indexOf(start), 1);
        settle();
        reject(error);
      };
      const hangUp = () => leave(new DossierError('cancelled', 'The client hung up.'));
      const timer = setTimeout(() => leave(overloaded()), options.waitMilliseconds);
      const settle = () => {
        clearTimeout(timer);
        client.removeEventListener('abort', hangUp);
      };
      const start = () => {
        settle();
        resolve();
      };
      client.addEventListener('abort', hangUp);
      queue.push(start);
    });
  }

  return async (work, client) => {
    await acquire(client);
    try {
      return await work();
    } finally {
      // Hand the permit to the next in the queue, so that a new call cannot overtake it.
      const next = queue.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

function overloaded(): ProtocolError {
  return new ProtocolError('overloaded', 'Too many requests are waiting. Try again in a few seconds.', {
    'Retry-After': '5',
  });
}
