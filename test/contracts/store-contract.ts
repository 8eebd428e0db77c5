import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IndexedFile, IndexStore, Scope, Store } from '../../src/core/store.ts';
import { describeRecordContract } from './record-contract.ts';
import { chunkId, filesArbitrary, SAMPLE_TERMS, sampleCommit, sampleFile, unitId } from './store-samples.ts';

export interface OpenedStore {
  readonly store: Store;
  /** Closes the store and deletes what it kept. */
  dispose(): Promise<void>;
}

export const SCOPE: Scope = { owner: 'ada', project: 'engine' };
const FIELDS = { name: 5, path: 2, doc: 1.5, body: 1 };
const words = (...terms: string[]) => terms.map((term) => ({ term, weight: 1 }));

/** What every store must do. Each adapter's test calls this with a way to open a fresh, empty store. */
export function describeStoreContract(name: string, open: () => Promise<OpenedStore>): void {
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

    describe('words', () => {
      beforeEach(() =>
        index.putFiles([
          sampleFile('src/parse.ts', [
            { name: 'parseQuery', body: 'split the words of a question' },
            { name: 'unrelated', body: 'render render the page query' },
          ]),
          sampleFile('docs/guide.md', [{ name: 'Guide', body: 'how a query is answered' }], {
            language: 'markdown',
            role: 'document',
          }),
          sampleFile('test/parse.ts', [{ name: 'checks', body: 'zebra zebra zebra' }], { role: 'test' }),
        ]),
      );

      it('in a name beat the same words in a body', async () => {
        expect((await names('query'))[0]).toBe('parseQuery');
      });
      it('that are rarer weigh more', async () => {
        expect((await names('query', 'zebra'))[0]).toBe('checks');
      });
      it('with a larger weight count more', async () => {
        const found = await index.matchTerms(
          [
            { term: 'zebra', weight: 0.01 },
            { term: 'render', weight: 5 },
          ],
          { limit: 10, fields: FIELDS },
        );
        expect(found.map(({ chunk }) => chunk.name)).toEqual(['unrelated', 'checks']);
      });
      it('that no chunk has are ignored', async () => {
        expect(await names('nowhere')).toEqual([]);
        expect(await names('nowhere', 'zebra')).toEqual(['checks']);
      });
      it('are found in the order of the score and never more than the limit', async () => {
        const all = await index.matchTerms(words('query', 'parse', 'render'), { limit: 10, fields: FIELDS });
        const scores = all.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((left, right) => right - left));
        const some = await index.matchTerms(words('query', 'parse', 'render'), { limit: 2, fields: FIELDS });
        expect(some).toEqual(all.slice(0, 2));
      });
      it.each([
        ['languages', { languages: ['markdown'] }, ['Guide']],
        ['roles', { roles: ['document' as const] }, ['Guide']],
        ['globs', { paths: ['src/**'] }, ['parseQuery', 'unrelated']],
        ['excluding globs', { paths: ['!src/**'] }, ['Guide']],
        ['entity types', { entityTypes: ['class' as const] }, []],
        ['entity types that occur', { entityTypes: ['function' as const], paths: ['docs'] }, ['Guide']],
        [
          'empty lists, which restrict nothing',
          { paths: [], roles: [] },
          ['parseQuery', 'unrelated', 'Guide'],
        ],
      ])('are filtered by %s', async (_what, filter, expected) => {
        const found = await index.matchTerms(words('query'), { limit: 10, fields: FIELDS, filter });
        expect(found.map(({ chunk }) => chunk.name).sort()).toEqual([...expected].sort());
      });
      it('have a frequency: the number of chunks they occur in', async () => {
        const frequencies = await index.documentFrequencies(['query', 'zebra', 'nowhere', 'parse']);
        expect(Object.fromEntries(frequencies)).toEqual({ query: 3, zebra: 1, parse: 3 });
      });
    });

    describe('chunks', () => {
      it('come back with their text, unit and file', async () => {
        await index.putFiles([
          sampleFile('a.ts', [
            { name: 'first', body: 'é 😀 one' },
            { name: 'second', body: 'two' },
          ]),
        ]);
        const [chunk] = await index.chunks([chunkId('a.ts', 'second')]);
        expect(chunk).toEqual({
          id: chunkId('a.ts', 'second'),
          path: 'a.ts',
          language: 'typescript',
          role: 'source',
          startLine: 4,
          endLine: 6,
          unitId: unitId('a.ts', 'second'),
          entityType: 'function',
          name: 'second',
          qualifiedName: 'second',
          text: 'function second() {\n  two\n}',
        });
        expect(await index.chunks(['no such id'])).toEqual([]);
        expect((await index.chunksOfFiles(['a.ts'])).map(({ name }) => name)).toEqual(['first', 'second']);
      });
      it('outside every unit go by the name of their file', async () => {
        const { units: _, ...file } = sampleFile('lib/a.ts', [{ name: 'first', body: 'one' }]);
        const { unitId: __, ...chunk } = file.chunks[0]!;
        await index.putFiles([{ ...file, units: [], chunks: [chunk] }]);
        const [found] = await index.chunksOfFiles(['lib/a.ts']);
        expect(found).toMatchObject({ name: 'a.ts', qualifiedName: 'lib/a.ts', entityType: 'file' });
        expect(found?.unitId).toBeUndefined();
      });
    });

    describe('names', () => {
      beforeEach(async () => {
        const file = sampleFile('lib/store-reader.ts', [
          { name: 'readRecord', body: 'x' },
          { name: 'put', body: 'y' },
        ]);
        const [first, second] = file.units;
        await index.putFiles([
          { ...file, units: [first!, { ...second!, qualifiedName: 'RecordStore.put', parentId: first!.id }] },
          sampleFile('lib/other.ts', [{ name: 'put', body: 'z' }]),
        ]);
      });

      it('are found whole and qualified, whatever the case', async () => {
        const found = async (...asked: string[]) =>
          (await index.unitsNamed(asked, { limit: 10 })).map(({ qualifiedName }) => qualifiedName).sort();
        expect(await found('PUT')).toEqual(['RecordStore.put', 'put']);
        expect(await found('recordstore.put')).toEqual(['RecordStore.put']);
        expect(await found('RecordStore::put')).toEqual(['RecordStore.put']);
        expect(await found('Store.put')).toEqual([]);
        expect(await found('readRecord', 'nothing')).toEqual(['readRecord']);
      });
      it('are found with typing errors, and so are paths', async () => {
        const [best] = await index.similarNames('readRecrod', { limit: 3, minimum: 0.2 });
        expect(best?.unit?.name).toBe('readRecord');
        const [file] = await index.similarNames('store-raeder', { limit: 3, minimum: 0.2 });
        expect(file).toMatchObject({ path: 'lib/store-reader.ts' });
        expect(file?.unit).toBeUndefined();
        expect(await index.similarNames('xyzzy', { limit: 3, minimum: 0.2 })).toEqual([]);
      });
      it('of files are found by whole segments from the end', async () => {
        const found = async (path: string) => (await index.filesEndingWith(path)).map((file) => file.path);
        expect(await found('other.ts')).toEqual(['lib/other.ts']);
        expect(await found('lib/other.ts')).toEqual(['lib/other.ts']);
        expect(await found('./lib/other.ts')).toEqual(['lib/other.ts']);
        expect(await found('ther.ts')).toEqual([]);
        expect(await found('src/lib/other.ts')).toEqual([]);
      });
      it('lead to whole units', async () => {
        const id = unitId('lib/store-reader.ts', 'put');
        const [stored] = await index.units([id]);
        expect(stored).toEqual({
          id,
          path: 'lib/store-reader.ts',
          entityType: 'function',
          name: 'put',
          qualifiedName: 'RecordStore.put',
          parentId: unitId('lib/store-reader.ts', 'readRecord'),
          startLine: 4,
          endLine: 6,
          signatureEndLine: 4,
          signature: 'function put()',
          exported: true,
          contentHash: stored?.contentHash,
        });
        expect((await index.unitsOfFile('lib/store-reader.ts')).map(({ name }) => name)).toEqual([
          'readRecord',
          'put',
        ]);
      });
    });

    describe('relations', () => {
      it('are found from their unit, from their file and from their target', async () => {
        const file = sampleFile('a.ts', [
          { name: 'first', body: 'x', calls: ['second'] },
          { name: 'third', body: 'y' },
        ]);
        const target = unitId('b.ts', 'second');
        const relations = [
          { ...file.relations[0]!, toPath: 'b.ts', toUnitId: target },
          { kind: 'imports' as const, fromPath: 'a.ts', toName: './b', toPath: 'b.ts', weight: 0.5 },
          { kind: 'imports' as const, fromPath: 'a.ts', toName: 'zod', weight: 0.25 },
        ];
        await index.putFiles([{ ...file, relations }, sampleFile('b.ts', [{ name: 'second', body: 'z' }])]);
        expect(await index.relationsFrom([unitId('a.ts', 'first')])).toEqual([relations[0]]);
        expect(await index.relationsFrom([unitId('a.ts', 'third')])).toEqual([]);
        expect(await index.relationsFrom(['a.ts'])).toEqual([relations[1], relations[2]]);
        expect(await index.relationsFrom(['a.ts'], ['calls'])).toEqual([]);
        expect(await index.relationsTo([target], ['calls'])).toEqual([relations[0]]);
        expect(await index.relationsTo(['b.ts'])).toEqual([relations[1]]);
        expect(await index.fileEdges()).toEqual([{ from: 'a.ts', to: 'b.ts', weight: 1.5 }]);
      });

      it('join files through names that few files define', async () => {
        await index.putFiles([
          sampleFile('a.ts', [{ name: 'first', body: 'x', calls: ['shared', 'unknown'] }]),
          sampleFile('b.ts', [{ name: 'shared', body: 'y' }]),
          sampleFile('c.ts', [{ name: 'shared', body: 'z' }]),
        ]);
        expect(await index.fileEdges()).toEqual([
          { from: 'a.ts', to: 'b.ts', weight: 0.5 },
          { from: 'a.ts', to: 'c.ts', weight: 0.5 },
        ]);
      });
    });

    describe('importance', () => {
      it('is replaced as a whole and read by path', async () => {
        await index.putImportance([
          { path: 'a.ts', importance: 1 },
          { path: 'b.ts', importance: 0.25 },
        ]);
        expect(await index.importanceOf(['a.ts', 'c.ts'])).toEqual(new Map([['a.ts', 1]]));
        await index.putImportance([{ path: 'b.ts', importance: 0.5 }]);
        expect(await index.importanceOf(['a.ts', 'b.ts'])).toEqual(new Map([['b.ts', 0.5]]));
      });
    });

    describe('vectors', () => {
      const put = async (path: string, functions: Parameters<typeof sampleFile>[1]) => {
        await index.putFiles([sampleFile(path, functions)]);
      };
      const nearest = async (vector: Float32Array, limit = 10) =>
        (await index.nearestChunks(vector, { model: 'm', limit })).map(
          ({ chunk }) => `${chunk.path} ${chunk.name}`,
        );

      it('are asked for once per text and found by direction', async () => {
        await put('a.ts', [
          { name: 'first', body: 'x' },
          { name: 'second', body: 'y' },
        ]);
        const waiting = await index.chunksWithoutVector('m', 10);
        expect(waiting.map(({ text }) => text)).toEqual([
          'function first() {\n  x\n}',
          'function second() {\n  y\n}',
        ]);
        await index.putVectors(
          'm',
          waiting.map(({ id }, axis) => ({ id, vector: unit(axis) })),
        );
        expect(await index.chunksWithoutVector('m', 10)).toEqual([]);
        expect(await index.chunksWithoutVector('other', 1)).toHaveLength(1);
        expect(await nearest(unit(1))).toEqual(['a.ts second', 'a.ts first']);
        expect(await nearest(unit(0), 1)).toEqual(['a.ts first']);
        const [best] = await index.nearestChunks(unit(1), { model: 'm', limit: 1 });
        expect(best?.score).toBeCloseTo(1, 2);
        expect(await index.nearestChunks(unit(0), { model: 'other', limit: 5 })).toEqual([]);
        expect(await index.state()).toMatchObject({ vectors: 2, embeddingModel: 'm' });
      });
      it('stay with a text that moves to another file', async () => {
        await put('a.ts', [{ name: 'first', body: 'x' }]);
        await index.putVectors('m', [{ id: chunkId('a.ts', 'first'), vector: unit(0) }]);
        await index.removeFiles(['a.ts']);
        expect(await nearest(unit(0))).toEqual([]);
        await put('b.ts', [{ name: 'first', body: 'x' }]);
        expect(await index.chunksWithoutVector('m', 10)).toEqual([]);
        expect(await nearest(unit(0))).toEqual(['b.ts first']);
      });
      it('are found behind any number that a filter rejects', async () => {
        await put(
          'a.ts',
          Array.from({ length: 40 }, (_, number) => ({ name: `f${number}`, body: 'x' })),
        );
        await put('b.ts', [{ name: 'far', body: 'y' }]);
        const waiting = await index.chunksWithoutVector('m', 100);
        await index.putVectors(
          'm',
          waiting.map(({ id, path }) => ({ id, vector: unit(path === 'b.ts' ? 1 : 0) })),
        );
        const found = await index.nearestChunks(unit(0), {
          model: 'm',
          limit: 1,
          filter: { paths: ['b.ts'] },
        });
        expect(found.map(({ chunk }) => chunk.name)).toEqual(['far']);
      });
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
        { numRuns: 30 },
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

    it('finds nothing wrong with itself', async () => {
      await index.putFiles([sampleFile('a.ts', [{ name: 'parseAlpha', body: 'alpha' }])]);
      expect(await opened.store.check()).toEqual([]);
    });

    describeRecordContract(() => opened.store);
  });
}

/** A vector of unit length along one axis. */
export function unit(axis: number): Float32Array {
  const vector = new Float32Array(8);
  vector[axis] = 1;
  return vector;
}

/** Everything an index says about its files, in an order that does not depend on how it was written. */
async function contentsOf(index: IndexStore): Promise<unknown> {
  const files = await index.files();
  const paths = files.map(({ path }) => path);
  const { version: _, ...state } = await index.state();
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
  for (const { terms } of files.flatMap(({ chunks }) => chunks)) {
    const found = new Set([...terms.name, ...terms.path, ...terms.doc, ...terms.body]);
    for (const term of found) if (SAMPLE_TERMS.includes(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}
