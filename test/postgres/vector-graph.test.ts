import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/adapters/stores/postgres/open-postgres-store.ts';
import type { IndexStore, Scope, Store } from '../../src/core/store.ts';
import { sampleFile } from '../contracts/store-samples.ts';
import { type RunningPostgres, serverWithPgvector, startPostgresWithPgvector } from './start-postgres.ts';

const MODEL = 'm';
const DIMENSIONS = 32;
const SCOPE: Scope = { owner: 'ada', project: 'engine' };
const pgvector = serverWithPgvector();

if (pgvector === undefined) {
  it('a graph of vectors is NOT TRIED here: scripts/prepare-tests.mjs says why', () => {
    console.warn('The graph of vectors was not tried: there is no server with pgvector.');
    expect(pgvector).toBeUndefined();
  });
} else describeGraph(pgvector);

function describeGraph(bin: string): void {
  describe('a graph of vectors', { timeout: 120_000 }, () => {
    let server: RunningPostgres;
    let admin: pg.Client;
    let withGraph: Store;
    let exact: Store;
    beforeAll(async () => {
      server = await startPostgresWithPgvector(bin);
      admin = new pg.Client(server.adminUrl);
      await admin.connect();
      withGraph = await openPostgresStore({ url: `${server.url}?graph=1000` });
      exact = await openPostgresStore({ url: `${server.url}?graph=Infinity` });
    }, 120_000);
    afterAll(async () => {
      for (const store of [withGraph, exact]) await store.close();
      await admin.end();
      await server.dispose();
    });

    const graphs = async () => {
      const { rows } = await admin.query<{ name: string; used: number }>(
        `SELECT relname AS name, idx_scan::int AS used FROM pg_stat_user_indexes
         WHERE schemaname = 'dossier' AND relname LIKE 'graph%' ORDER BY relname`,
      );
      return rows;
    };
    const ranked = async (index: IndexStore, vector: Float32Array, limit = 50) =>
      (await index.nearestChunks(vector, { model: MODEL, limit })).map(
        ({ chunk, score }) => `${chunk.id} ${score}`,
      );

    it('finds what a scan finds, with the same scores, in each project of its own', async () => {
      const other: Scope = { owner: 'bob', project: 'engine' };
      for (const [scope, seed] of [
        [SCOPE, 1],
        [other, 2],
      ] as const) {
        const index = withGraph.index(scope);
        await fill(index, { path: 'a.ts', count: 3000, seed });
        await index.prepareVectors();
        expect((await index.state()).vectorSearch).toMatch(/^graph of neighbours \(pgvector \d/);
      }
      expect(await graphs()).toHaveLength(2);
      const asked = await openPostgresStore({ url: `${server.url}?graph=1000` });
      for (const query of vectors(20, 99)) {
        const found = await ranked(asked.index(SCOPE), query);
        const scanned = await ranked(exact.index(SCOPE), query, 300);
        expect(found).toEqual(scanned.filter((one) => found.includes(one)));
        expect(found.filter((one) => scanned.slice(0, 50).includes(one)).length).toBeGreaterThan(45);
      }
      // The server counts what a connection did when it ends.
      await asked.close();
      await expect.poll(async () => (await graphs()).some(({ used }) => used >= 20)).toBe(true);
      expect(await withGraph.check()).toEqual([]);
    });

    it('takes in later vectors, and a filter or a question for more than it gives is answered by a scan', async () => {
      const index = withGraph.index(SCOPE);
      const [added] = await fill(index, { path: 'b.ts', count: 10, seed: 3 });
      expect(await ranked(index, added!, 1)).toEqual(await ranked(exact.index(SCOPE), added!, 1));
      expect(await ranked(index, added!, 2000)).toEqual(await ranked(exact.index(SCOPE), added!, 2000));
      const found = await index.nearestChunks(added!, {
        model: MODEL,
        limit: 5,
        filter: { paths: ['b.ts'] },
      });
      expect(found.map(({ chunk }) => chunk.path)).toEqual(Array(5).fill('b.ts'));
    });

    it('is as if it never was when its texts are gone, and is made again for others', async () => {
      const index = withGraph.index(SCOPE);
      const before = (await graphs()).length;
      await index.clearFiles();
      const [added] = await fill(index, { path: 'c.ts', count: 1200, seed: 4 });
      expect(await ranked(index, added!)).toEqual(await ranked(exact.index(SCOPE), added!));
      expect(await graphs()).toHaveLength(before - 1);
      await index.prepareVectors();
      expect(await graphs()).toHaveLength(before);
      expect((await ranked(index, added!))[0]).toEqual((await ranked(exact.index(SCOPE), added!))[0]);
    });

    it('is built while others write, and has what they wrote', async () => {
      const index = withGraph.index({ owner: 'carl', project: 'busy' });
      await fill(index, { path: 'a.ts', count: 2000, seed: 5 });
      const [[added]] = await Promise.all([
        fill(index, { path: 'b.ts', count: 50, seed: 6 }),
        index.prepareVectors(),
        index.prepareVectors(),
      ]);
      const { rows } = await admin.query(
        "SELECT owner, count(*)::int AS rows FROM dossier.vector_places WHERE owner = 'carl' GROUP BY owner",
      );
      expect(rows).toEqual([{ owner: 'carl', rows: 2050 }]);
      expect((await index.state()).vectorSearch).toMatch(/^graph/);
      expect((await ranked(index, added!, 1))[0]).toMatch(/ 1\.|0\.99/);
    });

    it('goes with a former model', async () => {
      const index = withGraph.index({ owner: 'carl', project: 'busy' });
      const before = (await graphs()).length;
      const [chunk] = await index.chunksOfFiles(['b.ts']);
      await index.putVectors('another', [{ id: chunk!.id, vector: vectors(1, 7)[0]! }]);
      expect(await graphs()).toHaveLength(before - 1);
      expect(await index.nearestChunks(vectors(1, 7)[0]!, { model: MODEL, limit: 5 })).toEqual([]);
    });

    it('is given up by a process that does not know pgvector and stores more vectors', async () => {
      await admin.query('CREATE DATABASE later OWNER dossier');
      const url = server.url.replace(/dossier$/, 'later');
      const before = await openPostgresStore({ url });
      const laterAdmin = new pg.Client(server.adminUrl.replace(/dossier$/, 'later'));
      await laterAdmin.connect();
      await laterAdmin.query('CREATE EXTENSION vector');
      await laterAdmin.end();
      const after = await openPostgresStore({ url: `${url}?graph=1000` });
      const index = after.index(SCOPE);
      await fill(index, { path: 'a.ts', count: 1500, seed: 8 });
      await index.prepareVectors();
      expect((await index.state()).vectorSearch).toMatch(/^graph/);
      expect((await before.index(SCOPE).state()).vectorSearch).toBe('exact scan (pgvector is not installed)');
      const [added] = await fill(before.index(SCOPE), { path: 'b.ts', count: 10, seed: 9 });
      expect((await index.state()).vectorSearch).toMatch(/^exact/);
      expect(await ranked(index, added!, 1)).toEqual(await ranked(before.index(SCOPE), added!, 1));
      for (const store of [before, after]) await store.close();
    });

    it("is never one project's for another", async () => {
      const [graph] = await graphs();
      const client = new pg.Client({
        connectionString: server.url,
        options: '-c search_path=dossier,public',
      });
      await client.connect();
      const zeros = `[${Array(DIMENSIONS).fill(1).join(',')}]`;
      await client.query("SELECT set_config('dossier.owner', 'eve', false)");
      expect((await client.query(`SELECT 1 FROM ${graph!.name}`)).rows).toEqual([]);
      await expect(
        client.query(`INSERT INTO ${graph!.name} VALUES ('eve', 'engine', 0, 1, $1)`, [zeros]),
      ).rejects.toThrow('one_project');
      await client.end();
    });
  });
}

/** A file of so many functions with a vector each; gives the vectors. */
async function fill(
  index: IndexStore,
  { path, count, seed }: { readonly path: string; readonly count: number; readonly seed: number },
): Promise<readonly Float32Array[]> {
  const functions = Array.from({ length: count }, (_, number) => ({
    name: `f${number}`,
    body: `${path} ${seed}`,
  }));
  await index.putFiles([sampleFile(path, functions)]);
  const made = vectors(count, seed);
  const waiting = await index.chunksWithoutVector(MODEL, count);
  await index.putVectors(
    MODEL,
    waiting.map(({ id }, number) => ({ id, vector: made[number]! })),
  );
  return made;
}

/** Unit vectors around a few centres, the same for the same seed. */
function vectors(count: number, seed: number): Float32Array[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  return Array.from({ length: count }, () => {
    const centre = Math.floor((random() + 1) * 8);
    const raw = Float32Array.from({ length: DIMENSIONS }, (_, at) => random() + (at % 16 === centre ? 3 : 0));
    const length = Math.hypot(...raw);
    return raw.map((component) => component / length);
  });
}
