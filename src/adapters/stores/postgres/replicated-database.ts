import { DossierError } from '../../../core/errors.ts';
import type { PostgresDatabase, Write, WriteOptions } from './database.ts';

interface ReplicaOptions {
  /** How far an answer may lag behind the primary. */
  readonly maxStalenessMs: number;
  readonly now: () => number;
}

/** How long the replica's state is cached before it is checked again. */
const CHECK_INTERVAL_MS = 500;

/**
 * Reads from a streaming replica, writes to the primary. A read never misses this process's own writes, and never
 * lags behind others' by more than the limit: otherwise it goes to the primary. Losing the replica changes nothing
 * else; without the primary, writes fail until the replica is promoted, and then go there.
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
    // Reads that wait for the same write share one check.
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

  /** Retries an unavailable database's work on the other one, which is preferred until the next check. */
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
    work: Write<Result>,
    options: WriteOptions = {},
  ): Promise<Result> {
    if (promoted) {
      return replica.write(owner, work, options).catch((error: unknown) => {
        // Behind a proxy the address of replicas may lead to a promoted server for a moment, and then to others.
        if (isUnavailable(error)) promoted = false;
        throw error;
      });
    }
    // Of two concurrent commits, the later may report first.
    const committed = (position: string) => {
      if (lastWrite === undefined || logPosition(position) > logPosition(lastWrite)) lastWrite = position;
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
    analyse: (owner) => primary.analyse(owner),
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

/** A replica that has applied everything it received does not lag, however old the last change is. */
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

/** A log position is written as two hexadecimal halves. */
function logPosition(position: string): bigint {
  const [high, low] = position.split('/');
  return BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DossierError && error.code === 'unavailable';
}

function unlessUnavailable(error: unknown): undefined {
  if (!isUnavailable(error)) throw error;
}
