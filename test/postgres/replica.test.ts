import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/adapters/stores/postgres/open-postgres-store.ts';
import type { Store } from '../../src/core/store.ts';
import { filesOfGeneration, generationOf, SCOPE } from '../faults/generations.ts';
import { type RunningPostgres, startPostgres } from './start-postgres.ts';

let primary: RunningPostgres;
let replica: RunningPostgres;
let store: Store;
beforeAll(async () => {
  primary = await startPostgres();
  const first = await openPostgresStore({ url: primary.url });
  await first.index(SCOPE).putFiles(filesOfGeneration(0));
  await first.close();
  replica = await primary.startReplica();
  store = await openPostgresStore({ url: `${primary.url}?replica=${encodeURIComponent(replica.url)}` });
}, 240_000);
afterAll(async () => {
  await store.close();
  await replica.dispose();
  await primary.dispose();
});

async function statementsOn(server: RunningPostgres, sql: string): Promise<unknown> {
  const admin = new pg.Client(server.adminUrl);
  await admin.connect();
  const { rows } = await admin.query(sql);
  await admin.end();
  return rows[0];
}

it('reads from a replica, never behind its own writes, and survives the loss of either server', {
  timeout: 240_000,
}, async () => {
  const index = store.index(SCOPE);
  for (const generation of [1, 2, 3]) {
    await index.putFiles(filesOfGeneration(generation));
    expect(await generationOf(index)).toBe(generation);
  }

  await statementsOn(replica, 'SELECT pg_wal_replay_pause()');
  await index.putFiles(filesOfGeneration(4));
  expect(await generationOf(index)).toBe(4);
  await statementsOn(replica, 'SELECT pg_wal_replay_resume()');
  await expect.poll(() => generationOf(index)).toBe(4);

  await replica.kill();
  expect(await generationOf(index)).toBe(4);
  await index.putFiles(filesOfGeneration(5));
  expect(await generationOf(index)).toBe(5);
  await replica.start();
  await expect
    .poll(
      () => statementsOn(replica, 'SELECT pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AS even'),
      { interval: 200 },
    )
    .toEqual({ even: true });

  await primary.kill();
  expect(await generationOf(index)).toBe(5);
  await expect(index.putFiles(filesOfGeneration(6))).rejects.toMatchObject({ code: 'unavailable' });
  await replica.promote();
  await index.putFiles(filesOfGeneration(6));
  expect(await generationOf(index)).toBe(6);
});
