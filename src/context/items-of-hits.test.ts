import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEARCH_DEFAULTS } from '../core/query.ts';
import { indexProject } from '../indexing/index-project.ts';
import { openEngine } from '../open-engine.ts';
import { searchProject } from '../search/search-project.ts';
import { itemsFromFiles, itemsOfHits } from './items-of-hits.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-items-'));
const engine = openEngine({
  root,
  settings: { store: join(root, 'store.sqlite'), 'embedder.kind': 'none' },
  environment: {},
});
const call = { now: 1000, signal: new AbortController().signal, progress: () => undefined };
const fine = 'export function tidal() {\n  return "tidal wave";\n}\n';

beforeAll(async () => {
  for (const name of ['stays', 'moves', 'goes']) writeFileSync(join(root, `${name}.ts`), fine);
  writeFileSync(join(root, 'long.ts'), `export const tidal = "${'tidal '.repeat(6000)}";\n`);
  await indexProject(engine, call);
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const find = async () => (await searchProject(engine, 'tidal', SEARCH_DEFAULTS, call)).hits;

test('the text of hits is the same from unchanged files as from the store', async () => {
  const hits = (await find()).filter(({ path }) => path !== 'long.ts');
  expect(hits).toHaveLength(3);
  expect(await itemsFromFiles(engine, hits)).toEqual(await itemsOfHits(engine, hits));
});

test('a line longer than what is stored of it is taken from its file, as it was indexed', async () => {
  const item = (await itemsFromFiles(engine, await find())).find(
    ({ location }) => location?.path === 'long.ts',
  );
  expect(item?.content.length).toBeGreaterThan(36_000);
});

test('of files that changed or are gone the stored text is given', async () => {
  const hits = await find();
  writeFileSync(join(root, 'moves.ts'), `// another line\n${fine}`);
  unlinkSync(join(root, 'goes.ts'));
  for (const item of await itemsFromFiles(engine, hits)) {
    if (item.location?.path !== 'long.ts') expect(item.content).toBe(fine.trimEnd());
  }
});

test('a text stored before a mask rule is given as the rule masks it, changed or not', async () => {
  const hits = await find();
  const later = openEngine({
    root,
    settings: { store: join(root, 'store.sqlite'), 'embedder.kind': 'none', 'secrets.mask': ['tidal w*'] },
    environment: {},
  });
  const items = [...(await itemsFromFiles(later, hits)), ...(await itemsOfHits(later, hits))];
  expect(items.filter(({ content }) => content.includes('tidal wave'))).toEqual([]);
  expect(items.filter(({ content }) => content.includes('tidal w')).length).toBeGreaterThan(0);
  await later.close();
});
