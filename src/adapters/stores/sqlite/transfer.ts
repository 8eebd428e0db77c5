import type { Store, TableRows } from '../../../core/store.ts';
import { isTable, ROWS_PER_PIECE, TABLES, type TableName, tableNames } from '../shared/tables.ts';
import { scopeInUse, unknownTable } from '../shared/transfer-errors.ts';
import { type ConnectionOptions, type Database, openDatabase, type SqlValue } from './database.ts';
import { scopeHandle } from './scope-handle.ts';

/**
 * Dumps and loads whole scopes. Each transfer has its own connection: its transaction stays open while the other side
 * works, and must not include what this process writes meanwhile.
 */
export function transfer(options: ConnectionOptions): Pick<Store, 'dump' | 'load'> {
  return {
    dump: (scope, receive) =>
      inTransaction(options, 'BEGIN', async (database) => {
        const id = scopeHandle(database, scope).id();
        if (id === undefined) return;
        for (const table of tableNames()) await dumpTable(database, { table, id, receive });
      }),
    load: (scope, send) =>
      inTransaction(options, 'BEGIN IMMEDIATE', async (database) => {
        const handle = scopeHandle(database, scope);
        if (handle.id() !== undefined) throw scopeInUse(scope);
        const id = handle.idForWriting();
        const spaces = new Map<SqlValue, number>();
        await send(async ({ table, rows }) => {
          if (!isTable(table)) throw unknownTable(table);
          for (const row of rows) loadRow(database, { table, id, row, spaces });
        });
        database.run(COUNT_WORDS, id);
      }),
  };
}

/** Other stores keep no counts of words, so they are not among what is sent. */
const COUNT_WORDS = `
  INSERT INTO word_counts
  SELECT p.space, p.term, sum(p.count) FROM spaces s CROSS JOIN postings p ON p.space = s.id
  WHERE s.scope = ? AND s.name IN ('chunk', 'commit') GROUP BY p.space, p.term`;

async function inTransaction<Result>(
  options: ConnectionOptions,
  begin: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(options);
  database.execute(begin);
  try {
    const result = await work(database);
    database.execute('COMMIT');
    return result;
  } catch (error) {
    // Explicit: the driver keeps a closed connection, and its lock, until garbage collection.
    database.execute('ROLLBACK');
    throw error;
  } finally {
    database.close();
  }
}

const inSpace = (table: TableName) => table === 'postings' || table === 'posting_blocks';

async function dumpTable(
  database: Database,
  options: {
    readonly table: TableName;
    readonly id: number;
    readonly receive: (rows: TableRows) => Promise<void>;
  },
): Promise<void> {
  const { table, id, receive } = options;
  let rows: SqlValue[][] = [];
  for (const row of database.each<Readonly<Record<string, SqlValue>>>(selectionOf(table), id)) {
    rows.push(TABLES[table].map((column) => row[column] ?? null));
    if (rows.length < ROWS_PER_PIECE) continue;
    await receive({ table, rows });
    rows = [];
  }
  if (rows.length > 0) await receive({ table, rows });
}

/** Spaces are named outside this file and numbered inside. */
function selectionOf(table: TableName): string {
  const columns = TABLES[table]
    .map((column) => (column === 'space' ? 's.name AS space' : `t.${column}`))
    .join(', ');
  if (table === 'scopes') return `SELECT ${columns} FROM scopes t WHERE t.id = ?`;
  if (!inSpace(table)) return `SELECT ${columns} FROM ${table} t WHERE t.scope = ?`;
  return `SELECT ${columns} FROM spaces s CROSS JOIN ${table} t ON t.space = s.id WHERE s.scope = ?`;
}

function loadRow(
  database: Database,
  options: {
    readonly table: TableName;
    readonly id: number;
    readonly row: readonly SqlValue[];
    readonly spaces: Map<SqlValue, number>;
  },
): void {
  const { table, id, row, spaces } = options;
  const columns = TABLES[table];
  if (table === 'scopes') {
    database.run(
      `UPDATE scopes SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
      ...row,
      id,
    );
    return;
  }
  const places = row.map(() => '?').join(', ');
  if (!inSpace(table)) {
    database.run(`INSERT INTO ${table} (scope, ${columns.join(', ')}) VALUES (?, ${places})`, id, ...row);
    return;
  }
  const [name = null, ...rest] = row;
  const space = spaces.get(name) ?? newSpace(database, id, name);
  spaces.set(name, space);
  database.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`, space, ...rest);
}

function newSpace(database: Database, scope: number, name: SqlValue): number {
  return database.get<{ id: number }>(
    'INSERT INTO spaces (scope, name) VALUES (?, ?) RETURNING id',
    scope,
    name,
  )!.id;
}
