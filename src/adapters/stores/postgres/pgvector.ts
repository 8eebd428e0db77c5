import type { Connection } from './database.ts';

/** The installed extension: its version, and the schema of its types and operators. */
export interface Pgvector {
  readonly version: string;
  readonly schema: string;
}

/** Candidates a graph search keeps (`ef_search`), set on each connection; it returns as many. */
export const GRAPH_BREADTH = 600;

/** Half precision needs 0.7; an older version counts as none. */
export async function installedPgvector(connection: Connection): Promise<Pgvector | undefined> {
  const [found] = await connection.all<Pgvector>(
    `SELECT extversion AS version, quote_ident(n.nspname) AS schema
     FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
     WHERE e.extname = 'vector' AND to_regtype(quote_ident(n.nspname) || '.halfvec') IS NOT NULL`,
  );
  return found;
}

/** Runs in a transaction, which continues if the server lacks the extension or the user may not create it. */
export async function tryToInstallPgvector(connection: Connection): Promise<void> {
  await connection.execute(`DO $$ BEGIN
    IF EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'vector') THEN
      CREATE EXTENSION IF NOT EXISTS vector SCHEMA public;
    END IF;
  EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'vector was not installed: %', SQLERRM;
  END $$`);
}
