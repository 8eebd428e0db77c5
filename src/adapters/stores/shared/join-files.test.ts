import { expect, it } from 'vitest';
import { joinFiles } from './join-files.ts';

const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, number) => ({ number, path: `${name}.ts` }));
const relation = (file: number, to_name: string, to_path: string | null = null) => ({
  file,
  to_name,
  to_path,
  weight: 1,
});

it('sums resolved edges and leaves out those within a file or out of the project', () => {
  const relations = [
    relation(0, 'x', 'b.ts'),
    relation(0, 'y', 'b.ts'),
    relation(0, 'z', 'a.ts'),
    relation(0, 'w', 'gone.ts'),
  ];
  expect(joinFiles({ files, definitions: [], relations })).toEqual([{ from: 'a.ts', to: 'b.ts', weight: 2 }]);
});

it('shares an edge out among the few files that define the name, whatever its case', () => {
  const definitions = [1, 2].map((file) => ({ name_key: 'sharedname', file }));
  expect(joinFiles({ files, definitions, relations: [relation(0, 'sharedName')] })).toEqual([
    { from: 'a.ts', to: 'b.ts', weight: 0.5 },
    { from: 'a.ts', to: 'c.ts', weight: 0.5 },
  ]);
});

it('ignores names that are short or that many files define', () => {
  const definitions = [
    ...[1, 2, 3, 4, 5, 6].map((file) => ({ name_key: 'everywhere', file })),
    { name_key: 'get', file: 1 },
  ];
  expect(
    joinFiles({ files, definitions, relations: [relation(0, 'everywhere'), relation(0, 'get')] }),
  ).toEqual([]);
});
