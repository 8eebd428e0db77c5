import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/adapters/stores/sqlite/open-sqlite-store.ts';
import { describeStoreContract } from './store-contract.ts';

describeStoreContract('sqlite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-store-'));
  const store = await openSqliteStore({ path: join(folder, 'store.db') });
  return {
    store,
    async dispose() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
