import type { Scope } from '../../../core/store.ts';
import type { Connection, CopiedRow } from './database.ts';
import { sqlLiteral } from './sql-literal.ts';

/** The column tables are distributed by: see `tenantOf`. */
export const DISTRIBUTED_BY = 'project';

/**
 * On Citus the column `project` holds owner and project. Tables are distributed by it, so the projects of one owner
 * spread over the nodes, and projects of the same name that belong to different owners do too.
 */
export function tenantOf({ owner, project }: Scope): Scope {
  return { owner, project: `${owner}/${project}` };
}

export function scopeOfTenant({ owner, project }: Scope): Scope {
  return { owner, project: project.slice(owner.length + 1) };
}

/** Whether the database has the extension; its nodes may be added later. */
export async function hasCitus(connection: Connection): Promise<boolean> {
  const found = await connection.all("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  return found.length > 0;
}

/** Row-level security holds on the nodes, and Citus passes on the settings of a transaction only, one at a time. */
export function ownerSetting(owner: string): string {
  return `SET LOCAL dossier.owner = ${sqlLiteral(owner)}`;
}

/** The nodes plan for themselves; `PLANNING` says why these settings. */
export const NODE_SETTINGS = `DO $$ BEGIN
  EXECUTE format('ALTER ROLE %I SET jit = off', current_user);
  EXECUTE format('ALTER ROLE %I SET enable_seqscan = off', current_user);
END $$`;

const MAX_ROWS = 2000;
const MAX_BYTES = 4_000_000;

/** Inserts rows from arrays: COPY cannot write to a shard with row-level security. */
export function rowInserter(): (connection: Statements) => Connection['copy'] {
  const columnTypes = new Map<string, ReadonlyMap<string, string>>();
  return (connection) => (table, columns, rows) =>
    insertRows(connection, { table, columns, rows, columnTypes });
}

type Statements = Pick<Connection, 'all' | 'run'>;

interface Insertion {
  readonly table: string;
  /** The first two are owner and project. */
  readonly columns: readonly string[];
  readonly rows: Iterable<CopiedRow>;
  readonly columnTypes: Map<string, ReadonlyMap<string, string>>;
}

async function insertRows(
  connection: Statements,
  { table, columns, rows, columnTypes }: Insertion,
): Promise<void> {
  const types = columnTypes.get(table) ?? (await readTypes(connection, table));
  columnTypes.set(table, types);
  const names = columns.join(', ');
  const [, , ...own] = columns;
  // Joined with the row of its project, an insertion is routed to one node as a whole. That row is inserted first.
  const sql =
    table === 'scopes'
      ? `INSERT INTO scopes (${names}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`
      : `INSERT INTO ${table} (${names}) SELECT s.owner, s.project, t.* FROM scopes s
           CROSS JOIN unnest(${own.map((name, index) => `$${index + 3}::${types.get(name)}[]`).join(', ')}) t
         WHERE s.owner = $1 AND s.project = $2`;
  for (const piece of pieces(rows)) {
    if (table === 'scopes') for (const row of piece) await connection.run(sql, row);
    else {
      const [owner = null, project = null] = piece[0] ?? [];
      const values = own.map((_, index) => piece.map((row) => row[index + 2] ?? null));
      await connection.run(sql, [owner, project, ...values]);
    }
  }
}

async function readTypes(connection: Statements, table: string): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.all<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0`,
    [table],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

function* pieces(rows: Iterable<CopiedRow>): Iterable<readonly CopiedRow[]> {
  let piece: CopiedRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    piece.push(row);
    for (const value of row)
      bytes += typeof value === 'object' || typeof value === 'string' ? (value?.length ?? 0) : 8;
    if (piece.length < MAX_ROWS && bytes < MAX_BYTES) continue;
    yield piece;
    piece = [];
    bytes = 0;
  }
  if (piece.length > 0) yield piece;
}
