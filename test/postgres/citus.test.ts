import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/adapters/stores/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../src/adapters/stores/sqlite/open-sqlite-store.ts';
import type { Scope, Store } from '../../src/core/store.ts';
import { migrateStore } from '../../src/operations/copy-store.ts';
import { FIELDS, sampleCommit, unit, words } from '../contracts/store-samples.ts';
import { filesOfGeneration, generationOf, SCOPE } from '../faults/generations.ts';
import {
  type RunningCitus,
  type RunningPostgres,
  serverWithCitus,
  startCitus,
  startPostgres,
} from './start-postgres.ts';

const citus = serverWithCitus();
if (citus === undefined) {
  it('Citus is NOT TRIED here: the extension is not installed', () => {
    console.warn('The distributed store was not tried: no server here has the extension citus.');
    expect(citus).toBeUndefined();
  });
} else {
  describe('the store on Citus', () => {
    let cluster: RunningCitus;
    let store: Store;
    beforeAll(async () => {
      cluster = await startCitus(citus, 2);
      store = await openPostgresStore({ url: cluster.url });
    }, 240_000);
    afterAll(async () => {
      await store.close();
      await cluster.dispose();
    });

    it('moves between SQLite, PostgreSQL and Citus, and gives the same answers', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'dossier-citus-'));
      const server = await startPostgres();
      const source = await openSqliteStore({ path: join(folder, 'source.db') });
      const plain = await openPostgresStore({ url: server.url });
      const target = await openSqliteStore({ path: join(folder, 'target.db') });
      await fill(source, SCOPE, 3);
      await fill(source, { ...SCOPE, project: 'second' }, 4);
      for (const [from, to] of [
        [source, plain],
        [plain, store],
        [store, target],
      ] as const) {
        const moved = await migrateStore(from, to, { owner: SCOPE.owner });
        expect(moved.scopes.map(({ project }) => project)).toEqual(['engine', 'second']);
        expect(await generationOf(to.index(SCOPE))).toBe(3);
        expect(await answers(to, SCOPE)).toEqual(await answers(source, SCOPE));
        expect(await to.check()).toEqual([]);
      }
      for (const opened of [source, plain, target]) await opened.close();
      await server.dispose();
      await rm(folder, { recursive: true });
    });

    it('routes everything a project does to one shard, without a distributed transaction', async () => {
      const counters = async () => {
        const [row] = await onServer<{ single: string; multi: string }>(
          cluster.adminUrl,
          `SELECT query_execution_single_shard AS single, query_execution_multi_shard AS multi
           FROM citus_stat_counters WHERE name = 'dossier'`,
        );
        return { single: Number(row?.single), multi: Number(row?.multi) };
      };
      // A record stands here for each transaction that was committed in two phases.
      const prepared = async () =>
        (await onServer<{ gid: string }>(cluster.adminUrl, 'SELECT gid FROM pg_dist_transaction')).map(
          ({ gid }) => gid,
        );
      const known = new Set(await prepared());
      const before = await counters();
      const busy = { owner: 'ada', project: 'busy' };
      await fill(store, busy, 1);
      await fill(store, busy, 2);
      await answers(store, busy);
      await store.index(busy).removeFiles([filesOfGeneration(2)[0]!.file.path]);
      await store.index(busy).clearCommits();
      await store.records(busy).delete('memory', 'm1');
      const { job } = await store.jobs.enqueue(busy, { id: 'j1', now: 1 });
      const held = await store.jobs.claim({ worker: 'w', now: 2, leaseMs: 1000, perOwner: 2 });
      expect(held?.id).toBe(job.id);
      await store.jobs.finish(held!, { state: 'done', result: '{}' }, 3);
      await store.jobs.list({ owner: 'ada', limit: 5 });
      await store.jobs.counts();
      const after = await counters();
      expect(after.multi - before.multi).toBe(0);
      expect(after.single - before.single).toBeGreaterThan(50);
      expect((await prepared()).filter((gid) => !known.has(gid))).toEqual([]);
      // The one question about all projects of an owner.
      await store.scopes('ada');
      expect((await counters()).multi - after.multi).toBe(1);
    });

    it('walls owners off on the nodes too, and spreads the projects of one owner', async () => {
      for (let number = 0; number < 12; number++) {
        await store.records({ owner: 'ada', project: `p${number}` }).put(memory('m1'));
      }
      const seenBy = async (owner: string) => {
        let rows = 0;
        const nodes = new Set<number>();
        for (const { url, port } of cluster.workers) {
          const shards = await onServer<{ name: string }>(
            url,
            `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = 'dossier' AND c.relkind = 'r' AND c.relname ~ '_[0-9]{6}$'
               AND c.relname !~ '^schema_version'`,
            "SET citus.show_shards_for_app_name_prefixes = '*'",
          );
          for (const { name } of shards) {
            const found = await onServer(url, `SELECT 1 FROM ${name}`, `SET dossier.owner = '${owner}'`);
            rows += found.length;
            if (found.length > 0) nodes.add(port);
          }
        }
        return { rows, nodes: nodes.size };
      };
      expect(await seenBy('bob')).toEqual({ rows: 0, nodes: 0 });
      const seen = await seenBy('ada');
      expect(seen.rows).toBeGreaterThan(24);
      expect(seen.nodes).toBe(2);
      await expect(
        onServer(cluster.url, "INSERT INTO dossier.meta VALUES ('ada', 'ada/engine', 'k', 'v')"),
      ).rejects.toThrow('row-level security');
    });

    it('answers from any node', async () => {
      const worker = await openPostgresStore({ url: cluster.workers[0]!.url });
      const scope = { owner: 'ada', project: 'anywhere' };
      await fill(store, scope, 1);
      expect(await answers(worker, scope)).toEqual(await answers(store, scope));
      await worker.records(scope).put(memory('from a worker'));
      expect(await store.records(scope).get('memory', 'from a worker')).toMatchObject({ version: 1 });
      await worker.close();
    });

    it('refuses a replica in the address, which would know only the coordinator', async () => {
      const url = `${cluster.url}?replica=${encodeURIComponent(cluster.url)}`;
      await expect(openPostgresStore({ url })).rejects.toMatchObject({ code: 'invalid-input' });
    });

    it('leaves a store alone that was there before the extension', async () => {
      const server: RunningPostgres = cluster.workers[1]!;
      await onServer(server.adminUrl, 'CREATE DATABASE local OWNER dossier');
      const local = server.url.replace(/dossier$/, 'local');
      const first = await openPostgresStore({ url: local });
      await fill(first, SCOPE, 5);
      await first.close();
      await onServer(server.adminUrl.replace(/dossier$/, 'local'), 'CREATE EXTENSION citus');
      const again = await openPostgresStore({ url: local });
      expect(await generationOf(again.index(SCOPE))).toBe(5);
      expect(await again.check()).toEqual([]);
      await again.close();
    });
  });
}

const MODEL = 'm';
const memory = (id: string) => ({
  ...{ kind: 'memory', id, body: { a: [1, null], tag: 'x' }, text: 'tab\there' },
  ...{ createdAt: 1.5, updatedAt: 2 },
});

async function fill(store: Store, scope: Scope, generation: number): Promise<void> {
  const index = store.index(scope);
  await index.putFiles(filesOfGeneration(generation));
  await index.putCommits([
    sampleCommit({ sha: 'a1', files: [{ path: 'a.ts', insertions: 1, deletions: 0 }] }),
  ]);
  await index.putImportance([{ path: filesOfGeneration(generation)[0]!.file.path, importance: 0.5 }]);
  const waiting = await index.chunksWithoutVector(MODEL, 3);
  await index.putVectors(
    MODEL,
    waiting.map(({ id }, number) => ({ id, vector: unit(number) })),
  );
  await index.setMeta('headSha', 'a1');
  await store.records(scope).put(memory('m1'));
  await store.records(scope).putVectors('memory', MODEL, [{ id: 'm1', axis: 'text', vector: unit(1) }]);
}

/** What every kind of question finds. */
async function answers(store: Store, scope: Scope): Promise<unknown> {
  const [index, records] = [store.index(scope), store.records(scope)];
  const files = await index.files();
  const paths = files.map(({ path }) => path);
  const units = await index.unitsOfFile(paths[0] ?? '');
  const ids = units.map(({ id }) => id);
  return {
    files,
    units,
    state: { ...(await index.state()), vectorSearch: undefined },
    words: await index.matchTerms(words('generation'), { limit: 5, fields: FIELDS }),
    filtered: await index.matchTerms(words('generation'), {
      ...{ limit: 5, fields: FIELDS },
      filter: { paths: paths.slice(0, 1), entityTypes: ['function'] },
    }),
    frequencies: await index.documentFrequencies(['generation']),
    names: await index.similarNames(units[0]?.name ?? '', { limit: 5, minimum: 0.1 }),
    named: await index.unitsNamed([units[0]?.name ?? ''], { limit: 5 }),
    endings: await index.filesEndingWith(paths[0] ?? ''),
    chunks: await index.chunksOfUnits(ids),
    ofFiles: await index.chunksOfFiles(paths.slice(0, 2)),
    from: await index.relationsFrom([...ids, ...paths]),
    to: await index.relationsTo(ids),
    edges: await index.fileEdges(),
    importance: await index.importanceOf(paths),
    nearest: await index.nearestChunks(unit(1), { model: MODEL, limit: 3 }),
    commits: await index.commits({ limit: 5 }),
    matched: await index.matchCommits(words('a1', 'commit'), { limit: 5 }),
    stats: await index.fileStats(['a.ts']),
    together: await index.changedTogether('a.ts', 5),
    records: await records.list('memory', { limit: 5, where: { tag: 'x' } }),
    memories: await records.match('memory', words('here'), { limit: 5 }),
    near: await records.nearest('memory', 'text', unit(1), { model: MODEL, limit: 5 }),
  };
}

async function onServer<Row>(url: string, sql: string, ...first: readonly string[]): Promise<readonly Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of first) await client.query(statement);
    return (await client.query<Row & pg.QueryResultRow>(sql)).rows;
  } finally {
    await client.end();
  }
}
