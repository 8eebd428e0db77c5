import { expect, it } from 'vitest';
import type { Connection } from './database.ts';
import { transfer } from './transfer.ts';

const connection: Connection = {
  all: async () => [],
  run: async () => 0,
  execute: async () => undefined,
  copy: async () => undefined,
};

it('gathers statistics when an owner has twice as many rows, not after every project', async () => {
  const analysed: string[] = [];
  const { load } = transfer(
    {
      snapshot: (_, work) => work(connection),
      write: (_, work) => work(connection, false),
      analyse: async (owner) => {
        analysed.push(owner);
      },
    },
    (scope) => scope,
  );
  const rows = [['files of a', '[]']];
  for (let number = 0; number < 100; number++) {
    await load({ owner: 'ada', project: `p${number}` }, (send) => send({ table: 'meta', rows }));
  }
  expect(analysed).toHaveLength(7);
  await load({ owner: 'bob', project: 'first' }, (send) => send({ table: 'meta', rows }));
  expect(analysed).toHaveLength(8);
});
