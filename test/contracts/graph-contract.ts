import { beforeEach, describe, expect, it } from 'vitest';
import type { IndexStore } from '../../src/core/store.ts';
import { sampleFile, unitId } from './store-samples.ts';

/** What every store must know of relations and of the importance of files. Part of the store contract. */
export function describeGraphContract(fresh: () => IndexStore): void {
  let index: IndexStore;
  beforeEach(() => {
    index = fresh();
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
}
