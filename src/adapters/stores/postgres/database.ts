import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { hashText } from '../../../core/text/hash.ts';
import { storableText } from '../shared/storable-text.ts';
import { ownerSetting, rowInserter } from './citus.ts';
import { copyLine } from './copy-line.ts';
import { GRAPH_BREADTH } from './pgvector.ts';
import { translatingErrors } from './postgres-errors.ts';
import { ANALYSE } from './schema.ts';
import { createSemaphore } from './semaphore.ts';

export type SqlValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | boolean | null | Uint8Array)[];

export type CopiedRow = readonly (string | number | boolean | null | Uint8Array)[];

/** Statements of one owner: standalone, or in one transaction. */
export interface Connection {
  all<Row>(sql: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  /** Returns the number of affected rows. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /** Runs one-off statements without parameters, such as schema changes. */
  execute(sql: string): Promise<void>;
  /**
   * Bulk-loads rows, in column order, inside a transaction. They go through a temporary table: COPY cannot write to a
   * table with row-level security.
   */
  copy(table: string, columns: readonly string[], rows: Iterable<CopiedRow>): Promise<void>;
}

/** `isRepeated` when it was tried before and the server was lost: it may have been done. */
export type Write<Result> = (connection: Connection, isRepeated: boolean) => Promise<Result>;

export interface PostgresDatabase {
  /** Runs each statement on its own, on any connection of the pool. */
  reading(owner: string): Connection;
  /** All statements see the snapshot taken at the first one. */
  snapshot<Result>(owner: string, work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Runs the work in one transaction; any error rolls it back. */
  write<Result>(owner: string, work: Write<Result>, options?: WriteOptions): Promise<Result>;
  /** Updates the planner's statistics. */
  analyse(owner: string): Promise<void>;
  close(): Promise<void>;
}

export interface WriteOptions {
  /** Statements without parameters, sent together with BEGIN to save a round trip. */
  readonly first?: string;
  /** Receives the server's write-ahead log position right after the commit. */
  readonly committed?: (position: string) => void;
}

interface DatabaseOptions {
  readonly url: string;
  readonly schema: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** Whether the store is distributed by Citus. */
  readonly isDistributed?: boolean;
}

/** A connection pool. Lost connections are replaced, so no restart is needed when the server comes back. */
export function openDatabase(options: DatabaseOptions): PostgresDatabase {
  const { isDistributed = false } = options;
  const planning = [...PLANNING, ...(isDistributed ? ON_CITUS : GENERIC_PLANS)];
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    statement_timeout: options.statementTimeoutMs,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    application_name: 'dossier',
    // With Citus each reading is a transaction: its statements are sent together.
    pipeline: isDistributed,
    options: [`search_path="${options.schema}"`, ...planning].map((setting) => `-c ${setting}`).join(' '),
  });
  // The pool drops a dead connection, and statements on it fail by themselves. The event adds nothing, but an
  // unhandled one would throw.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const owners = new WeakMap<pg.PoolClient, string>();
  // The pool counts its own queue as connection time: waiting for a busy connection would fail as if the server were
  // down.
  const inTurn = createSemaphore(options.poolSize);

  function withClient<Result>(
    owner: string,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    return inTurn(() => translatingErrors(options.url, () => withFreeClient(owner, work)));
  }

  async function withFreeClient<Result>(
    owner: string,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      if (!isDistributed && owners.get(client) !== owner) {
        await client.query("SELECT set_config('dossier.owner', $1, false)", [owner]);
        owners.set(client, owner);
      }
      return await work(client);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      // A client with a broken connection is discarded; one whose statement failed is reused.
      client.release(failure !== undefined && !('severity' in failure) && isConnectionFailure(failure));
    }
  }

  function transaction<Result>(
    owner: string,
    work: (connection: Connection) => Promise<Result>,
    { begin, first = '', committed }: WriteOptions & { readonly begin: string },
  ): Promise<Result> {
    return withClient(owner, async (client) => {
      try {
        await Promise.all(beginning(owner, begin, first).map((sql) => client.query(sql)));
        const oneByOne = createSemaphore(1);
        const result = await work(connectionOf((use) => oneByOne(() => use(client)), copier));
        const ended = await client.query<{ position: string }>(
          committed === undefined ? 'COMMIT' : COMMIT_AND_POSITION,
        );
        // Two statements in one message return two results.
        committed?.([ended].flat()[1]?.rows[0]?.position ?? '');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => owners.delete(client));
        throw error;
      }
    });
  }

  /** The messages that begin a transaction. */
  function beginning(owner: string, begin: string, first: string): readonly string[] {
    if (!isDistributed) return [`${begin}; ${first}`];
    return [begin, ownerSetting(owner), ...(first === '' ? [] : [first])];
  }

  /** One statement in a transaction; sent at once, so that it waits for one answer. */
  function alone<Result>(owner: string, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    return withClient(owner, async (client) => {
      const messages = beginning(owner, 'BEGIN', '').map((sql) => client.query(sql));
      const result = work(client);
      const [done] = await Promise.all([result, ...messages, client.query('COMMIT')]);
      return done;
    });
  }

  const copier = isDistributed ? rowInserter() : undefined;
  const write: PostgresDatabase['write'] = (owner, work, given = {}) =>
    transaction(owner, (connection) => work(connection, false), { begin: 'BEGIN', ...given });

  return {
    reading: (owner) =>
      connectionOf((work) => (isDistributed ? alone(owner, work) : withClient(owner, work)), copier),
    snapshot: (owner, work) => transaction(owner, work, { begin: BEGIN_SNAPSHOT }),
    write,
    // On nodes of Citus shards are ordinary tables, analysed without our help.
    analyse: async (owner) => {
      if (!isDistributed) await write(owner, (connection) => connection.execute(ANALYSE));
    },
    close: () => pool.end(),
  };
}

const CONNECTION_TIMEOUT_MS = 15_000;
const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const COMMIT_AND_POSITION = 'COMMIT; SELECT pg_current_wal_lsn()::text AS position';

/**
 * Every statement finds few rows by key and takes milliseconds. JIT compilation, parallel workers and replanning cost
 * more than that (0.8 s, 40 ms and 1 ms), and a sequential scan is never right.
 */
const PLANNING = [
  'jit=off',
  'max_parallel_workers_per_gather=0',
  'enable_seqscan=off',
  `hnsw.ef_search=${GRAPH_BREADTH}`,
];
const GENERIC_PLANS = ['plan_cache_mode=force_generic_plan'];
/** Citus cannot route most statements by a generic plan. */
const ON_CITUS = ['citus.propagate_set_commands=local'];

function isConnectionFailure(error: Error): boolean {
  return 'code' in error || /connection|timeout/i.test(error.message);
}

type WithClient = <Result>(work: (client: pg.PoolClient) => Promise<Result>) => Promise<Result>;

function connectionOf(
  withClient: WithClient,
  copier?: (connection: Pick<Connection, 'all' | 'run'>) => Connection['copy'],
): Connection {
  const statements: Omit<Connection, 'copy'> = {
    all: <Row>(sql: string, values: readonly SqlValue[] = []) =>
      withClient(async (client) => {
        const result = await client.query<Row & pg.QueryResultRow>(prepared(sql, values));
        return result.rows;
      }),
    run: (sql, values = []) =>
      withClient(async (client) => (await client.query(prepared(sql, values))).rowCount ?? 0),
    execute: (sql) =>
      withClient(async (client) => {
        await client.query(sql);
      }),
  };
  return { ...statements, copy: copier?.(statements) ?? copyThrough(withClient) };
}

function copyThrough(withClient: WithClient): Connection['copy'] {
  return (table, columns, rows) =>
    withClient(async (client) => {
      const loading = `loading_${table}`;
      const names = columns.join(', ');
      await client.query(`CREATE TEMP TABLE IF NOT EXISTS ${loading} (LIKE ${table}) ON COMMIT DELETE ROWS`);
      await pipeline(
        Readable.from(copyLines(rows)),
        client.query(copyFrom(`COPY ${loading} (${names}) FROM STDIN`)),
      );
      await client.query(`INSERT INTO ${table} (${names}) SELECT ${names} FROM ${loading}`);
      await client.query(`TRUNCATE ${loading}`);
    });
}

/** A prepared statement named by the hash of its text: each connection parses and plans it once. */
function prepared(sql: string, values: readonly SqlValue[]) {
  return { name: hashText(sql), text: sql, values: values.map(parameter) };
}

function parameter(value: SqlValue): unknown {
  if (value instanceof Uint8Array) return asBuffer(value);
  if (isList(value)) return value.map(parameter);
  return typeof value === 'string' ? storableText(value) : value;
}

function isList(value: SqlValue): value is readonly (string | number | boolean | null | Uint8Array)[] {
  return Array.isArray(value);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const COPY_PIECE = 65_536;

/** Joins rows into larger pieces: one piece per row would cost more than the rows. */
function* copyLines(rows: Iterable<CopiedRow>): Iterable<string> {
  let piece = '';
  for (const row of rows) {
    piece += copyLine(row);
    if (piece.length >= COPY_PIECE) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}
