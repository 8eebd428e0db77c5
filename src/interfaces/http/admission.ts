import { DossierError } from '../../core/errors.ts';
import { ProtocolError } from './problem.ts';

export interface AdmissionOptions {
  /** How many may run at the same time. */
  readonly running: number;
  /** How many may wait for their turn; more are turned away at once. */
  readonly waiting: number;
  readonly waitMilliseconds: number;
}

/** Runs the work when its turn comes; who hangs up before leaves the line. */
export type Admission = <Result>(work: () => Promise<Result>, client: AbortSignal) => Promise<Result>;

/**
 * Lets a few run at a time and the others wait in the order they came. All of them at once would each
 * take as long as all together, and the first answer would come no sooner than the last.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const queue: (() => void)[] = [];
  let running = 0;

  function turn(client: AbortSignal): Promise<void> {
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
    await turn(client);
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so nobody overtakes.
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
