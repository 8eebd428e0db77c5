import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/adapters/stores/postgres/database.ts';
import { openPostgresStore } from '../../src/adapters/stores/postgres/open-postgres-store.ts';
import { type ScopedStatements, scopeHandle } from '../../src/adapters/stores/postgres/scope-handle.ts';
import type { Store } from '../../src/core/store.ts';
import { sampleCommit, sampleFile } from '../contracts/store-samples.ts';
import { filesOfGeneration, generationOf, SCOPE } from '../faults/generations.ts';
import { type RunningPostgres, startPostgres } from './start-postgres.ts';

describe('the PostgreSQL store', { timeout: 120_000 }, () => {
  let server: RunningPostgres;
  let store: Store;
  beforeAll(async () => {
    server = await startPostgres();
  }, 120_000);
  afterAll(() => server.dispose());
  beforeEach(async () => {
    store = await openPostgresStore({ url: server.url });
  }, 60_000);
  afterEach(() => store.close());

  async function asUser<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ connectionString: url, options: '-c search_path=dossier' });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  it('checks itself while tables come and go', async () => {
    let ended = false;
    const passing = asUser(server.adminUrl, async (client) => {
      while (!ended) {
        await client.query(
          `BEGIN; CREATE TABLE passing (owner text, project text, PRIMARY KEY (owner, project));
          ALTER TABLE passing ENABLE ROW LEVEL SECURITY; ALTER TABLE passing FORCE ROW LEVEL SECURITY; COMMIT`,
        );
        await client.query('BEGIN; DROP TABLE passing; SELECT pg_sleep(0.02); COMMIT');
      }
    });
    try {
      for (let round = 0; round < 20; round++) expect(await store.check()).toEqual([]);
    } finally {
      ended = true;
      await passing;
    }
  });

  it('walls owners off even from statements that forget to', async () => {
    const index = store.index(SCOPE);
    await index.putFiles([sampleFile('a.ts', [{ name: 'secret', body: 'words', calls: ['other'] }])]);
    await index.putCommits([
      sampleCommit({ sha: 'a1', files: [{ path: 'a.ts', insertions: 1, deletions: 0 }] }),
    ]);
    const record = { kind: 'memory', id: 'm1', body: { a: 1 }, text: 'secret', createdAt: 1, updatedAt: 1 };
    await store.records(SCOPE).put(record);
    const tables = await asUser(server.adminUrl, async (client) => {
      const { rows } = await client.query<{ tablename: string }>(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'dossier' AND tablename <> 'schema_version'",
      );
      return rows.map(({ tablename }) => tablename);
    });
    const seenBy = (owner: string | undefined) =>
      asUser(server.url, async (client) => {
        if (owner !== undefined) await client.query("SELECT set_config('dossier.owner', $1, false)", [owner]);
        let rows = 0;
        for (const table of tables) rows += (await client.query(`SELECT 1 FROM ${table}`)).rows.length;
        return rows;
      });
    expect(tables.length).toBeGreaterThan(100);
    expect(await seenBy('bob')).toBe(0);
    expect(await seenBy(undefined)).toBe(0);
    expect(await seenBy('ada')).toBeGreaterThan(10);
    await asUser(server.url, async (client) => {
      await client.query("SELECT set_config('dossier.owner', 'bob', false)");
      await expect(client.query("INSERT INTO meta VALUES ('ada', 'engine', 'k', 'v')")).rejects.toThrow(
        'row-level security',
      );
    });
  });

  it('has no key, index or reference that would keep tenants from living apart', async () => {
    expect(await store.check()).toEqual([]);
    await asUser(server.adminUrl, async (client) => {
      await client.query('CREATE INDEX careless ON dossier.units (name)');
      await client.query('ALTER TABLE dossier.meta NO FORCE ROW LEVEL SECURITY');
    });
    expect((await store.check()).join('\n')).toMatch(
      /careless does not begin with owner(.|\n)*meta does not keep/,
    );
    await asUser(server.adminUrl, async (client) => {
      await client.query('DROP INDEX dossier.careless');
      await client.query('ALTER TABLE dossier.meta FORCE ROW LEVEL SECURITY');
    });
  });

  it('is made once when many processes open an empty database at the same time', async () => {
    const opened = await Promise.all(
      Array.from({ length: 6 }, () => openPostgresStore({ url: server.url, schema: 'fresh', poolSize: 1 })),
    );
    for (const other of opened) {
      expect(await other.index(SCOPE).files()).toEqual([]);
      await other.close();
    }
  });

  it('keeps generations whole while several write and read at once', async () => {
    const scope = { owner: 'ada', project: 'busy' };
    const other = await openPostgresStore({ url: server.url });
    await store.index(scope).putFiles(filesOfGeneration(0));
    const write = async (writer: Store, first: number) => {
      for (let generation = first; generation < first + 6; generation += 2) {
        await writer.index(scope).putFiles(filesOfGeneration(generation));
      }
    };
    const read = async (reader: Store) => {
      for (let round = 0; round < 20; round++)
        expect(await generationOf(reader.index(scope))).toBeGreaterThan(-1);
    };
    await Promise.all([write(store, 1), write(other, 2), read(store), read(other)]);
    const { files, chunks } = await store.index(scope).state();
    expect({ files, chunks }).toEqual({ files: 12, chunks: 96 });
    await other.close();
  });

  it('does a reading again that another writer came between, and keeps its statements of one version', async () => {
    const scope = { owner: 'ada', project: 'between' };
    const index = store.index(scope);
    await index.putFiles(filesOfGeneration(0));
    const database = openDatabase({
      url: server.url,
      schema: 'dossier',
      poolSize: 2,
      statementTimeoutMs: 30_000,
    });
    const handle = scopeHandle(database, scope, 'version');
    const hashes = (statements: ScopedStatements) =>
      statements.all<{ content_hash: string }>(
        'SELECT content_hash FROM files WHERE owner = $1 AND project = $2 ORDER BY path',
      );
    for (const writes of [0, 1, 2, 5]) {
      let times = 0;
      const read = await handle.reading(async (statements) => {
        const [before, version] = [await hashes(statements), await handle.version(statements)];
        if (times++ < writes) await index.putFiles(filesOfGeneration(times + writes * 10));
        return { before, version, after: await hashes(statements) };
      });
      expect(read.after).toEqual(read.before);
      expect(await handle.reading((statements) => handle.version(statements))).toBeGreaterThanOrEqual(
        read.version,
      );
    }
    await database.close();
  });

  it('fails clearly while the server is gone and goes on when it is back, with nothing lost', async () => {
    const records = store.records(SCOPE);
    const record = { kind: 'memory', id: 'kept', body: {}, text: 'x', createdAt: 1, updatedAt: 1 };
    await records.put(record);
    await server.kill();
    await expect(records.get('memory', 'kept')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`postgres://dossier@127.0.0.1:${server.port}/dossier`),
    });
    await expect(openPostgresStore({ url: server.url })).rejects.toMatchObject({ code: 'unavailable' });
    await server.start();
    expect(await records.get('memory', 'kept')).toMatchObject(record);
    expect(await records.put({ ...record, text: 'y' })).toMatchObject({ version: 2 });
  });

  it('never lets a statement run without end', async () => {
    const database = openDatabase({
      url: server.url,
      schema: 'dossier',
      poolSize: 1,
      statementTimeoutMs: 1000,
    });
    await expect(database.reading('ada').all('SELECT pg_sleep(600)')).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(await database.reading('ada').all('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.close();
  });

  it('never shows a password in an error', async () => {
    const url = `postgres://nobody:secret-word@127.0.0.1:${server.port}/dossier`;
    const failure = await openPostgresStore({ url }).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: 'unavailable' });
    expect(String(failure)).not.toContain('secret-word');
  });
});
