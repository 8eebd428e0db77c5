import { beforeEach, describe, expect, it } from 'vitest';
import type { IndexStore } from '../../src/core/store.ts';
import { chunkId, sampleFile, unit } from './store-samples.ts';

/** What every store must do with the vectors of chunks. Part of the store contract. */
export function describeVectorContract(fresh: () => IndexStore): void {
  let index: IndexStore;
  beforeEach(() => {
    index = fresh();
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
    it('are asked for of some files alone', async () => {
      await put('a.ts', [{ name: 'first', body: 'x' }]);
      await put('b.ts', [{ name: 'second', body: 'y' }]);
      const of = async (paths: readonly string[]) =>
        (await index.chunksWithoutVector('m', 10, paths)).map(({ path, text }) => [path, text]);
      expect(await of(['b.ts', 'c.ts'])).toEqual([['b.ts', 'function second() {\n  y\n}']]);
      expect(await of([])).toEqual([]);
      await index.putVectors('m', [{ id: chunkId('b.ts', 'second'), vector: unit(0) }]);
      expect(await of(['b.ts'])).toEqual([]);
      expect(await of(['a.ts'])).toHaveLength(1);
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
    it('are sampled evenly', async () => {
      expect(await index.sampleVectors('m', 3)).toEqual([]);
      const functions = Array.from({ length: 6 }, (_, number) => ({ name: `f${number}`, body: `${number}` }));
      await put('a.ts', functions);
      await index.putVectors(
        'm',
        functions.map(({ name }, axis) => ({ id: chunkId('a.ts', name), vector: unit(axis) })),
      );
      const axes = async (limit: number) =>
        (await index.sampleVectors('m', limit)).map((vector) => vector.findIndex((value) => value > 0.9));
      expect(await axes(100)).toHaveLength(6);
      const all = await axes(6);
      expect(await axes(3)).toEqual([all[0], all[2], all[4]]);
      expect(await index.sampleVectors('other', 3)).toEqual([]);
    });
    it('of a former model are forgotten', async () => {
      await put('a.ts', [{ name: 'first', body: 'x' }]);
      await index.putVectors('former', [{ id: chunkId('a.ts', 'first'), vector: unit(0) }]);
      await index.putVectors('m', [{ id: chunkId('a.ts', 'first'), vector: unit(0) }]);
      expect(await index.chunksWithoutVector('former', 10)).toHaveLength(1);
      expect(await index.state()).toMatchObject({ vectors: 1, embeddingModel: 'm' });
    });
    it('of texts that are gone are forgotten once they are many', async () => {
      for (const generation of [0, 1, 2]) {
        const functions = Array.from({ length: 800 }, (_, number) => ({
          name: `f${number}`,
          body: `generation ${generation}`,
        }));
        await put('a.ts', functions);
        const waiting = await index.chunksWithoutVector('m', 1000);
        await index.putVectors(
          'm',
          waiting.map(({ id }, number) => ({ id, vector: unit(number % 8) })),
        );
      }
      expect((await index.state()).vectors).toBe(800);
      expect(await index.chunksWithoutVector('m', 10)).toEqual([]);
      const found = await index.nearestChunks(unit(3), { model: 'm', limit: 100 });
      expect(found.every(({ chunk, score }) => Number(chunk.name.slice(1)) % 8 === 3 && score > 0.99)).toBe(
        true,
      );
      expect(found).toHaveLength(100);
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
}
