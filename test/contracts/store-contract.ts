import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IndexedFile, IndexStore, Scope, Store } from '../../src/core/store.ts';
import { describeCommitContract } from './commit-contract.ts';
import { describeGraphContract } from './graph-contract.ts';
import { describeJobContract } from './job-contract.ts';
import { describeRecordContract } from './record-contract.ts';
import { describeSearchContract } from './search-contract.ts';
import {
  chunkId,
  FIELDS,
  filesArbitrary,
  SAMPLE_TERMS,
  sampleCommit,
  sampleFile,
  unit,
  unitId,
  words,
} from './store-samples.ts';
import { describeVectorContract } from './vector-contract.ts';

export interface OpenedStore {
  readonly store: Store;
  /** Closes the store and deletes what it kept. */
  dispose(): Promise<void>;
}

export const SCOPE: Scope = { owner: 'ada', project: 'engine' };

/** What every store must do. Each adapter's test calls this with a way to open a fresh, empty store. */
export function describeStoreContract(
  name: string,
  open: () => Promise<OpenedStore>,
  options: { readonly randomRuns: number } = { randomRuns: 30 },
): void {
  describe(`${name} keeps the store contract`, () => {
    let opened: OpenedStore;
    let index: IndexStore;
    beforeEach(async () => {
      opened = await open();
      index = opened.store.index(SCOPE);
    });
    afterEach(() => opened.dispose());

    const names = async (...terms: string[]) =>
      (await index.matchTerms(words(...terms), { limit: 10, fields: FIELDS })).map(({ chunk }) => chunk.name);

    describe('an empty index', () => {
      it('answers every question with nothing', async () => {
        expect(await index.files()).toEqual([]);
        expect(await names('alpha')).toEqual([]);
        expect(await index.similarNames('alpha', { limit: 5, minimum: 0.1 })).toEqual([]);
        expect(await index.nearestChunks(unit(0), { model: 'm', limit: 5 })).toEqual([]);
        expect(await index.commits({ limit: 5 })).toEqual([]);
        expect(await index.state()).toEqual({
          version: 0,
          files: 0,
          units: 0,
          chunks: 0,
          relations: 0,
          commits: 0,
          vectors: 0,
          languages: {},
        });
      });
    });

    describe('the state', () => {
      it('shows notes of the indexer', async () => {
        await index.setMeta('headSha', 'abc');
        await index.setMeta('indexedAt', '1700000000000');
        expect(await index.getMeta('headSha')).toBe('abc');
        expect(await index.getMeta('other')).toBeUndefined();
        expect(await index.size()).toMatchObject({ files: 0, chunks: 0 });
        expect(await index.state()).toMatchObject({ headSha: 'abc', indexedAt: 1_700_000_000_000 });
      });
      it('has a version that grows with every change', async () => {
        const steps: (() => Promise<void>)[] = [
          () => index.putFiles([sampleFile('a.ts', [{ name: 'first', body: 'x' }])]),
          () => index.putVectors('m', [{ id: chunkId('a.ts', 'first'), vector: unit(0) }]),
          () => index.putCommits([sampleCommit({ sha: 'a1' })]),
          () => index.clearCommits(),
          () => index.putImportance([{ path: 'a.ts', importance: 1 }]),
          () => index.removeFiles(['a.ts']),
          () => index.clearFiles(),
        ];
        let version = (await index.state()).version;
        for (const step of steps) {
          await step();
          const next = (await index.state()).version;
          expect(next).toBeGreaterThan(version);
          version = next;
        }
      });
    });

    it('is empty after its files were cleared, and takes them again as if for the first time', async () => {
      const files = [
        sampleFile('a.ts', [{ name: 'first', body: 'alpha', calls: ['second'] }]),
        sampleFile('lib/b.ts', [{ name: 'second', body: 'beta' }]),
      ];
      const write = async () => {
        await index.putFiles(files);
        await index.putImportance([{ path: 'a.ts', importance: 1 }]);
        await index.setMeta('indexedAt', '1');
      };
      await index.putCommits([sampleCommit({ sha: 'a1' })]);
      const before = await contentsOf(index);
      await write();
      const full = await contentsOf(index);
      await index.clearFiles();
      expect(await contentsOf(index)).toEqual(before);
      expect(await index.documentFrequencies(['alpha'])).toEqual(new Map());
      expect(await index.importanceOf(['a.ts'])).toEqual(new Map());
      await write();
      expect(await contentsOf(index)).toEqual(full);
    });

    it('is the same after any sequence of writes as after writing the final files once', async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.oneof(
              fc.array(filesArbitrary, { maxLength: 3 }).map((put) => ({ put })),
              fc.constantFrom('a.ts', 'lib/a.ts', 'lib/b.ts').map((remove) => ({ remove })),
            ),
            { maxLength: 6 },
          ),
          async (steps) => {
            const project = `sequence-${run++}`;
            const changed = opened.store.index({ owner: 'ada', project });
            const final = new Map<string, IndexedFile>();
            for (const step of steps) {
              if ('put' in step) {
                await changed.putFiles(step.put);
                for (const file of step.put) final.set(file.file.path, file);
              } else {
                await changed.removeFiles([step.remove]);
                final.delete(step.remove);
              }
            }
            const fresh = opened.store.index({ owner: 'bob', project });
            await fresh.putFiles([...final.values()]);
            expect(await contentsOf(changed)).toEqual(await contentsOf(fresh));
            const frequencies = await changed.documentFrequencies(SAMPLE_TERMS);
            expect(frequencies).toEqual(recounted([...final.values()]));
          },
        ),
        { numRuns: options.randomRuns },
      );
    });

    it('never shows one scope what another wrote', async () => {
      const others: Scope[] = [
        { owner: 'ada', project: 'other' },
        { owner: 'bob', project: 'engine' },
      ];
      await index.putFiles([sampleFile('a.ts', [{ name: 'parseAlpha', body: 'alpha' }])]);
      await index.putVectors('m', [{ id: chunkId('a.ts', 'parseAlpha'), vector: unit(0) }]);
      await index.putCommits([sampleCommit({ sha: 'a1', message: 'alpha' })]);
      for (const scope of others) {
        const other = opened.store.index(scope);
        await other.putFiles([sampleFile('b.ts', [{ name: 'omega', body: 'omega' }])]);
        expect((await other.files()).map(({ path }) => path)).toEqual(['b.ts']);
        expect(await other.matchTerms(words('alpha'), { limit: 5, fields: FIELDS })).toEqual([]);
        expect(await other.documentFrequencies(['alpha'])).toEqual(new Map());
        expect(await other.unitsNamed(['parseAlpha'], { limit: 5 })).toEqual([]);
        expect(await other.similarNames('parseAlpha', { limit: 5, minimum: 0.3 })).toEqual([]);
        expect(await other.filesEndingWith('a.ts')).toEqual([]);
        expect(await other.chunks([chunkId('a.ts', 'parseAlpha')])).toEqual([]);
        expect(await other.units([unitId('a.ts', 'parseAlpha')])).toEqual([]);
        expect(await other.nearestChunks(unit(0), { model: 'm', limit: 5 })).toEqual([]);
        expect(await other.commits({ limit: 5 })).toEqual([]);
        expect(await other.matchCommits(words('alpha'), { limit: 5 })).toEqual([]);
        await other.removeFiles(['a.ts']);
        await other.clearCommits();
      }
      expect(await names('alpha')).toEqual(['parseAlpha']);
      expect(await index.commits({ limit: 5 })).toHaveLength(1);
    });

    it('moves a whole scope, which then gives the same answers', async () => {
      const copy: Scope = { owner: 'carl', project: 'copy' };
      await index.putFiles([
        sampleFile('a.ts', [{ name: 'parseAlpha', body: 'alpha words', calls: ['renderBeta'] }]),
        sampleFile('lib/b.ts', [{ name: 'renderBeta', body: 'beta words' }], { role: 'test' }),
      ]);
      await index.putVectors('m', [{ id: chunkId('a.ts', 'parseAlpha'), vector: unit(2) }]);
      await index.putCommits([
        sampleCommit({ sha: 'a1', message: 'alpha', files: [{ path: 'a.ts', insertions: 1, deletions: 2 }] }),
      ]);
      await index.putImportance([{ path: 'a.ts', importance: 0.5 }]);
      await index.setMeta('headSha', 'a1');
      const record = {
        kind: 'memory',
        id: 'm1',
        body: { topic: 'a' },
        text: 'any\0text\\',
        createdAt: 1,
        updatedAt: 2,
      };
      await opened.store.records(SCOPE).put(record);
      await opened.store
        .records(SCOPE)
        .putVectors('memory', 'm', [{ id: 'm1', axis: 'full', vector: unit(1) }]);
      const move = () => opened.store.load(copy, (receive) => opened.store.dump(SCOPE, receive));
      await move();
      const copied = opened.store.index(copy);
      expect(await contentsOf(copied)).toEqual(await contentsOf(index));
      // What finds vectors quickly is made by `prepareVectors`, not moved.
      const { vectorSearch: _, ...moved } = await copied.state();
      expect(await index.state()).toMatchObject(moved);
      expect(await copied.chunks([chunkId('a.ts', 'parseAlpha')])).toEqual(
        await index.chunks([chunkId('a.ts', 'parseAlpha')]),
      );
      expect(await copied.nearestChunks(unit(2), { model: 'm', limit: 5 })).toHaveLength(1);
      expect(await copied.fileEdges()).toEqual(await index.fileEdges());
      expect(await copied.matchCommits(words('alpha'), { limit: 5 })).toHaveLength(1);
      const records = opened.store.records(copy);
      expect(await records.list('memory', { limit: 5, where: { topic: 'a' } })).toEqual([
        { ...record, version: 1 },
      ]);
      expect(await records.match('memory', words('text'), { limit: 5 })).toHaveLength(1);
      expect(await opened.store.scopes('carl')).toEqual([copy]);
      await expect(move()).rejects.toMatchObject({ code: 'conflict' });
      await copied.putFiles([sampleFile('c.ts', [{ name: 'later', body: 'alpha' }])]);
      expect((await copied.documentFrequencies(['alpha'])).get('alpha')).toBe(2);
      expect(await opened.store.check()).toEqual([]);
    });

    it('loads nothing when the other side fails', async () => {
      const copy: Scope = { owner: 'carl', project: 'half' };
      await index.putFiles([sampleFile('a.ts', [{ name: 'parseAlpha', body: 'alpha words' }])]);
      const failing = opened.store.load(copy, (receive) =>
        opened.store.dump(SCOPE, async (piece) => {
          if (piece.table === 'chunks') throw new Error('the line broke');
          await receive(piece);
        }),
      );
      await expect(failing).rejects.toThrow('the line broke');
      expect(await opened.store.scopes('carl')).toEqual([]);
      expect(await opened.store.index(copy).files()).toEqual([]);
    });

    it('finds nothing wrong with itself', async () => {
      await index.putFiles([sampleFile('a.ts', [{ name: 'parseAlpha', body: 'alpha' }])]);
      expect(await opened.store.check()).toEqual([]);
    });

    describeSearchContract(() => index);
    describeGraphContract(() => index);
    describeVectorContract(() => index);
    describeCommitContract(() => index);
    describeRecordContract(() => opened.store);
    describeJobContract(() => opened, options.randomRuns);
  });
}

/** Everything an index says about its files, in an order that does not depend on how it was written. */
async function contentsOf(index: IndexStore): Promise<unknown> {
  const files = await index.files();
  const paths = files.map(({ path }) => path);
  const { version: _, vectorSearch: __, ...state } = await index.state();
  const matches = await index.matchTerms(words(...SAMPLE_TERMS), { limit: 100, fields: FIELDS });
  const similar = await index.similarNames('parse alpha', { limit: 100, minimum: 0.01 });
  const units = await Promise.all(paths.map((path) => index.unitsOfFile(path)));
  return {
    files,
    state,
    chunks: await index.chunksOfFiles(paths).then((chunks) => chunks.map(({ id }) => id).sort()),
    units,
    scores: new Map(matches.map(({ chunk, score }) => [chunk.id, score.toFixed(9)])),
    similar: new Set(
      similar.map(({ unit: found, path, similarity }) => `${found?.id} ${path} ${similarity}`),
    ),
  };
}

function recounted(files: readonly IndexedFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { words: found } of files) {
    for (const [index, term] of found.terms.entries()) {
      if (SAMPLE_TERMS.includes(term)) counts.set(term, (counts.get(term) ?? 0) + found.spread[index]!);
    }
  }
  return counts;
}
