import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type PostgresDatabase } from '../../src/adapters/stores/postgres/database.ts';
import { openPostgresStore } from '../../src/adapters/stores/postgres/open-postgres-store.ts';
import { translatingErrors } from '../../src/adapters/stores/postgres/postgres-errors.ts';
import { postgresRecordStore } from '../../src/adapters/stores/postgres/record-store.ts';
import { retryingDatabase } from '../../src/adapters/stores/postgres/retrying-database.ts';
import { scopeHandle } from '../../src/adapters/stores/postgres/scope-handle.ts';
import { SCOPE } from '../faults/generations.ts';
import { type RunningPostgres, startPostgres } from './start-postgres.ts';

describe('a store that waits for its server', () => {
  let server: RunningPostgres;
  beforeAll(async () => {
    server = await startPostgres();
    await (await openPostgresStore({ url: server.url })).close();
  }, 120_000);
  afterAll(() => server.dispose());

  const record = { kind: 'memory', id: 'm1', body: { a: 1 }, text: 'x', createdAt: 1, updatedAt: 1 };

  it('answers readers and writers when the server is back', async () => {
    const store = await openPostgresStore({ url: `${server.url}?wait=120` });
    const records = store.records({ ...SCOPE, project: 'waiting' });
    await records.put(record);
    await server.kill();
    const asked = Promise.all([records.get('memory', 'm1'), records.put({ ...record, id: 'm2' })]);
    await server.start();
    expect(await asked).toMatchObject([
      { id: 'm1', version: 1 },
      { id: 'm2', version: 1 },
    ]);
    await store.close();
  });

  it('opens when the server is back', async () => {
    await server.kill();
    const opened = openPostgresStore({ url: `${server.url}?wait=120` });
    await server.start();
    await (await opened).close();
  });

  it('puts a record once although the answer to its commit was lost', async () => {
    const database = openDatabase({
      ...{ url: server.url, schema: 'dossier', poolSize: 2, statementTimeoutMs: 30_000 },
    });
    let answers = 0;
    const losing: PostgresDatabase = {
      ...database,
      async write(owner, work, options) {
        const result = await database.write(owner, work, options);
        // Every second answer is lost, after the commit.
        if (answers++ % 2 === 0) await translatingErrors(server.url, () => Promise.reject(lost()));
        return result;
      },
    };
    const patient = retryingDatabase(losing, { waitMs: 1000, now: () => 0, sleep: async () => undefined });
    const records = postgresRecordStore(scopeHandle(patient, SCOPE, 'record_version'));
    expect(await records.put(record, { expectedVersion: 0 })).toMatchObject({ version: 1 });
    expect(await records.put({ ...record, text: 'y' }, { expectedVersion: 1 })).toMatchObject({ version: 2 });
    expect(await records.put({ ...record, text: 'z' })).toMatchObject({ text: 'z', version: 3 });
    await expect(records.put(record, { expectedVersion: 1 })).rejects.toMatchObject({ code: 'conflict' });
    expect(await records.count('memory')).toBe(1);
    await database.close();
  });

  it('says at once that a password is wrong, and what wait= may be', async () => {
    const refused = `postgres://nobody@127.0.0.1:${server.port}/dossier?wait=600`;
    await expect(openPostgresStore({ url: refused })).rejects.toMatchObject({ code: 'unavailable' });
    await expect(openPostgresStore({ url: `${server.url}?wait=soon` })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });
});

function lost(): Error {
  return Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
}
