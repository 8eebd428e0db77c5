import type { Connection } from './database.ts';

/** The extension as it is installed: its version, and the schema its types and operators are in. */
export interface Pgvector {
  readonly version: string;
  readonly schema: string;
}

/** Candidates a search in a graph keeps, set on each connection; as many are given back. */
export const GRAPH_BREADTH = 600;

/** Half precision came with 0.7; older ones are as good as none. */
export async function installedPgvector(connection: Connection): Promise<Pgvector | undefined> {
  const [found] = await connection.all<Pgvector>(
    `SELECT extversion AS version, quote_ident(n.nspname) AS schema
     FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
     WHERE e.extname = 'vector' AND to_regtype(quote_ident(n.nspname) || '.halfvec') IS NOT NULL`,
  );
  return found;
}

/** Within a transaction, which goes on where the server does not have the extension or the user may not add it. */
export async function tryToInstallPgvector(connection: Connection): Promise<void> {
  await connection.execute(`DO $$ BEGIN
    IF EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'vector') THEN
      CREATE EXTENSION IF NOT EXISTS vector SCHEMA public;
    END IF;
  EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'vector was not installed: %', SQLERRM;
  END $$`);
}
