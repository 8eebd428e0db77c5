import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { storableText } from '../shared/storable-text.ts';
import { corruptStore, sqliteCode, translatingErrors } from './sqlite-errors.ts';

export type SqlValue = string | number | null | Uint8Array;
type Statement = ReturnType<DatabaseSyncInstance['prepare']>;

/** One connection: prepared statements, transactions, translated driver errors. */
export interface Database {
  readonly path: string;
  /** True inside `write`: what is read may still be rolled back, so it must not be cached. */
  readonly writing: boolean;
  /** Inside `read`, the number of the snapshot: rereading within it gives the same result. */
  readonly snapshot: number | undefined;
  run(sql: string, ...values: readonly SqlValue[]): number;
  get<Row>(sql: string, ...values: readonly SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: readonly SqlValue[]): readonly Row[];
  /** The same with rows as arrays, which takes two thirds of the time. */
  rows<Row extends readonly SqlValue[]>(sql: string, ...values: readonly SqlValue[]): readonly Row[];
  /** Iterates row by row, for large results. */
  each<Row>(sql: string, ...values: readonly SqlValue[]): Iterable<Row>;
  /** Runs one-off statements without parameters: schema, pragmas. */
  execute(sql: string): void;
  /** Runs the work in one write transaction; any error rolls it back. */
  write<Result>(work: () => Result): Result;
  /** Runs the work on one snapshot, so that its reads agree while another process writes. */
  read<Result>(work: () => Result): Result;
  /** Closes the file while the work replaces it, then reopens it. */
  replace(work: () => Promise<void>): Promise<void>;
  /** Grows with each replacement, which invalidates everything cached from the file. */
  readonly generation: number;
  close(): void;
}

export interface ConnectionOptions {
  readonly path: string;
  /** How long a writer waits for another one before `store-busy`. */
  readonly busyTimeoutMs: number;
}

/** Opens the file, creating it if missing. A damaged file is a `store-corrupt` error. */
export function openDatabase(options: ConnectionOptions): Database {
  return translatingErrors(options.path, () => new SqliteDatabase(options));
}

class SqliteDatabase implements Database {
  readonly path: string;
  readonly #options: ConnectionOptions;
  #connection: DatabaseSyncInstance;
  readonly #statements = new Map<string, Statement>();
  readonly #listStatements = new Map<string, Statement>();
  #inTransaction = false;
  #writing = false;
  #wrote = false;
  #generation = 0;
  #transactions = 0;

  constructor(options: ConnectionOptions) {
    this.path = options.path;
    this.#options = options;
    this.#connection = connect(options);
  }

  get generation(): number {
    return this.#generation;
  }

  async replace(work: () => Promise<void>): Promise<void> {
    this.close();
    await work();
    this.#generation++;
    this.#connection = this.#translating(() => connect(this.#options));
  }

  get writing(): boolean {
    return this.#writing;
  }

  get snapshot(): number | undefined {
    return this.#inTransaction && !this.#writing ? this.#transactions : undefined;
  }

  run(sql: string, ...values: readonly SqlValue[]): number {
    return this.#translating(() => this.#prepared(sql).run(...values.map(storable)).changes);
  }

  get<Row>(sql: string, ...values: readonly SqlValue[]): Row | undefined {
    return this.#translating((): Row | undefined => this.#prepared(sql).get(...values.map(storable)));
  }

  all<Row>(sql: string, ...values: readonly SqlValue[]): readonly Row[] {
    return this.#translating((): readonly Row[] => this.#prepared(sql).all(...values.map(storable)));
  }

  rows<Row extends readonly SqlValue[]>(sql: string, ...values: readonly SqlValue[]): readonly Row[] {
    return this.#translating((): readonly Row[] => {
      let statement = this.#listStatements.get(sql);
      if (statement === undefined) {
        statement = this.#connection.prepare(sql);
        statement.setReturnArrays(true);
        this.#listStatements.set(sql, statement);
      }
      return statement.all(...values.map(storable));
    });
  }

  *each<Row>(sql: string, ...values: readonly SqlValue[]): Iterable<Row> {
    const rows = this.#translating((): Iterator<Row> => this.#prepared(sql).iterate(...values.map(storable)));
    for (;;) {
      const next = this.#translating(() => rows.next());
      if (next.done === true) return;
      yield next.value;
    }
  }

  execute(sql: string): void {
    this.#translating(() => this.#connection.exec(sql));
  }

  write<Result>(work: () => Result): Result {
    return this.#transaction('BEGIN IMMEDIATE', () => {
      this.#writing = true;
      this.#wrote = true;
      return work();
    });
  }

  read<Result>(work: () => Result): Result {
    return this.#transaction('BEGIN', work);
  }

  close(): void {
    this.#statements.clear();
    this.#listStatements.clear();
    if (this.#wrote) emptyLog(this.#connection);
    this.#connection.close();
  }

  #transaction<Result>(begin: string, work: () => Result): Result {
    if (this.#inTransaction) return work();
    this.run(begin);
    this.#inTransaction = true;
    this.#transactions++;
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      // SQLite rolls back by itself on some errors; then no transaction is left.
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    } finally {
      this.#inTransaction = false;
      this.#writing = false;
    }
  }

  #prepared(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #translating<Result>(work: () => Result): Result {
    return translatingErrors(this.path, work);
  }
}

function storable(value: SqlValue): SqlValue {
  return typeof value === 'string' ? storableText(value) : value;
}

function connect(options: ConnectionOptions): DatabaseSyncInstance {
  try {
    return connectTo(options, options.path, CONNECTION_PRAGMAS, { timeout: options.busyTimeoutMs });
  } catch (error) {
    if (!isReadOnly(error, options.path)) throw error;
    // Nobody can write to the file, so it is read without the write-ahead log and its locks.
    const address = `${pathToFileURL(options.path).href}?immutable=1`;
    return connectTo(options, address, READING_PRAGMAS, { readOnly: true });
  }
}

function connectTo(
  options: ConnectionOptions,
  address: string,
  pragmas: string,
  settings: { readonly timeout?: number; readonly readOnly?: boolean },
): DatabaseSyncInstance {
  const connection = new DatabaseSync(address, settings);
  try {
    connection.exec(pragmas);
    if (isCutOff(connection, options.path)) {
      throw corruptStore(options.path, 'the file is shorter than it should be');
    }
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Whether a store can be read but not written (even because the disk is full), and its write-ahead log is empty. */
function isReadOnly(error: unknown, path: string): boolean {
  const code = sqliteCode(error);
  if (code === undefined || !CANNOT_WRITE.has(code)) return false;
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0 && (log?.size ?? 0) === 0;
}

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN. */
const CANNOT_WRITE = new Set([8, 10, 14]);

/** SQLite notices a truncated file only when it reads that far. */
function isCutOff(connection: DatabaseSyncInstance, path: string): boolean {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) return false;
  const { page_size } = connection.prepare('PRAGMA page_size').get();
  const { page_count } = connection.prepare('PRAGMA page_count').get();
  return statSync(path).size < page_size * page_count;
}

/**
 * Checkpoints the write-ahead log into the main file, unless others still read. The driver's `close` never does: it
 * keeps the file open until its statements are garbage-collected.
 */
function emptyLog(connection: DatabaseSyncInstance): void {
  try {
    connection.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // A damaged file must still close; the next opener gets the error. Anything else is our own bug.
    if (sqliteCode(error) === undefined) throw error;
  }
}

/** Looks up a row id that never changes once committed, and caches it. */
export function cachedId(database: Database, find: () => number | undefined): () => number | undefined {
  let known: { readonly id: number; readonly generation: number } | undefined;
  return () => {
    const { generation } = database;
    if (known?.generation === generation) return known.id;
    const id = find();
    if (id !== undefined && !database.writing) known = { id, generation };
    return id;
  };
}

/**
 * WAL lets readers work while one process writes. NORMAL survives a killed process; a power cut may lose the last
 * transactions, which the next run indexes again. A 32 MB cache keeps the inner pages of a large index in memory;
 * mapping the file halves the time of a query. Checkpoints happen every 32 MB instead of every 4: one batch of the
 * indexer exceeds that, and pages that many batches touch would be rewritten for each.
 */
const READING_PRAGMAS = `
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -32000;
  PRAGMA mmap_size = 1073741824;
`;
const CONNECTION_PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = 8000;
  ${READING_PRAGMAS}
`;
