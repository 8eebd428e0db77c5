import { expect, it } from 'vitest';
import { DossierError } from '../core/errors.ts';
import type { Commit } from '../core/ports.ts';
import { openEngine } from '../open-engine.ts';
import { orderByImportance } from './index-order.ts';

const signal = new AbortController().signal;
const sources = Array.from({ length: 1000 }, (_, index) => `src/part${String(index).padStart(4, '0')}.ts`);
const paths = ['README.md', 'config.json', ...sources, 'test/part.test.ts', 'src/generated/a.ts'].sort();

function project(commits: readonly string[], end?: Error) {
  const engine = openEngine({ root: '/nowhere', environment: {} });
  const changed = commits.map(
    (path): Commit => ({
      sha: path,
      message: '',
      author: '',
      email: '',
      time: 0,
      files: [{ path, insertions: 1, deletions: 0 }],
    }),
  );
  return {
    ...engine,
    history: async () => ({
      ...(await engine.history()),
      async *commits() {
        yield changed;
        if (end !== undefined) throw end;
      },
    }),
  };
}

it('sources come first, those changed lately before the others; tests and what was generated come last', async () => {
  const engine = project(['test/part.test.ts', 'src/part0500.ts', 'README.md', 'src/part0400.ts']);
  const ordered = await orderByImportance(engine, paths, signal);
  expect(ordered.slice(0, 4)).toEqual([
    'src/part0500.ts',
    'src/part0400.ts',
    'src/part0000.ts',
    'src/part0001.ts',
  ]);
  expect(ordered.slice(-4)).toEqual(['README.md', 'config.json', 'test/part.test.ts', 'src/generated/a.ts']);
  expect([...ordered].sort()).toEqual(paths);
});

it('a history that cannot be read to its end orders by what was read; other errors are told', async () => {
  const damaged = project(['src/part0500.ts'], new DossierError('unavailable', 'git ended'));
  expect((await orderByImportance(damaged, paths, signal))[0]).toBe('src/part0500.ts');
  const broken = project([], new Error('broken'));
  await expect(orderByImportance(broken, paths, signal)).rejects.toThrow('broken');
});

it('few files keep the order of their paths', async () => {
  const few = ['a.test.ts', 'b.ts'];
  expect(await orderByImportance(project(['b.ts']), few, signal)).toEqual(few);
});
