import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { assembleOptionsSchema } from '../core/context.ts';
import { SEARCH_DEFAULTS } from '../core/query.ts';
import { indexProject } from '../indexing/index-project.ts';
import { openEngine } from '../open-engine.ts';
import { searchProject } from '../search/search-project.ts';
import { assembleItems } from './assemble-items.ts';
import { indexedUnits } from './indexed-units.ts';
import { itemsFromFiles, mergeParts } from './items-of-hits.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-units-'));
cpSync(fileURLToPath(new URL('../assembly', import.meta.url)), join(root, 'assembly'), { recursive: true });
const engine = openEngine({
  root,
  settings: { store: join(root, 'store.sqlite'), 'embedder.kind': 'none' },
  environment: {},
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});
const call = { now: 1000, signal: new AbortController().signal, progress: () => undefined };

test('a context cut by what the index knows is the same as one cut by parsing', async () => {
  await indexProject(engine, call);
  const search = SEARCH_DEFAULTS;
  const { hits } = await searchProject(engine, 'how are passages cut to fit the budget', search, call);
  let truncated = 0;
  for (const maxTokens of [150, 300, 700, 1000, 2000, 4000]) {
    const options = assembleOptionsSchema.parse({ maxTokens, truncation: 'signature' });
    const read = { items: await itemsFromFiles(engine, hits), unread: new Set<string>() };
    const items = await mergeParts(engine, read, maxTokens);
    const parsed = await assembleItems(engine, items, options);
    const noParser = { ...engine, parser: () => Promise.reject(new Error('not needed')) };
    const known = await assembleItems(noParser, items, options, { unitsOf: indexedUnits(engine) });
    truncated += parsed.items.filter((item) => item.truncated).length;
    expect({ ...known, stats: undefined }).toEqual({ ...parsed, stats: undefined });
  }
  expect(truncated).toBeGreaterThan(2);
});

test('a file that has changed since is not known', async () => {
  const path = 'assembly/meter.ts';
  const unitsOf = indexedUnits(engine);
  const read = async () => {
    const file = await (await engine.reader()).read(path);
    if (typeof file === 'string') throw new Error(file);
    return file;
  };
  expect((await unitsOf(await read()))?.length).toBeGreaterThan(0);
  writeFileSync(join(root, path), '// emptied\n');
  expect(await unitsOf(await read())).toBeUndefined();
});
