import type { Scope, Store, TableRows } from '../../../core/store.ts';
import { isTable, ROWS_PER_PIECE, TABLES, type TableName, tableNames } from '../shared/tables.ts';
import { scopeInUse, unknownTable } from '../shared/transfer-errors.ts';
import type { Connection, PostgresDatabase } from './database.ts';

type Value = TableRows['rows'][number][number];

/** Dumps and loads whole scopes, each in one transaction. `stored` gives what the columns owner and project hold. */
export function transfer(
  database: Pick<PostgresDatabase, 'snapshot' | 'write' | 'analyse'>,
  stored: (scope: Scope) => Scope,
): Pick<Store, 'dump' | 'load'> {
  /** Rows loaded for each owner, and how many of them there were when statistics were last gathered. */
  const loadedOf = new Map<string, { rows: number; analysed: number }>();
  return {
    dump: (scope, receive) =>
      database.snapshot(scope.owner, async (connection) => {
        for (const table of tableNames()) {
          await dumpTable(connection, { table, scope: stored(scope), receive });
        }
      }),
    async load(scope, send) {
      const { owner, project } = stored(scope);
      const loaded = loadedOf.get(owner) ?? { rows: 0, analysed: 0 };
      loadedOf.set(owner, loaded);
      await database.write(owner, async (connection) => {
        const present = await connection.all('SELECT 1 FROM scopes WHERE owner = $1 AND project = $2', [
          owner,
          project,
        ]);
        if (present.length > 0) throw scopeInUse(scope);
        await send(async ({ table, rows }) => {
          if (!isTable(table)) throw unknownTable(table);
          const columns = ['owner', 'project', ...TABLES[table]];
          const scoped = rows.map((row) => [owner, project, ...row]);
          await connection.copy(table, columns, scoped);
          loaded.rows += rows.length;
        });
      });
      // Seconds in a full database; an owner's projects are in one partition, whose statistics serve the next ones, too.
      if (loaded.rows < 2 * loaded.analysed) return;
      await database.analyse(owner);
      loaded.analysed = loaded.rows;
    },
  };
}

async function dumpTable(
  connection: Connection,
  options: {
    readonly table: TableName;
    readonly scope: Scope;
    readonly receive: (rows: TableRows) => Promise<void>;
  },
): Promise<void> {
  const { table, scope, receive } = options;
  const cursor = `dump_of_${table}`;
  const columns = TABLES[table].map((column) => SELECTED[column] ?? column).join(', ');
  await connection.run(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${columns} FROM ${table} WHERE owner = $1 AND project = $2`,
    [scope.owner, scope.project],
  );
  for (;;) {
    const found = await connection.all<Readonly<Record<string, Value>>>(
      `FETCH ${ROWS_PER_PIECE} FROM ${cursor}`,
    );
    const rows = found.map((row) => TABLES[table].map((column) => row[column] ?? null));
    if (rows.length > 0) await receive({ table, rows });
    if (rows.length < ROWS_PER_PIECE) break;
  }
  await connection.execute(`CLOSE ${cursor}`);
}

/** Columns whose type differs from that of the transferred rows. */
const SELECTED: Readonly<Record<string, string>> = {
  exported: 'exported::int AS exported',
  size: 'size::float8 AS size',
  total_length: 'total_length::float8 AS total_length',
};
