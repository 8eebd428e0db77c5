import { DISTRIBUTED_BY } from './citus.ts';
import type { PostgresDatabase } from './database.ts';

/**
 * Checks the rules every table must follow: each key and unique index starts with owner and project, row-level
 * security is on, and no foreign key exists. The server checks its own pages; damage there calls for a backup, not a
 * rebuild.
 */
export async function checkStore(
  database: PostgresDatabase,
  { isDistributed }: { readonly isDistributed: boolean },
): Promise<readonly string[]> {
  const connection = database.reading('');
  const [indexes, walls, references, undistributed] = await Promise.all([
    connection.all<{ what: string }>(INDEXES_WITHOUT_TENANT),
    connection.all<{ what: string }>(TABLES_WITHOUT_WALL),
    connection.all<{ what: string }>(FOREIGN_KEYS),
    isDistributed ? connection.all<{ what: string }>(UNDISTRIBUTED) : [],
  ]);
  return [
    ...indexes.map(({ what }) => `The index ${what} does not begin with owner and project.`),
    ...walls.map(({ what }) => `The table ${what} does not keep owners apart by row-level security.`),
    ...references.map(({ what }) => `The foreign key ${what} ties tenants together.`),
    ...undistributed.map(({ what }) => `The table ${what} is not distributed beside the others.`),
  ];
}

const HERE = "n.nspname = current_schema() AND c.relname <> 'schema_version'";

/**
 * A vector graph is exempt: its index has no tenant columns, but its table holds the rows of one project only. Columns
 * are read from the catalogue: `pg_get_indexdef` opens the table, and fails where another process has just dropped it.
 */
const INDEXES_WITHOUT_TENANT = `
  SELECT i.indexrelid::regclass::text AS what
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE ${HERE} AND (SELECT count(*) FROM pg_attribute a WHERE a.attrelid = c.oid
      AND (a.attname, a.attnum) IN (('owner', i.indkey[0]), ('project', i.indkey[1]))) < 2
    AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c'
      AND k.conname = 'one_project')`;

const TABLES_WITHOUT_WALL = `
  SELECT c.relname AS what FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE ${HERE} AND c.relkind IN ('p', 'r') AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`;

const FOREIGN_KEYS = `
  SELECT k.conname AS what FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE ${HERE} AND k.contype = 'f'`;

/** Every table is distributed by the same column, in one group, so that a project's rows are on one node. */
const UNDISTRIBUTED = `
  SELECT c.relname AS what FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE ${HERE} AND c.relkind = 'r' AND NOT EXISTS (
    SELECT 1 FROM pg_dist_partition d, pg_dist_partition f WHERE d.logicalrelid = c.oid AND d.partmethod = 'h'
      AND f.logicalrelid = 'scopes'::regclass AND d.colocationid = f.colocationid
      AND column_to_column_name(d.logicalrelid, d.partkey) = '${DISTRIBUTED_BY}')`;
