import type { PostgresDatabase } from './database.ts';
import { isTransient } from './postgres-errors.ts';

interface RetryOptions {
  /** How long to wait for a server; 0 for not at all. */
  readonly waitMs: number;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1000;

/**
 * Repeats what failed because no server could be reached: readers and writers wait while a replica is promoted. A write
 * whose commit was not acknowledged may have been done, so the work learns that it is repeated. Snapshots are not
 * repeated, since what reads them has passed rows on already.
 */
export function retryingDatabase(database: PostgresDatabase, retries: RetryOptions): PostgresDatabase {
  async function retry<Result>(work: (isRepeated: boolean) => Promise<Result>): Promise<Result> {
    const end = retries.now() + retries.waitMs;
    for (let pause = FIRST_PAUSE_MS, isRepeated = false; ; pause *= 2, isRepeated = true) {
      try {
        return await work(isRepeated);
      } catch (error) {
        if (!isTransient(error) || retries.now() >= end) throw error;
      }
      await retries.sleep(Math.min(pause, MAX_PAUSE_MS));
    }
  }

  return {
    ...database,
    reading(owner) {
      const connection = database.reading(owner);
      return {
        ...connection,
        all: (sql, values) => retry(() => connection.all(sql, values)),
      };
    },
    write: (owner, work, options) =>
      retry((isRepeated) => database.write(owner, (connection) => work(connection, isRepeated), options)),
  };
}
