import { mkdtemp, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/adapters/stores/sqlite/open-sqlite-store.ts';
import { words } from '../contracts/store-samples.ts';
import { filesOfGeneration, generationOf, SCOPE } from './generations.ts';

describe('a damaged SQLite store', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dossier-damage-'));
    path = join(folder, 'store.db');
    const store = await openSqliteStore({ path });
    await store.index(SCOPE).putFiles(filesOfGeneration(0));
    for (let number = 0; number < 50; number++) {
      const text = `memory number${number}`;
      await store.records(SCOPE).put({
        kind: 'memory',
        id: `m${number}`,
        body: { number },
        text,
        createdAt: number,
        updatedAt: number,
      });
    }
    await store
      .records(SCOPE)
      .putVectors('memory', 'model', [{ id: 'm1', axis: 'full', vector: Float32Array.of(1, 0) }]);
    await store.close();
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Writes noise over the file from one share of its length to another. */
  async function spoil(from: number, to: number): Promise<void> {
    const { size } = await stat(path);
    const file = await open(path, 'r+');
    const start = Math.floor(size * from);
    await file.write(Buffer.alloc(Math.floor(size * to) - start, 'noise'), 0, undefined, start);
    await file.close();
  }

  it.each([
    ['that is no database at all', () => writeFile(path, 'not a database '.repeat(1000))],
    ['that was cut in half', async () => truncate(path, Math.floor((await stat(path)).size / 2))],
    ['whose first page is spoilt', () => spoil(0, 0.001)],
  ])('%s cannot be opened, and says what to do', async (_what, damage) => {
    await damage();
    await expect(openSqliteStore({ path })).rejects.toMatchObject({
      code: 'store-corrupt',
      message: expect.stringMatching(/^The store .*store\.db is damaged .* `dossier index --rebuild`\.$/),
    });
    const store = await openSqliteStore({ path, repair: true });
    expect(await store.check()).toEqual([]);
    expect((await store.check({ repair: true })).join('\n')).toContain('The damaged store was moved to');
    expect(await store.check({ repair: true })).toEqual([]);
    await store.index(SCOPE).putFiles(filesOfGeneration(1));
    expect(await generationOf(store.index(SCOPE))).toBe(1);
    expect(await readdir(folder)).toContain('store.db.damaged');
    await store.close();
  });

  it('with spoilt pages is noticed by a check, and rebuilt with the records that can be read', async () => {
    await spoil(0.5, 0.7);
    const damaged = await openSqliteStore({ path });
    const findings = await damaged.check();
    expect(findings.length).toBeGreaterThan(0);
    const done = await damaged.check({ repair: true });
    expect(done.join('\n')).toContain('The index is empty');
    expect(await damaged.check()).toEqual([]);
    expect(await damaged.index(SCOPE).files()).toEqual([]);
    const kept = await damaged.records(SCOPE).count('memory');
    expect(done.join('\n')).toMatch(new RegExp(`Kept (?:all )?${kept} records?`));
    await damaged.index(SCOPE).putFiles(filesOfGeneration(2));
    expect(await generationOf(damaged.index(SCOPE))).toBe(2);
    await damaged.close();
  });

  it('that only contradicts itself keeps every record when it is rebuilt', async () => {
    const { openDatabase } = await import('../../src/adapters/stores/sqlite/database.ts');
    const database = openDatabase({ path, busyTimeoutMs: 1000 });
    database.execute('DELETE FROM files; UPDATE scopes SET chunks = 5');
    database.close();
    const store = await openSqliteStore({ path });
    const findings = await store.check();
    expect(findings).toContain('The number of chunks is wrong in: ada/engine');
    expect(findings.some((finding) => finding.startsWith('Rows of units belong to no file'))).toBe(true);
    expect((await store.check({ repair: true })).join('\n')).toContain('Kept all 50 records.');
    const records = store.records(SCOPE);
    expect(await records.count('memory')).toBe(50);
    expect(await records.match('memory', words('number7'), { limit: 5 })).toMatchObject([
      { record: { id: 'm7', body: { number: 7 }, createdAt: 7 } },
    ]);
    expect(await records.vectors('memory', 'full', 'model')).toEqual([
      { id: 'm1', vector: Float32Array.of(1, 0) },
    ]);
    await store.close();
  });

  it('of a newer version of the program is refused, not changed', async () => {
    const { openDatabase } = await import('../../src/adapters/stores/sqlite/database.ts');
    const database = openDatabase({ path, busyTimeoutMs: 1000 });
    database.execute('PRAGMA user_version = 999');
    database.close();
    await expect(openSqliteStore({ path, repair: true })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('newer version'),
    });
  });

  it('in a folder that cannot be written is an error that names the path', async () => {
    await expect(openSqliteStore({ path: folder })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(folder),
    });
  });
});
