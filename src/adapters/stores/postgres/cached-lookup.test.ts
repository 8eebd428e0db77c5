import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cachedLookup } from './cached-lookup.ts';
import type { ScopedStatements } from './scope-handle.ts';

const statements: ScopedStatements = { all: async () => [], get: async () => undefined };
const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });

describe('cached values', () => {
  it('are always those of the version asked for, whatever was asked before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ version: fc.option(fc.nat(3), { nil: undefined }), keys }), { maxLength: 20 }),
        fc.nat(3),
        async (questions, most) => {
          let version: number | undefined;
          // "d" never has a value.
          const find = async (_: ScopedStatements, wanted: readonly string[]) =>
            new Map(wanted.filter((key) => key !== 'd').map((key) => [key, `${key}${version}`]));
          const look = cachedLookup(find, { max: most, sizeOf: () => 1 });
          for (const question of questions) {
            version = question.version;
            const values = await look(statements, version, question.keys);
            expect(Object.fromEntries(values)).toEqual(
              Object.fromEntries(await find(statements, question.keys)),
            );
          }
        },
      ),
    );
  });

  it('are looked up once per version, absent ones too', async () => {
    const asked: (readonly string[])[] = [];
    const find = async (_: ScopedStatements, wanted: readonly string[]) => {
      asked.push(wanted);
      return new Map(wanted.filter((key) => key !== 'd').map((key) => [key, 1]));
    };
    const look = cachedLookup(find, { max: 10, sizeOf: () => 1 });
    await look(statements, 1, ['a', 'd']);
    await look(statements, 1, ['a', 'b', 'd']);
    await look(statements, 2, ['a']);
    await look(statements, undefined, ['a']);
    expect(asked).toEqual([['a', 'd'], ['b'], ['a'], ['a']]);
  });
});
