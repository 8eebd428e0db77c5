import { beforeEach, describe, expect, it } from 'vitest';
import type { ChunkInfo, IndexStore } from '../../src/core/store.ts';
import { countWords } from '../../src/core/text/chunk-words.ts';
import { hashText } from '../../src/core/text/hash.ts';
import { chunkId, FIELDS, sampleFile, sampleTerms, unitId, words } from './store-samples.ts';

/** What every store must find by words, ids and names. Part of the store contract. */
export function describeSearchContract(fresh: () => IndexStore): void {
  let index: IndexStore;
  beforeEach(() => {
    index = fresh();
  });
  /** Letters that no database can compress. */
  const longWord = Array.from({ length: 900 }, (_, index) => hashText(`${index}`).slice(0, 8)).join('');
  const names = async (...terms: string[]) =>
    (await index.matchTerms(words(...terms), { limit: 10, fields: FIELDS })).map(({ chunk }) => chunk.name);

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

    it('beside names and words of thousands of characters are found, and the names too', async () => {
      await index.putFiles([
        sampleFile('src/data.ts', [{ name: `a${longWord}`, body: `b${longWord} giraffe` }]),
      ]);
      expect(await names('giraffe')).toEqual([`a${longWord}`]);
      const found = await index.unitsNamed([`a${longWord}`, `a${longWord}z`], { limit: 5 });
      expect(found.map(({ name }) => name)).toEqual([`a${longWord}`]);
      await index.removeFiles(['src/data.ts']);
      expect(await names('giraffe')).toEqual([]);
    });
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
    it('are found in their other forms, which count less', async () => {
      const found = await index.matchTerms(
        [{ term: 'answer', weight: 1, forms: [{ term: 'answered', share: 0.5 }] }],
        { limit: 10, fields: FIELDS },
      );
      expect(found.map(({ chunk }) => chunk.name)).toEqual(['Guide']);
      const exact = await index.matchTerms(words('answered'), { limit: 10, fields: FIELDS });
      expect(found[0]?.score).toBeLessThan(exact[0]?.score ?? 0);
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
      ['empty lists, which restrict nothing', { paths: [], roles: [] }, ['parseQuery', 'unrelated', 'Guide']],
    ])('are filtered by %s', async (_what, filter, expected) => {
      const found = await index.matchTerms(words('query'), { limit: 10, fields: FIELDS, filter });
      expect(found.map(({ chunk }) => chunk.name).sort()).toEqual([...expected].sort());
    });
    it('may be any text', async () => {
      const strange = [
        '__proto__',
        'constructor',
        '"quoted"',
        'back\\slash',
        'é',
        '漢字',
        '12',
        'a:b',
        "it's",
        '{}',
      ];
      const odd = { name: 'odd', body: 'x' };
      const terms = { ...sampleTerms('strange.ts', odd), body: strange };
      await index.putFiles([{ ...sampleFile('strange.ts', [odd]), words: countWords([terms]) }]);
      expect(await index.documentFrequencies(strange)).toEqual(new Map(strange.map((term) => [term, 1])));
      for (const term of strange) expect(await names(term)).toEqual(['odd']);
      await index.removeFiles(['strange.ts']);
      expect(await index.documentFrequencies(strange)).toEqual(new Map());
    });
    it('have a frequency: the number of chunks they occur in', async () => {
      const frequencies = await index.documentFrequencies(['query', 'zebra', 'nowhere', 'render']);
      expect(Object.fromEntries(frequencies)).toEqual({ query: 3, zebra: 1, render: 1 });
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
        contentHash: expect.any(String),
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
    it('of units are theirs and those in which one begins', async () => {
      const file = sampleFile('a.ts', [
        { name: 'first', body: 'one' },
        { name: 'second', body: 'two' },
        { name: 'third', body: 'three' },
      ]);
      const [, second, third] = file.units;
      const shown = { ...second!, id: 'shown', name: 'shown', qualifiedName: 'shown' };
      const units = [file.units[0]!, third!, shown];
      const chunks = file.chunks.map((chunk) => {
        const { unitId, ...outside } = chunk;
        return unitId === second!.id ? outside : chunk;
      });
      await index.putFiles([{ ...file, units, chunks }, sampleFile('b.ts', [{ name: 'first', body: 'x' }])]);
      const idsOf = async (...ids: string[]) => (await index.chunksOfUnits(ids)).map(({ id }) => id);
      expect(await idsOf(third!.id)).toEqual([chunkId('a.ts', 'third')]);
      expect(await idsOf('shown')).toEqual([chunkId('a.ts', 'second')]);
      expect(await idsOf('shown', third!.id, third!.id)).toEqual(
        ['second', 'third'].map((name) => chunkId('a.ts', name)),
      );
      expect(await idsOf('no such unit')).toEqual([]);
    });
    it('outside every unit go by the name of their file', async () => {
      const { units: _, ...file } = sampleFile('lib/a.ts', [{ name: 'first', body: 'one' }]);
      const { unitId: __, ...chunk } = file.chunks[0]!;
      await index.putFiles([{ ...file, units: [], chunks: [chunk] }]);
      const [found] = await index.chunksOfFiles(['lib/a.ts']);
      expect(found).toMatchObject({ name: 'a.ts', qualifiedName: 'lib/a.ts', entityType: 'file' });
      expect(found?.unitId).toBeUndefined();
      expect(found?.docLines).toBeUndefined();
    });
    it('know how many of their lines are the doc comment of their unit', async () => {
      const file = sampleFile('a.ts', [
        { name: 'first', body: 'one' },
        { name: 'second', body: 'two' },
      ]);
      const [first, second] = file.units;
      const [start, rest] = file.chunks;
      await index.putFiles([
        {
          ...file,
          units: [{ ...first!, endLine: 6, docComment: 'Of\nfour\nlines\nin all.' }, second!],
          chunks: [start!, { ...rest!, unitId: first!.id }],
        },
      ]);
      const lines = (chunks: readonly ChunkInfo[]) => chunks.map(({ docLines }) => docLines);
      expect(lines(await index.chunksOfFiles(['a.ts']))).toEqual([3, 1]);
      expect(lines(await index.chunksOfUnits([first!.id]))).toEqual([3, 1]);
      const [found] = await index.matchTerms(words('one'), { limit: 1, fields: FIELDS });
      expect(found?.chunk.docLines).toBe(3);
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
      const all = await index.files();
      expect(await index.files(all.map((file) => file.path))).toEqual(all);
      expect(await index.files([all[0]?.path ?? '', 'no/such.ts'])).toEqual(all.slice(0, 1));
      expect(await index.files([])).toEqual([]);
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
}
