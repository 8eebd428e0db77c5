import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ContextItem } from '../core/item.ts';
import { indexProject } from '../indexing/index-project.ts';
import { openEngine } from '../open-engine.ts';
import { definitionsBeside } from './definitions-beside.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-beside-'));
const functions = (prefix: string) =>
  Array.from({ length: 6 }, (_, n) => `export function ${prefix}${n}() {\n  return ${n};\n}\n`).join('\n');
writeFileSync(join(root, 'first.ts'), functions('first'));
writeFileSync(join(root, 'second.ts'), functions('second'));
const engine = openEngine({
  root,
  settings: { store: join(root, 'store.sqlite'), 'embedder.kind': 'none' },
  environment: {},
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const match = (path: string): ContextItem => ({
  id: path,
  source: 'code',
  entityType: 'function',
  name: path,
  content: '',
  location: { path, startLine: 1, endLine: 3, language: 'typescript' },
  relevance: 1,
  reasons: [],
});

test('the nearest definitions of the second file come before the farthest of the first', async () => {
  await indexProject(engine, { now: 1, signal: new AbortController().signal, progress: () => undefined });
  const names = (await definitionsBeside(engine, [match('first.ts'), match('second.ts')])).map(
    ({ name }) => name,
  );
  const order = ['first0', 'second0', 'first1', 'first2', 'second1', 'first3', 'first4', 'second2'];
  expect(names.slice(0, order.length)).toEqual(order);
});
