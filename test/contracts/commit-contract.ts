import { beforeEach, describe, expect, it } from 'vitest';
import type { IndexStore } from '../../src/core/store.ts';
import { sampleCommit, words } from './store-samples.ts';

/** What every store must do with the history of a project. Part of the store contract. */
export function describeCommitContract(fresh: () => IndexStore): void {
  let index: IndexStore;
  beforeEach(() => {
    index = fresh();
  });

  describe('commits', () => {
    const change = (path: string) => ({ path, insertions: 2, deletions: 1 });
    const commits = [
      sampleCommit({
        sha: 'a1',
        message: 'Fix the parser',
        time: 3000,
        files: [change('a.ts'), change('b.ts')],
      }),
      sampleCommit({
        sha: 'b2',
        message: 'Render pages\n\nThe parser too',
        time: 2000,
        author: 'Bob',
        email: 'bob@example.org',
        files: [change('a.ts')],
      }),
      sampleCommit({ sha: 'c3', message: 'Start', time: 1000, files: [change('b.ts'), change('a.ts')] }),
    ];
    beforeEach(() => index.putCommits(commits));
    const shas = (found: readonly { sha: string }[]) => found.map(({ sha }) => sha);

    it('come back newest first, whole, and are kept once', async () => {
      await index.putCommits([commits[0]!]);
      const found = await index.commits({ limit: 10 });
      expect(shas(found)).toEqual(['a1', 'b2', 'c3']);
      expect({ ...found[0], files: new Set(found[0]?.files) }).toEqual({
        ...commits[0],
        files: new Set(commits[0]?.files),
      });
      expect((await index.state()).commits).toBe(3);
    });
    it('are chosen by time, author and path', async () => {
      expect(shas(await index.commits({ limit: 10, since: 2000 }))).toEqual(['a1', 'b2']);
      expect(shas(await index.commits({ limit: 10, author: 'BOB' }))).toEqual(['b2']);
      expect(shas(await index.commits({ limit: 10, author: 'ada@' }))).toEqual(['a1', 'c3']);
      expect(shas(await index.commits({ limit: 10, paths: ['b.ts'] }))).toEqual(['a1', 'c3']);
      expect(shas(await index.commits({ limit: 1 }))).toEqual(['a1']);
    });
    it('are found by their words, the subject first', async () => {
      const found = async (options: object = {}) =>
        (await index.matchCommits(words('parser'), { limit: 10, ...options })).map(
          ({ commit }) => commit.sha,
        );
      expect(await found()).toEqual(['a1', 'b2']);
      expect(await found({ author: 'bob' })).toEqual(['b2']);
      expect(await found({ since: 2500 })).toEqual(['a1']);
    });
    it('tell in how many of them a word occurs', async () => {
      const { commits: read, frequencies } = await index.commitFrequencies(['parser', 'start', 'nowhere']);
      expect(read).toBe(3);
      expect(Object.fromEntries(frequencies)).toEqual({ parser: 2, start: 1 });
    });
    it('give statistics and companions of files', async () => {
      const [stats] = await index.fileStats(['a.ts', 'unknown.ts']);
      expect({ ...stats, authors: [...(stats?.authors ?? [])].sort() }).toEqual({
        path: 'a.ts',
        commitCount: 3,
        lastCommitAt: 3000,
        insertions: 6,
        deletions: 3,
        authors: ['Ada', 'Bob'],
      });
      expect(await index.changedTogether('a.ts', 5)).toEqual([{ path: 'b.ts', commits: 2 }]);
    });
    it('can be forgotten', async () => {
      await index.clearCommits();
      expect(await index.commits({ limit: 10 })).toEqual([]);
      expect(await index.matchCommits(words('parser'), { limit: 10 })).toEqual([]);
      expect((await index.state()).commits).toBe(0);
    });
  });
}
