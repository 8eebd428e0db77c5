import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DossierError, errorMessage } from '../core/errors.ts';
import type { MetricsSnapshot } from '../interfaces/http/metrics.ts';
import { listen } from '../interfaces/http/serve-http.ts';
import { createConnectionDispatcher } from './connection-dispatcher.ts';
import { type FromWorker, isMessage, ORDERS_VARIABLE, tell, type WorkerOrders } from './worker-messages.ts';

interface Supervision extends WorkerOrders {
  readonly host: string;
  readonly workers: number;
  readonly signal: AbortSignal;
  /** Called with the address to open once the workers answer. */
  readonly announce: (address: string) => void;
  readonly report: (sentence: string) => void;
}

/** A worker that ends sooner than this is restarted after a growing pause. */
const SETTLED_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** Longer than a worker itself waits for running calls. */
const STOP_MS = 15_000;
/** A worker that computes does not answer; its numbers are then missing from one reading. */
const METRICS_MS = 2000;

/**
 * Runs several processes that answer on one port until `signal` fires. This process listens and dispatches each connection
 * to the next of them. A worker that dies is replaced.
 */
export async function superviseWorkers(options: Supervision): Promise<void> {
  const { signal, memory, report } = options;
  const connections = createConnectionDispatcher();
  const answerMetrics = metricsOf(connections.workers);
  const server = createServer({ pauseOnConnect: true }, connections.dispatch);
  const port = await listen(server, options);
  const alive = new Set<ChildProcess>();

  const start = (): StartedWorker => {
    const started = startWorker({ port, memory }, (worker, message) => {
      if (message.kind === 'accepted') connections.accepted(message.id);
      else answerMetrics(worker, message);
    });
    const { worker } = started;
    alive.add(worker);
    started.ready.then(
      () => connections.add(worker),
      () => undefined, // Whoever started it says why.
    );
    void started.ended.then(() => {
      alive.delete(worker);
      connections.remove(worker);
    });
    // The signal may have come before it was started.
    if (signal.aborted) stop(worker);
    return started;
  };
  const sayWhy = (error: unknown) => {
    if (!signal.aborted) report(`A worker could not start: ${errorMessage(error)}`);
  };
  const keep = async (first: StartedWorker): Promise<void> => {
    let current = first;
    for (let failures = 0; ; failures++) {
      const started = performance.now();
      const how = await current.ended;
      if (signal.aborted) return;
      report(`A worker ended (${how}) and is started again.`);
      if (performance.now() - started > SETTLED_MS) failures = 0;
      const milliseconds = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      // Rejects when the signal fires, which is seen below.
      await pause(milliseconds, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      current = start();
      current.ready.catch(sayWhy);
    }
  };

  signal.addEventListener(
    'abort',
    () => {
      server.close();
      for (const worker of alive) stop(worker);
    },
    { once: true },
  );
  try {
    const first = start();
    // If the first cannot serve, its error is the command's.
    const address = await first.ready;
    const others = Array.from({ length: options.workers - 1 }, start);
    await Promise.all(others.map(({ ready }) => ready.catch(sayWhy)));
    options.announce(address);
    await Promise.all([first, ...others].map(keep));
  } finally {
    server.close();
    connections.close();
  }
}

interface StartedWorker {
  readonly worker: ChildProcess;
  /** Resolves with the address to open. */
  readonly ready: Promise<string>;
  /** Resolves with how it ended. */
  readonly ended: Promise<string>;
}

function startWorker(
  orders: WorkerOrders,
  receive: (worker: ChildProcess, message: FromWorker) => void,
): StartedWorker {
  const [, program = '', ...flags] = process.argv;
  const worker = fork(program, flags, {
    env: { ...process.env, [ORDERS_VARIABLE]: JSON.stringify(orders) },
  });
  const ended = new Promise<string>((resolve) => {
    worker.once('exit', (code, killedBy) => resolve(killedBy ?? `status ${code}`));
    // It could not even be started.
    worker.on('error', (error) => resolve(error.message));
  });
  const ready = new Promise<string>((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (!isMessage<FromWorker>(message)) return;
      if (message.kind === 'ready') resolve(message.address);
      else if (message.kind === 'failed') reject(new DossierError(message.code, message.message));
      else receive(worker, message);
    });
    void ended.then((how) =>
      reject(new DossierError('unavailable', `A worker of the server did not start (${how}).`)),
    );
  });
  return { worker, ready, ended };
}

function stop(worker: ChildProcess): void {
  tell(worker, { kind: 'stop' });
  setTimeout(() => worker.kill('SIGKILL'), STOP_MS).unref();
}

/** Answers a worker that asks for the metrics of all. */
function metricsOf(workers: ReadonlySet<ChildProcess>): (worker: ChildProcess, message: FromWorker) => void {
  const waiting = new Map<number, (snapshot: MetricsSnapshot) => void>();
  let next = 0;
  const snapshotOf = (worker: ChildProcess): Promise<readonly MetricsSnapshot[]> =>
    new Promise((resolve) => {
      const id = next++;
      const settle = (snapshots: readonly MetricsSnapshot[]) => {
        waiting.delete(id);
        clearTimeout(late);
        resolve(snapshots);
      };
      const late = setTimeout(() => settle([]), METRICS_MS);
      waiting.set(id, (snapshot) => settle([snapshot]));
      tell(worker, { kind: 'ask-metrics', id });
    });
  return (worker, message) => {
    if (message.kind === 'metrics') waiting.get(message.id)?.(message.snapshot);
    if (message.kind !== 'ask-metrics') return;
    void Promise.all([...workers].map(snapshotOf)).then((all) =>
      tell(worker, { kind: 'all-metrics', id: message.id, snapshots: all.flat() }),
    );
  };
}
