import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openEngine } from '../open-engine.ts';
import { withFileCache } from './with-file-cache.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-once-'));
const engine = openEngine({ root, settings: { store: join(root, 's.sqlite') }, environment: {} });
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

test('one question sees a file in one state, the next one as it is then', async () => {
  writeFileSync(join(root, 'a.ts'), 'one\n');
  const reader = await withFileCache(engine).reader();
  const first = await reader.read('a.ts');
  writeFileSync(join(root, 'a.ts'), 'one and two\n');
  expect(first).toMatchObject({ lines: ['one'] });
  expect(await reader.read('a.ts')).toBe(first);
  expect(await (await withFileCache(engine).reader()).read('a.ts')).toMatchObject({ lines: ['one and two'] });
  expect(await reader.read('b.ts')).toBe('missing');
});
