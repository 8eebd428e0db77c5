import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { tell } from './worker-messages.ts';

/** Connections on their way to workers. */
export interface HandOver {
  readonly workers: ReadonlySet<ChildProcess>;
  readonly add: (worker: ChildProcess) => void;
  /** Gives what the worker had not taken yet to the others. */
  readonly remove: (worker: ChildProcess) => void;
  readonly hand: (connection: Socket) => void;
  /** A worker has the connection. */
  readonly took: (id: number) => void;
  /** Closes those that no worker has taken. */
  readonly drop: () => void;
}

/**
 * Hands connections to workers in turn. Each stays open here, unread, until a worker says that it has it: one sent to
 * a worker that just died would otherwise hang for its caller, as it does with Node's own cluster.
 */
export function createHandOver(): HandOver {
  const workers = new Set<ChildProcess>();
  const sent = new Map<number, { readonly connection: Socket; readonly worker: ChildProcess }>();
  const waiting = new Set<Socket>();
  let next = 0;

  function hand(connection: Socket): void {
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
    hand(connection) {
      // A caller that hangs up meanwhile; whoever reads next sees the end of the connection.
      connection.on('error', () => connection.destroy());
      hand(connection);
    },
    add(worker) {
      workers.add(worker);
      const left = [...waiting];
      waiting.clear();
      for (const connection of left) hand(connection);
    },
    remove(worker) {
      workers.delete(worker);
      for (const [id, { connection, worker: given }] of sent) {
        if (given !== worker) continue;
        sent.delete(id);
        hand(connection);
      }
    },
    took(id) {
      sent.get(id)?.connection.destroy();
      sent.delete(id);
    },
    drop() {
      for (const connection of waiting) connection.destroy();
      for (const { connection } of sent.values()) connection.destroy();
    },
  };
}
