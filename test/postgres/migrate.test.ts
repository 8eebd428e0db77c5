import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/adapters/stores/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../src/adapters/stores/sqlite/open-sqlite-store.ts';
import { migrateStore } from '../../src/operations/copy-store.ts';
import { filesOfGeneration, generationOf, SCOPE } from '../faults/generations.ts';
import { type RunningPostgres, startPostgres } from './start-postgres.ts';

let server: RunningPostgres;
let folder: string;
beforeAll(async () => {
  server = await startPostgres();
  folder = await mkdtemp(join(tmpdir(), 'dossier-migrate-'));
}, 120_000);
afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true });
});

it('moves an owner from SQLite to PostgreSQL and back, and both ways are checked', {
  timeout: 120_000,
}, async () => {
  const source = await openSqliteStore({ path: join(folder, 'source.db') });
  await source.index(SCOPE).putFiles(filesOfGeneration(3));
  await source.index({ ...SCOPE, project: 'second' }).putFiles(filesOfGeneration(4));
  await source.index({ owner: 'bob', project: 'engine' }).putFiles(filesOfGeneration(5));
  const record = {
    kind: 'memory',
    id: 'm1',
    body: { a: [1, null] },
    text: 'tab\there',
    createdAt: 1.5,
    updatedAt: 2,
  };
  await source.records(SCOPE).put(record);

  const server1 = await openPostgresStore({ url: server.url });
  const moved = await migrateStore(source, server1, { owner: 'ada' });
  expect(moved.scopes.map(({ project }) => project)).toEqual(['engine', 'second']);
  expect(await generationOf(server1.index(SCOPE))).toBe(3);
  expect(await server1.records(SCOPE).get('memory', 'm1')).toEqual({ ...record, version: 1 });
  expect(await server1.scopes('bob')).toEqual([]);
  expect(await migrateStore(source, server1, { owner: 'ada' })).toEqual(moved);
  await server1.records(SCOPE).put({ ...record, id: 'm2' });
  await expect(migrateStore(source, server1, { owner: 'ada' })).rejects.toMatchObject({ code: 'conflict' });
  await server1.records(SCOPE).delete('memory', 'm2');
  await expect(migrateStore(source, server1, { owner: 'nobody' })).rejects.toMatchObject({
    code: 'not-found',
  });

  const target = await openSqliteStore({ path: join(folder, 'target.db') });
  await migrateStore(server1, target, { owner: 'ada' });
  expect(await generationOf(target.index(SCOPE))).toBe(3);
  expect(await target.index(SCOPE).state()).toEqual(await source.index(SCOPE).state());
  expect(await target.check()).toEqual([]);
  for (const store of [source, server1, target]) await store.close();
});
