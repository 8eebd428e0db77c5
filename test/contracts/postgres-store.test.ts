import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { openPostgresStore } from '../../src/adapters/stores/postgres/open-postgres-store.ts';
import { type RunningPostgres, startPostgres } from '../postgres/start-postgres.ts';
import { describeStoreContract } from './store-contract.ts';

let server: RunningPostgres;
let admin: pg.Client;
beforeAll(async () => {
  server = await startPostgres();
  admin = new pg.Client(server.adminUrl);
  await admin.connect();
}, 60_000);
afterAll(async () => {
  await admin.end();
  await server.dispose();
});

/** Emptying the tables is many times faster than making them again. */
async function emptyTables(): Promise<void> {
  const { rows } = await admin.query<{ tablename: string }>(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'dossier' AND tablename !~ '_[0-9]$'",
  );
  for (const { tablename } of rows) {
    if (tablename !== 'schema_version') await admin.query(`DELETE FROM dossier.${tablename}`);
  }
}

describeStoreContract(
  'postgres',
  async () => {
    const store = await openPostgresStore({ url: server.url });
    await emptyTables();
    return { store, dispose: () => store.close() };
  },
  { randomRuns: 8 },
);
