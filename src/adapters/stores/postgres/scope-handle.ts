import type { Scope } from '../../../core/store.ts';
import type { Connection, PostgresDatabase, SqlValue } from './database.ts';
import { sameVersion, type VersionColumn } from './same-version.ts';
import { createSemaphore } from './semaphore.ts';
import { sqlLiteral } from './sql-literal.ts';

type Counts = Readonly<Record<'files' | 'units' | 'chunks' | 'relations' | 'commits', number>>;

/** Statements of one project; `$1` and `$2` are always its owner and project. */
export interface ScopedStatements {
  all<Row>(sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]>;
  get<Row>(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined>;
}

/** Statements inside a write transaction, which locks the scope's row: one writer per project. */
export interface ScopedTransaction extends ScopedStatements {
  /** It was tried before, and may have been done: the server was lost before it answered. */
  readonly isRepeated: boolean;
  run(sql: string, ...values: readonly SqlValue[]): Promise<number>;
  copy: Connection['copy'];
  execute: Connection['execute'];
  /** Returns the first of `count` consecutive numbers never allocated before. */
  allocate(counter: string, count: number): Promise<number>;
  /** Updates the row counts and increments the version; part of every write to the index. */
  changed(difference?: Partial<Counts>): Promise<void>;
  recordsChanged(): Promise<void>;
  version(): Promise<number>;
}

type ScopeRow = Counts & { readonly version: number; readonly record_version: number };

export interface ScopeHandle extends ScopedStatements {
  readonly scope: Scope;
  /** Runs several statements on one version of the index or the records, even while another process writes. */
  reading<Result>(work: (statements: ScopedStatements) => Promise<Result>): Promise<Result>;
  write<Result>(work: (transaction: ScopedTransaction) => Promise<Result>): Promise<Result>;
  /** A long transaction: others can write to the project until it takes the lock. */
  writeLater(
    work: (transaction: ScopedTransaction, lock: () => Promise<void>) => Promise<void>,
  ): Promise<void>;
  /** Updates the planner's statistics once there are many more rows than before. */
  grown(before: number, after: number): Promise<void>;
  row(statements?: ScopedStatements): Promise<ScopeRow | undefined>;
  /** The version the statements see: 0 before the first write. */
  version(statements: ScopedStatements): Promise<number>;
}

export function scopeHandle(
  database: PostgresDatabase,
  scope: Scope,
  versionColumn: VersionColumn,
): ScopeHandle {
  const statements = scopedStatements(database.reading(scope.owner), scope);
  /** Writers would wait for the row lock anyway, each holding a connection that a reader could use. */
  const inTurn = createSemaphore(1);
  /** The version is constant within one reading, so it is read once. */
  const versions = new WeakMap<ScopedStatements, number>();
  const row = (within: ScopedStatements = statements) =>
    within.get<ScopeRow>(
      `SELECT version, record_version, files, units, chunks, relations, commits
       FROM scopes WHERE owner = $1 AND project = $2`,
    );
  const lock = lockOf(scope);
  const ofOneVersion = sameVersion(statements, versionColumn);
  return {
    ...statements,
    scope,
    row,
    async reading(work) {
      const done = await ofOneVersion((within, version) => {
        versions.set(within, version);
        return work(within);
      });
      if (done !== undefined) return done.result;
      return database.snapshot(scope.owner, async (connection) => {
        const within = scopedStatements(connection, scope);
        versions.set(within, (await row(within))?.[versionColumn] ?? 0);
        return work(within);
      });
    },
    async grown(before, after) {
      if (!isMuchMore(before, after)) return;
      await database.analyse(scope.owner);
    },
    version: async (within) => versions.get(within) ?? (await row(within))?.[versionColumn] ?? 0,
    write: (work) =>
      inTurn(() =>
        database.write(
          scope.owner,
          (connection, isRepeated) => work(scopedTransaction(connection, scope, isRepeated)),
          { first: lock },
        ),
      ),
    writeLater: (work) =>
      database.write(scope.owner, (connection, isRepeated) =>
        work(scopedTransaction(connection, scope, isRepeated), () => connection.execute(lock)),
      ),
  };
}

/** Creates the project's row if missing, and locks it until the transaction ends. */
function lockOf({ owner, project }: Scope): string {
  const [ofOwner, ofProject] = [sqlLiteral(owner), sqlLiteral(project)];
  return `INSERT INTO scopes VALUES (${ofOwner}, ${ofProject}) ON CONFLICT DO NOTHING;
    SELECT 1 FROM scopes WHERE owner = ${ofOwner} AND project = ${ofProject} FOR UPDATE`;
}

/** True at about 1,000, 4,000, 16,000 … rows: a few times while a project is indexed. */
function isMuchMore(before: number, after: number): boolean {
  const step = (rows: number) => Math.floor(Math.log2(Math.max(MIN_ANALYSED, rows)) / 2);
  return step(after) > step(before);
}
const MIN_ANALYSED = 512;

function scopedStatements(connection: Connection, scope: Scope): ScopedStatements {
  const all = <Row>(sql: string, ...values: readonly SqlValue[]) =>
    connection.all<Row>(sql, [scope.owner, scope.project, ...values]);
  return {
    all,
    async get<Row>(sql: string, ...values: readonly SqlValue[]) {
      const [row] = await all<Row>(sql, ...values);
      return row;
    },
  };
}

function scopedTransaction(connection: Connection, scope: Scope, isRepeated: boolean): ScopedTransaction {
  const statements = scopedStatements(connection, scope);
  const run = (sql: string, ...values: readonly SqlValue[]) =>
    connection.run(sql, [scope.owner, scope.project, ...values]);
  return {
    ...statements,
    isRepeated,
    run,
    copy: connection.copy,
    execute: connection.execute,
    async allocate(counter, count) {
      const row = await statements.get<{ next: number }>(
        `INSERT INTO counters VALUES ($1, $2, $3, $4)
         ON CONFLICT (owner, project, name) DO UPDATE SET next = counters.next + excluded.next RETURNING next`,
        counter,
        count,
      );
      return row!.next - count;
    },
    async changed(difference = {}) {
      const { files = 0, units = 0, chunks = 0, relations = 0, commits = 0 } = difference;
      await run(
        `UPDATE scopes SET version = version + 1, files = files + $3, units = units + $4,
           chunks = chunks + $5, relations = relations + $6, commits = commits + $7
         WHERE owner = $1 AND project = $2`,
        files,
        units,
        chunks,
        relations,
        commits,
      );
    },
    async recordsChanged() {
      await run('UPDATE scopes SET record_version = record_version + 1 WHERE owner = $1 AND project = $2');
    },
    async version() {
      const row = await statements.get<{ version: number }>(
        'SELECT version FROM scopes WHERE owner = $1 AND project = $2',
      );
      return row?.version ?? 0;
    },
  };
}
