import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { openSqliteStore } from '../../src/adapters/stores/sqlite/open-sqlite-store.ts';
import { filesArbitrary, SAMPLE_TERMS, sampleCommit } from './store-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'dossier-word-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SCOPE = { owner: 'me', project: 'p' };
let stores = 0;
const newPath = () => join(folder, `${stores++}.db`);

/** Counts as kept, and as they follow from the postings. */
function countsIn(path: string): readonly [kept: unknown, counted: unknown] {
  const database = openDatabase({ path, busyTimeoutMs: 1000 });
  const kept = database.rows('SELECT space, term, count FROM word_counts ORDER BY space, term');
  const counted = database.rows(
    `SELECT p.space, p.term, sum(p.count) FROM postings p JOIN spaces s ON s.id = p.space
     WHERE s.name IN ('chunk', 'commit') GROUP BY p.space, p.term`,
  );
  database.close();
  return [kept, counted];
}

it('always counts what the postings hold, whatever is written, changed and removed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(filesArbitrary, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      fc.infiniteStream(fc.boolean()),
      async (states, remove) => {
        const path = newPath();
        const store = await openSqliteStore({ path });
        const index = store.index(SCOPE);
        for (const files of states) {
          await index.putFiles(files);
          const gone = files.filter(() => remove.next().value === true);
          await index.removeFiles(gone.map(({ file }) => file.path));
        }
        await index.putCommits([sampleCommit({ sha: 'a'.repeat(40), message: 'Fix the parser of paths' })]);
        await store.close();
        const [kept, counted] = countsIn(path);
        expect(kept).toEqual(counted);
      },
    ),
    { numRuns: 40 },
  );
});

it('counts the words when a store of an earlier version is opened, and when one is copied', async () => {
  const path = newPath();
  const store = await openSqliteStore({ path });
  await store.index(SCOPE).putFiles(fc.sample(filesArbitrary, { numRuns: 5, seed: 1 }));
  const frequencies = await store.index(SCOPE).documentFrequencies(SAMPLE_TERMS);
  expect(frequencies.size).toBeGreaterThan(0);
  await store.close();

  const earlier = openDatabase({ path, busyTimeoutMs: 1000 });
  earlier.execute('DROP TABLE word_counts; PRAGMA user_version = 4');
  earlier.close();
  const opened = await openSqliteStore({ path });
  const copy = await openSqliteStore({ path: newPath() });
  await copy.load(SCOPE, (receive) => opened.dump(SCOPE, receive));
  for (const each of [opened, copy]) {
    expect(await each.index(SCOPE).documentFrequencies(SAMPLE_TERMS)).toEqual(frequencies);
    expect(await each.check()).toEqual([]);
    await each.close();
  }
});
