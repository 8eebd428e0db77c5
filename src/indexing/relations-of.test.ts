import { expect, test } from 'vitest';
import type { ParsedFile } from '../core/parser.ts';
import type { FileRole, UnitRow } from '../core/store.ts';
import { projectPathsOf } from './project-paths.ts';
import { relationsOf } from './relations-of.ts';
import { unitIdOf } from './unit-id.ts';

const paths = projectPathsOf([
  'src/a.ts',
  'src/b.ts',
  'src/b.test.ts',
  'docs/guide.md',
  'pkg/c.py',
  'tests/test_c.py',
]);

function unit(path: string, name: string): UnitRow {
  return {
    id: unitIdOf(path, name, 0),
    path,
    entityType: 'function',
    name,
    qualifiedName: name,
    startLine: 1,
    endLine: 1,
    signatureEndLine: 1,
    signature: name,
    exported: true,
    contentHash: '',
  };
}

function relations(
  path: string,
  role: FileRole,
  parsed: Partial<ParsedFile>,
  options: { units?: UnitRow[]; lines?: string[] } = {},
) {
  const file = { path, role, lines: options.lines ?? [] };
  const whole = {
    language: 'typescript',
    units: [],
    references: [],
    imports: [],
    approximate: false,
    ...parsed,
  };
  return relationsOf(file, whole, { units: options.units ?? [], paths });
}

test('a call of an imported name leads to the unit of the imported file', () => {
  const own = unit('src/a.ts', 'run');
  const found = relations(
    'src/a.ts',
    'source',
    {
      imports: [{ module: './b.js', names: ['help'], line: 1 }],
      references: [{ kind: 'calls', name: 'help', line: 2, from: 0 }],
    },
    { units: [own] },
  );
  expect(found).toEqual([
    { kind: 'imports', fromPath: 'src/a.ts', toName: './b.js', toPath: 'src/b.ts', weight: 1 },
    {
      kind: 'calls',
      fromPath: 'src/a.ts',
      fromUnitId: own.id,
      toName: 'help',
      toPath: 'src/b.ts',
      toUnitId: unitIdOf('src/b.ts', 'help', 0),
      weight: 1,
    },
  ]);
});

test('a module imported from a Python package is an edge to its file', () => {
  const imports = [{ module: 'pkg', names: ['c', 'missing'], line: 1 }];
  expect(relations('tests/test_x.py', 'source', { language: 'python', imports })).toMatchObject([
    { kind: 'imports', toName: 'pkg' },
    { kind: 'imports', toName: 'pkg.c', toPath: 'pkg/c.py' },
  ]);
});

test('names of the same file lead to their unit, a call of oneself is no edge, others stay names', () => {
  const units = [unit('src/a.ts', 'run'), unit('src/a.ts', 'help')];
  const references = ['run', 'help', 'print'].map((name) => ({
    kind: 'calls' as const,
    name,
    line: 1,
    from: 0,
  }));
  expect(
    relations('src/a.ts', 'source', { references }, { units }).map(({ toName, toUnitId }) => [
      toName,
      toUnitId,
    ]),
  ).toEqual([
    ['help', units[1]?.id],
    ['print', undefined],
  ]);
});

test('a test file tests what it imports and the file of its name', () => {
  const imports = [{ module: './a.ts', names: [], line: 1 }];
  const targets = (path: string, parsed: Partial<ParsedFile>) =>
    relations(path, 'test', parsed)
      .filter(({ kind }) => kind === 'tests')
      .map(({ toPath }) => toPath);
  expect(targets('src/b.test.ts', { imports })).toEqual(['src/a.ts', 'src/b.ts']);
  expect(targets('tests/test_c.py', { language: 'python' })).toEqual(['pkg/c.py']);
});

test('a document documents the files it links to or names', () => {
  const lines = [
    'See [the code](../src/a.ts#L1) and `src/b.ts`, not [the web](https://example.org/src/a.ts).',
  ];
  expect(
    relations('docs/guide.md', 'document', { language: 'markdown' }, { lines }).map(({ kind, toPath }) => [
      kind,
      toPath,
    ]),
  ).toEqual([
    ['documents', 'src/a.ts'],
    ['documents', 'src/b.ts'],
  ]);
});
