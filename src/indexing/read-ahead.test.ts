import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const found: Value[] = [];
  for await (const value of values) found.push(value);
  return found;
}

test('gives every value once, in order, and the failure where it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer()),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      async (values, most, fails) => {
        const source = async function* () {
          yield* values;
          if (fails) throw new Error('broken');
        };
        const found: number[] = [];
        const reading = (async () => {
          for await (const value of readAhead(source(), most)) found.push(value);
        })();
        if (fails) await expect(reading).rejects.toThrow('broken');
        else await reading;
        expect(found).toEqual(values);
      },
    ),
  );
});

test('reads before it is asked, up to the limit', async () => {
  const given: number[] = [];
  let reached: () => void = () => undefined;
  const third = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const source = async function* () {
    for (let value = 1; value <= 9; value++) {
      given.push(value);
      if (value === 3) reached();
      yield value;
    }
  };
  const values = readAhead(source(), 3);
  await third;
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect(given).toEqual([1, 2, 3]);
  expect(await all(values)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('whoever stops early ends the source', async () => {
  let ended = false;
  const source = async function* () {
    try {
      for (let value = 0; ; value++) yield value;
    } finally {
      ended = true;
    }
  };
  for await (const value of readAhead(source(), 2)) if (value === 3) break;
  expect(ended).toBe(true);
});
