import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Module, violationsOf } from './architecture-rules.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');

function modulesOf(folder: string): Module[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|testing)\.tsx?$/.test(name))
    .map((name) => ({ path: name, text: readFileSync(join(folder, name), 'utf8') }));
}

describe('the dependency rule', () => {
  it('holds for every import in src', () => {
    const violations = modulesOf(src).flatMap(violationsOf);
    expect(violations).toEqual([]);
  });

  it('leaves no source file over 400 lines', () => {
    const long = modulesOf(src).filter((module) => module.text.split('\n').length - 1 > 400);
    expect(long.map((module) => relative(root, module.path))).toEqual([]);
  });
});

describe('the rule catches planted violations', () => {
  const cases: readonly [string, Module][] = [
    ['a pure folder reads the file system', { path: 'assembly/x.ts', text: "import fs from 'node:fs';" }],
    ['a pure folder imports a package', { path: 'search/x.ts', text: "import { Hono } from 'hono';" }],
    [
      'a room imports one to its right',
      { path: 'assembly/x.ts', text: "import { a } from '../search/a.ts';" },
    ],
    ['core imports a room', { path: 'core/x.ts', text: "import type { A } from '../assembly/a.ts';" }],
    [
      'a pure room names an adapter',
      { path: 'context/query.ts', text: "import { s } from '../adapters/stores/s.ts';" },
    ],
    [
      'an interface imports another',
      { path: 'interfaces/cli/x.ts', text: "import { m } from '../mcp/m.ts';" },
    ],
    [
      'an interface opens an adapter',
      { path: 'interfaces/http/x.ts', text: "import('../../adapters/a.ts')" },
    ],
    ['an adapter imports a room', { path: 'adapters/a.ts', text: "import { f } from '../indexing/f.ts';" }],
    [
      'an operation imports an interface',
      { path: 'operations/q.ts', text: "import { c } from '../interfaces/cli/c.ts';" },
    ],
    ['a pure folder reads the clock', { path: 'knowledge/x.ts', text: 'const now = Date.now();' }],
    ['a pure folder reads the environment', { path: 'core/x.ts', text: 'const home = process.env.HOME;' }],
    ['a module exports everything of another', { path: 'core/x.ts', text: "export * from './y.ts';" }],
    [
      'the library entry loads something native',
      { path: 'index.ts', text: "import { s } from './adapters/stores/sqlite.ts';" },
    ],
  ];
  it.each(cases)('%s', (_fact, module) => {
    expect(violationsOf(module)).toHaveLength(1);
  });
});
