import { DossierError } from '../../../core/errors.ts';
import type { Connection, PostgresDatabase, WriteOptions } from './database.ts';

interface ReplicaOptions {
  /** How far behind the primary an answer may be. */
  readonly maxStalenessMs: number;
  readonly now: () => number;
}

/** How long what is known of the replica holds before it is asked again. */
const CHECK_INTERVAL_MS = 500;

/**
 * Reads from a streaming replica, writes to the primary. A read never misses what this process has
 * written, and never lags behind others by more than the limit: else it goes to the primary. Without
 * the replica everything goes on; without the primary writes fail until the replica is promoted, and
 * then go there.
 */
export function replicatedDatabase(
  primary: PostgresDatabase,
  replica: PostgresDatabase,
  options: ReplicaOptions,
): PostgresDatabase {
  let lastWrite: string | undefined;
  let known: { readonly fresh: boolean; readonly at: number } | undefined;
  let promoted = false;
  let looking: { readonly position: string | undefined; readonly isFresh: Promise<boolean> } | undefined;

  async function reader(): Promise<PostgresDatabase> {
    if (promoted) return replica;
    if (lastWrite === undefined && known !== undefined && options.now() - known.at < CHECK_INTERVAL_MS) {
      return known.fresh ? replica : primary;
    }
    // Reads that wait for the same write look once.
    if (looking === undefined || looking.position !== lastWrite) {
      looking = { position: lastWrite, isFresh: look(lastWrite) };
    }
    return (await looking.isFresh) ? replica : primary;
  }

  async function look(position: string | undefined): Promise<boolean> {
    const at = options.now();
    const state = await stateOf(replica, position)
      .catch(unlessUnavailable)
      .finally(() => {
        looking = undefined;
      });
    if (state?.caughtUp === true && lastWrite === position) lastWrite = undefined;
    known = { fresh: state?.caughtUp === true && state.behindMs <= options.maxStalenessMs, at };
    return known.fresh;
  }

  /** Asks the replica; one that fails in the middle is left alone until the next look. */
  async function read<Result>(work: (database: PostgresDatabase) => Promise<Result>): Promise<Result> {
    const database = await reader();
    try {
      return await work(database);
    } catch (error) {
      const other = database === primary ? replica : primary;
      if (promoted || !isUnavailable(error)) throw error;
      known = { fresh: other === replica, at: options.now() };
      return work(other);
    }
  }

  async function write<Result>(
    owner: string,
    work: (connection: Connection) => Promise<Result>,
    options: WriteOptions = {},
  ): Promise<Result> {
    if (promoted) return replica.write(owner, work, options);
    // Of two that end at the same time the later one may be told of first.
    const committed = (position: string) => {
      if (lastWrite === undefined || placeOf(position) > placeOf(lastWrite)) lastWrite = position;
    };
    try {
      return await primary.write(owner, work, { ...options, committed });
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const state = await stateOf(replica, undefined).catch(unlessUnavailable);
      if (state?.recovering !== false) throw error;
      promoted = true;
      return replica.write(owner, work, options);
    }
  }

  return {
    reading: (owner) => ({
      all: (sql, values) => read((database) => database.reading(owner).all(sql, values)),
      run: (sql, values) => read((database) => database.reading(owner).run(sql, values)),
      execute: (sql) => read((database) => database.reading(owner).execute(sql)),
      copy: (table, columns, rows) => primary.reading(owner).copy(table, columns, rows),
    }),
    snapshot: (owner, work) => read((database) => database.snapshot(owner, work)),
    write,
    async close() {
      await Promise.all([primary.close(), replica.close()]);
    },
  };
}

interface ReplicaState {
  readonly caughtUp: boolean;
  readonly behindMs: number;
  readonly recovering: boolean;
}

/** With everything received applied there is nothing to lag behind, however old the last change is. */
async function stateOf(
  replica: PostgresDatabase,
  position: string | undefined,
): Promise<ReplicaState | undefined> {
  const [row] = await replica.reading('').all<ReplicaState>(
    `SELECT pg_is_in_recovery() AS recovering,
       coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, true) AS "caughtUp",
       CASE WHEN pg_last_wal_receive_lsn() IS NOT DISTINCT FROM pg_last_wal_replay_lsn() THEN 0
         ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp()) * 1000 END::float8 AS "behindMs"`,
    [position ?? null],
  );
  return row;
}

/** A position in the log is written as two halves in hexadecimal. */
function placeOf(position: string): bigint {
  const [high, low] = position.split('/');
  return BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DossierError && error.code === 'unavailable';
}

function unlessUnavailable(error: unknown): undefined {
  if (!isUnavailable(error)) throw error;
}
