import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../core/errors.ts';
import type { MetricsSnapshot } from '../interfaces/http/metrics.ts';

/** What the supervisor tells a worker when it starts it, in an environment variable. */
export interface WorkerOrders {
  readonly port: number;
  /** Megabytes for this worker. */
  readonly memory: number;
}
export const ORDERS_VARIABLE = 'DOSSIER_SERVE_WORKER';

/** What a worker tells its supervisor. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly address: string }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string }
  /** It has the connection. */
  | { readonly kind: 'accepted'; readonly id: number }
  | { readonly kind: 'ask-metrics'; readonly id: number }
  | { readonly kind: 'metrics'; readonly id: number; readonly snapshot: MetricsSnapshot };

/** What the supervisor tells a worker later. */
export type ToWorker =
  | { readonly kind: 'stop' }
  /** Comes with a socket. */
  | { readonly kind: 'connection'; readonly id: number }
  | { readonly kind: 'ask-metrics'; readonly id: number }
  | { readonly kind: 'all-metrics'; readonly id: number; readonly snapshots: readonly MetricsSnapshot[] };

/** Messages come from this program alone, so their kind tells their form. */
export function isMessage<Message extends FromWorker | ToWorker>(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** A worker that is gone gets no message: its exit is noticed. A connection stays open in this process too. */
export function tell(worker: ChildProcess, message: ToWorker, connection?: Socket): void {
  if (worker.connected) worker.send(message, connection, { keepOpen: true }, () => undefined);
}
