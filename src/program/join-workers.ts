import { Socket } from 'node:net';
import { DossierError, errorMessage } from '../core/errors.ts';
import type { MetricsSnapshot, ShareMetrics } from '../interfaces/http/metrics.ts';
import {
  type FromWorker,
  isMessage,
  ORDERS_VARIABLE,
  type ToWorker,
  type WorkerOrders,
} from './worker-messages.ts';

/** A worker's side of `superviseWorkers`. */
export interface WorkerSeat extends WorkerOrders {
  /** Fires when the supervisor says so or is gone. */
  readonly signal: AbortSignal;
  /** The server answers at this address. */
  readonly ready: (address: string) => void;
  readonly failed: (error: unknown) => void;
  readonly shareMetrics: ShareMetrics;
  readonly handedOver: (take: (connection: Socket) => void) => void;
  /** Lets the process end. */
  readonly leave: () => void;
}

/** Undefined in a process that no supervisor started. */
export function joinWorkers(environment: NodeJS.ProcessEnv): WorkerSeat | undefined {
  const given = environment[ORDERS_VARIABLE];
  if (given === undefined) return undefined;
  delete environment[ORDERS_VARIABLE];
  const orders: WorkerOrders = JSON.parse(given);
  const stopping = new AbortController();
  const asked = new Map<number, (snapshots: readonly MetricsSnapshot[]) => void>();
  let own: () => Promise<MetricsSnapshot> = async () => [];
  const tell = (message: FromWorker) => {
    if (process.connected) process.send?.(message);
  };
  process.on('disconnect', () => stopping.abort());
  let take: (connection: Socket) => void = (connection) => connection.destroy();
  process.on('message', (message: unknown, handle: unknown) => {
    if (!isMessage<ToWorker>(message)) return;
    if (message.kind === 'stop') stopping.abort();
    else if (message.kind === 'connection') {
      tell({ kind: 'accepted', id: message.id });
      // No socket arrives if the caller has hung up.
      if (handle instanceof Socket) take(handle);
    } else if (message.kind === 'all-metrics') {
      asked.get(message.id)?.(message.snapshots);
      asked.delete(message.id);
    } else void own().then((snapshot) => tell({ kind: 'metrics', id: message.id, snapshot }));
  });
  let next = 0;
  return {
    ...orders,
    signal: stopping.signal,
    ready: (address) => tell({ kind: 'ready', address }),
    failed: (error) => {
      const code = error instanceof DossierError ? error.code : 'internal';
      tell({ kind: 'failed', code, message: errorMessage(error) });
    },
    shareMetrics: (read) => {
      own = read;
      return () =>
        new Promise((resolve) => {
          asked.set(next, resolve);
          tell({ kind: 'ask-metrics', id: next++ });
        });
    },
    handedOver: (taking) => {
      take = taking;
    },
    leave: () => {
      if (process.connected) process.disconnect();
    },
  };
}
