import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordStore, Store, StoredRecord } from '../../src/core/store.ts';
import { words } from './store-samples.ts';

const SCOPE = { owner: 'ada', project: 'engine' };

function memory(
  id: string,
  text: string,
  changes: Partial<StoredRecord> = {},
): Omit<StoredRecord, 'version'> {
  return { kind: 'memory', id, text, body: {}, createdAt: 1000, updatedAt: 1000, ...changes };
}

/** What every store must do with records. Part of the store contract. */
export function describeRecordContract(store: () => Store): void {
  describe('records', () => {
    let records: RecordStore;
    beforeEach(() => {
      records = store().records(SCOPE);
    });
    const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);

    it('come back as they were put, with a version', async () => {
      const record = memory('m1', 'Tabs, not spaces', {
        body: { tags: ['style'], importance: 0.5, deep: { a: null } },
      });
      expect(await records.put(record)).toEqual({ ...record, version: 1 });
      expect(await records.get('memory', 'm1')).toEqual({ ...record, version: 1 });
      expect(await records.get('memory', 'm2')).toBeUndefined();
      expect(await records.get('experience', 'm1')).toBeUndefined();
    });

    it('put with the wrong expected version are a conflict and change nothing', async () => {
      await records.put(memory('m1', 'one'), { expectedVersion: 0 });
      await expect(records.put(memory('m1', 'two'), { expectedVersion: 0 })).rejects.toMatchObject({
        code: 'conflict',
      });
      await expect(records.put(memory('m2', 'two'), { expectedVersion: 1 })).rejects.toMatchObject({
        code: 'conflict',
      });
      expect((await records.get('memory', 'm1'))?.text).toBe('one');
      expect((await records.put(memory('m1', 'two'), { expectedVersion: 1 })).version).toBe(2);
    });

    it('are listed by time, filtered and in pages', async () => {
      for (const number of [1, 2, 3, 4]) {
        const body = { even: number % 2 === 0, size: number, label: String(number) };
        await records.put(memory(`m${number}`, 'x', { createdAt: number * 1000, body }));
      }
      expect(ids(await records.list('memory', { limit: 2 }))).toEqual(['m4', 'm3']);
      expect(ids(await records.list('memory', { limit: 2, offset: 2, order: 'oldest' }))).toEqual([
        'm3',
        'm4',
      ]);
      expect(ids(await records.list('memory', { limit: 9, where: { even: true } }))).toEqual(['m4', 'm2']);
      expect(ids(await records.list('memory', { limit: 9, where: { size: [1, 4], even: false } }))).toEqual([
        'm1',
      ]);
      expect(ids(await records.list('memory', { limit: 9, where: { label: 1 } }))).toEqual([]);
      expect(ids(await records.list('memory', { limit: 9, where: { absent: 'x' } }))).toEqual([]);
      expect(ids(await records.list('memory', { limit: 9, since: 2000, until: 3000 }))).toEqual(['m3', 'm2']);
      expect(await records.count('memory')).toBe(4);
      expect(await records.count('memory', { where: { even: true } })).toBe(2);
      expect(await records.count('experience')).toBe(0);
    });

    it('are found by the words of their present text', async () => {
      await records.put(memory('m1', 'The parser reads tokens', { body: { topic: 'a' } }));
      await records.put(
        memory('m2', 'Tokens are counted; the parser and the parser again', { body: { topic: 'b' } }),
      );
      const found = async (term: string, options: object = {}) =>
        (await records.match('memory', words(term), { limit: 9, ...options })).map(({ record }) => record.id);
      expect((await found('parser')).sort()).toEqual(['m1', 'm2']);
      expect(await found('count')).toEqual(['m2']);
      const frequencies = await records.documentFrequencies('memory', ['parser', 'count', 'nowhere']);
      expect(Object.fromEntries(frequencies)).toEqual({ parser: 2, count: 1 });
      expect(await found('parser', { where: { topic: 'a' } })).toEqual(['m1']);
      await records.put(memory('m2', 'Something else'));
      expect(await found('parser')).toEqual(['m1']);
      expect(await records.delete('memory', 'm1')).toBe(true);
      expect(await found('parser')).toEqual([]);
    });

    it('that are deleted are gone, with their vectors', async () => {
      await records.put(memory('m1', 'x'));
      await records.putVectors('memory', 'model', [
        { id: 'm1', axis: 'full', vector: Float32Array.of(1, 0) },
      ]);
      expect(await records.delete('memory', 'm1')).toBe(true);
      expect(await records.delete('memory', 'm1')).toBe(false);
      expect(await records.get('memory', 'm1')).toBeUndefined();
      expect(await records.vectors('memory', 'full', 'model')).toEqual([]);
      expect(await records.count('memory')).toBe(0);
    });

    it('are found by vector, one axis and model at a time', async () => {
      await records.put(memory('m1', 'x', { body: { domain: 'a' } }));
      await records.put(memory('m2', 'y', { body: { domain: 'b' } }));
      await records.putVectors('memory', 'model', [
        { id: 'm1', axis: 'full', vector: Float32Array.of(1, 0) },
      ]);
      await records.putVectors('memory', 'model', [
        { id: 'm2', axis: 'full', vector: Float32Array.of(0.6, 0.8) },
      ]);
      await records.putVectors('memory', 'model', [
        { id: 'm2', axis: 'surprise', vector: Float32Array.of(1, 0) },
      ]);
      const found = await records.nearest('memory', 'full', Float32Array.of(0, 1), {
        model: 'model',
        limit: 9,
      });
      expect(found.map(({ record, score }) => [record.id, Number(score.toFixed(3))])).toEqual([
        ['m2', 0.8],
        ['m1', 0],
      ]);
      const near = async (options: object) =>
        (
          await records.nearest('memory', 'full', Float32Array.of(1, 0), {
            model: 'model',
            limit: 9,
            ...options,
          })
        ).map(({ record }) => record.id);
      expect(await near({ limit: 1 })).toEqual(['m1']);
      expect(await near({ where: { domain: 'b' } })).toEqual(['m2']);
      expect(await near({ model: 'other' })).toEqual([]);
      expect(await records.vectors('memory', 'surprise', 'model')).toEqual([
        { id: 'm2', vector: Float32Array.of(1, 0) },
      ]);
      await expect(
        records.putVectors('memory', 'model', [{ id: 'm9', axis: 'full', vector: Float32Array.of(1, 0) }]),
      ).rejects.toMatchObject({ code: 'not-found' });
    });

    it('have a version of their own that grows with every change', async () => {
      const before = await records.version();
      await records.put(memory('m1', 'x'));
      const afterPut = await records.version();
      await records.delete('memory', 'm1');
      expect(afterPut).toBeGreaterThan(before);
      expect(await records.version()).toBeGreaterThan(afterPut);
    });

    it('keep any text in every place, SQL and all', async () => {
      const text = fc.string({ unit: 'binary', maxLength: 40 });
      const id = text.filter((value) => value !== '' && !value.includes('\0')); // NUL in a name is replaced
      const tricky = fc.constantFrom(
        "'; DROP TABLE records; --",
        '$1',
        '?1',
        '\\',
        '"',
        "\\'",
        '{}',
        '[1]',
        '%_',
      );
      const name = fc.oneof(id, tricky);
      await fc.assert(
        fc.asyncProperty(
          name,
          name,
          name,
          fc.oneof(text, tricky),
          name,
          async (kind, key, owner, value, field) => {
            const own = store().records({ owner, project: key });
            const body = { [field]: value, list: [value], nested: { [field]: value } };
            const record = { kind, id: key, body, text: value, createdAt: 1, updatedAt: 2 };
            await own.put(record);
            expect(await own.get(kind, key)).toMatchObject(record);
            expect(ids(await own.list(kind, { limit: 5, where: { [field]: value } }))).toEqual([key]);
            expect(await own.delete(kind, key)).toBe(true);
          },
        ),
        { numRuns: 25 },
      );
    });

    it('are never shown to another scope', async () => {
      await records.put(memory('m1', 'secret plans', { body: { topic: 'a' } }));
      await records.putVectors('memory', 'model', [
        { id: 'm1', axis: 'full', vector: Float32Array.of(1, 0) },
      ]);
      for (const scope of [
        { owner: 'bob', project: 'engine' },
        { owner: 'ada', project: 'other' },
      ]) {
        const others = store().records(scope);
        await others.put(memory('m2', 'mine'));
        expect(await others.get('memory', 'm1')).toBeUndefined();
        expect(ids(await others.list('memory', { limit: 9 }))).toEqual(['m2']);
        expect(await others.match('memory', words('secret', 'plan'), { limit: 9 })).toEqual([]);
        expect(
          await others.nearest('memory', 'full', Float32Array.of(1, 0), { model: 'model', limit: 9 }),
        ).toEqual([]);
        expect(await others.delete('memory', 'm1')).toBe(false);
        expect(await others.count('memory', { where: { topic: 'a' } })).toBe(0);
      }
      expect(await records.get('memory', 'm1')).toBeDefined();
    });
  });
}
