import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/adapters/stores/postgres/open-postgres-store.ts';
import type { IndexStore, Store } from '../../src/core/store.ts';
import {
  type RunningPostgres,
  serverWithCitus,
  serverWithPgvector,
  startCitus,
  startPostgres,
  startPostgresWithPgvector,
} from '../postgres/start-postgres.ts';
import { describeStoreContract } from './store-contract.ts';

describeOn('postgres', { start: startPostgres, open: (url) => openPostgresStore({ url }) });

const pgvector = serverWithPgvector();
if (pgvector === undefined) {
  it('with pgvector is NOT TRIED here: scripts/prepare-tests.mjs says why', () => {
    console.warn('The store contract was not run on a server with pgvector.');
    expect(pgvector).toBeUndefined();
  });
} else {
  describeOn('postgres with pgvector', {
    start: () => startPostgresWithPgvector(pgvector),
    open: async (url) => graphAlways(await openPostgresStore({ url, graphFrom: 1 })),
  });
}

const citus = serverWithCitus();
if (citus === undefined) {
  it('on Citus is NOT TRIED here: the extension is not installed', () => {
    console.warn('The store contract was not run on Citus: no server here has the extension.');
    expect(citus).toBeUndefined();
  });
} else {
  describeOn('citus', { start: () => startCitus(citus, 3), open: (url) => openPostgresStore({ url }) });
}

/** Every vector goes through the graph: it is made after the first ones, the others are added to it. */
function graphAlways(store: Store): Store {
  const withGraph = (index: IndexStore): IndexStore => ({
    ...index,
    async putVectors(model, vectors) {
      await index.putVectors(model, vectors);
      await index.prepareVectors();
    },
  });
  return { ...store, index: (scope) => withGraph(store.index(scope)) };
}

function describeOn(
  name: string,
  options: {
    readonly start: () => Promise<RunningPostgres>;
    readonly open: (url: string) => Promise<Store>;
  },
): void {
  describe(name, () => {
    let server: RunningPostgres;
    let admin: pg.Client;
    let store: Store | undefined;
    beforeAll(async () => {
      server = await options.start();
      admin = new pg.Client(server.adminUrl);
      await admin.connect();
    }, 60_000);
    afterAll(async () => {
      await store?.close();
      await admin.end();
      await server.dispose();
    });

    describeStoreContract(
      name,
      async () => {
        store ??= await options.open(server.url);
        await emptyTables(admin);
        store.dropCaches();
        return { store, dispose: async () => undefined };
      },
      { randomRuns: 8 },
    );
  });
}

/** Emptying the tables is many times faster than making them again. */
async function emptyTables(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ tablename: string }>(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'dossier' AND tablename !~ '_[0-9]$'",
  );
  for (const { tablename } of rows) {
    if (tablename.startsWith('graph_')) await admin.query(`DROP TABLE dossier.${tablename}`);
    else if (tablename !== 'schema_version') await admin.query(`DELETE FROM dossier.${tablename}`);
  }
}
