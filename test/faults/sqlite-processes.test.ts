import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/adapters/stores/sqlite/open-sqlite-store.ts';
import { filesOfGeneration, generationOf, SCOPE } from './generations.ts';
import { killWriters } from './kill-writers.ts';
import { compileProgram, startProgram } from './run-program.ts';

/** How often a writer is killed; `DOSSIER_KILLS=1000` for a long run. */
const KILLS = Number(process.env['DOSSIER_KILLS'] ?? 8);

describe('several processes on one SQLite store', { timeout: 300_000 + KILLS * 60_000 }, () => {
  let writer: string;
  let reader: string;
  let folder: string;
  let path: string;
  beforeAll(async () => {
    writer = await compileProgram('write-generations');
    reader = await compileProgram('read-generations');
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dossier-faults-'));
    path = join(folder, 'store.db');
    const store = await openSqliteStore({ path });
    await store.index(SCOPE).putFiles(filesOfGeneration(0));
    await store.close();
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('eight readers see only whole generations while one writes', async () => {
    const readers = Array.from({ length: 8 }, () => startProgram(reader, path, '60'));
    const { code, said } = await startProgram(writer, path, '1', '60').finished();
    expect(said).toContain('wrote 60;');
    expect(code).toBe(0);
    for (const running of readers) {
      expect(await running.finished()).toMatchObject({ code: 0, said: expect.stringMatching(/^saw \d+/) });
    }
  });

  it('a reader finds what another process wrote, also where it remembered rows and absent words', async () => {
    const store = await openSqliteStore({ path });
    const index = store.index(SCOPE);
    const look = async () => {
      const [frequency] = (await index.documentFrequencies(['generation1'])).values();
      const found = await index.matchTerms([{ term: 'common0', weight: 1 }], {
        limit: 1000,
        fields: { name: 1, path: 1, doc: 1, body: 1 },
      });
      return { frequency, texts: found.map(({ chunk }) => chunk.contentHash) };
    };
    const before = await look();
    expect(await look()).toEqual(before);
    await startProgram(writer, path, '1', '1').finished();
    const after = await look();
    await store.close();
    expect(before.frequency).toBeUndefined();
    expect(after.frequency).toBeGreaterThan(0);
    expect(after.texts).toHaveLength(before.texts.length);
    expect(after.texts.filter((text) => before.texts.includes(text))).toEqual([]);
  });

  it('three writers at once all succeed', async () => {
    const writers = [1, 2, 3].map(() => startProgram(writer, path, '1', '20'));
    for (const running of writers) expect(await running.finished()).toMatchObject({ code: 0 });
    const store = await openSqliteStore({ path });
    expect(await store.check()).toEqual([]);
    expect(await generationOf(store.index(SCOPE))).toBe(20);
    await store.close();
  });

  it('a writer killed at any moment leaves a whole generation behind', async () => {
    await killWriters(writer, path, KILLS);
  });
});
