import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { tell } from './worker-messages.ts';

/** Connections on their way to workers, each worker in turn. */
interface ConnectionDispatcher {
  readonly workers: ReadonlySet<ChildProcess>;
  readonly add: (worker: ChildProcess) => void;
  /** Dispatches what the worker had not accepted to the others. */
  readonly remove: (worker: ChildProcess) => void;
  readonly dispatch: (connection: Socket) => void;
  /** A worker has accepted the connection. */
  readonly accepted: (id: number) => void;
  /** Closes those that no worker has accepted. */
  readonly close: () => void;
}

/**
 * Dispatches connections to workers in turn. Each stays open here, unread, until a worker says that it has it: one sent to
 * a worker that just died would otherwise hang for its caller, as it does with Node's own cluster.
 */
export function createConnectionDispatcher(): ConnectionDispatcher {
  const workers = new Set<ChildProcess>();
  const sent = new Map<number, { readonly connection: Socket; readonly worker: ChildProcess }>();
  const waiting = new Set<Socket>();
  let next = 0;

  function dispatch(connection: Socket): void {
    const [worker] = workers;
    if (worker === undefined) {
      waiting.add(connection);
      return;
    }
    // The first in line goes to its end.
    workers.delete(worker);
    workers.add(worker);
    const id = next++;
    sent.set(id, { connection, worker });
    tell(worker, { kind: 'connection', id }, connection);
  }

  return {
    workers,
    dispatch(connection) {
      // A caller that hangs up meanwhile; whoever reads next sees the end of the connection.
      connection.on('error', () => connection.destroy());
      dispatch(connection);
    },
    add(worker) {
      workers.add(worker);
      const left = [...waiting];
      waiting.clear();
      for (const connection of left) dispatch(connection);
    },
    remove(worker) {
      workers.delete(worker);
      for (const [id, { connection, worker: given }] of sent) {
        if (given !== worker) continue;
        sent.delete(id);
        dispatch(connection);
      }
    },
    accepted(id) {
      sent.get(id)?.connection.destroy();
      sent.delete(id);
    },
    close() {
      for (const connection of waiting) connection.destroy();
      for (const { connection } of sent.values()) connection.destroy();
    },
  };
}
