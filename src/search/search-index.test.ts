import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SEARCH_DEFAULTS } from '../core/query.ts';
import { indexProject } from '../indexing/index-project.ts';
import { openEngine } from '../open-engine.ts';
import { searchIndex } from './search-index.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-search-'));
const engine = openEngine({
  root,
  settings: { store: join(root, 'store.sqlite'), 'embedder.kind': 'none' },
  environment: {},
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

test('a synonym ranks what is found, and does not make the answer surer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-search-'));
  const settings = { store: join(folder, 'store.sqlite'), 'embedder.kind': 'none' };
  const opened = openEngine({ root: folder, settings, environment: {} });
  try {
    for (const name of ['alpha', 'beta']) {
      const word = name === 'beta' ? 'evict' : 'other';
      writeFileSync(
        join(folder, `${name}.ts`),
        `export function ${name}() {\n  // throw away the oldest rows\n  return '${word}';\n}\n`,
      );
    }
    await indexProject(opened, {
      now: 1000,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    const index = (await opened.store()).index(opened.scope);
    const ask = (text: string) => searchIndex({ index }, text, SEARCH_DEFAULTS);
    const [hinted, plain] = [await ask('throw away oldest rows'), await ask('away throw oldest rows')];
    expect(plain.certainty).toBe('likely');
    expect(plain.hits.map(({ path }) => path)).toEqual(['alpha.ts', 'beta.ts']);
    expect(hinted.hits.map(({ path }) => path)).toEqual(['beta.ts', 'alpha.ts']);
    expect(hinted.evidence).toBe(plain.evidence);
  } finally {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a second search for synonyms embeds the question once, and says once that this failed', async () => {
  writeFileSync(join(root, 'prune.ts'), 'export function purgeEntries() {\n  return "evicted";\n}\n');
  await indexProject(engine, { now: 1000, signal: new AbortController().signal, progress: () => undefined });
  let asked = 0;
  const embedder = {
    model: 'none',
    dimensions: 16,
    embedDocuments: async () => [],
    async embedQuery(): Promise<Float32Array> {
      asked++;
      throw new Error('no model');
    },
  };
  const index = (await engine.store()).index(engine.scope);
  const found = await searchIndex({ index, embedder }, 'how do we get rid of old rows', SEARCH_DEFAULTS);
  expect(found.query.expansions.map(({ term }) => term)).toContain('purge');
  expect(found.hits.map(({ path }) => path)).toEqual(['prune.ts']);
  expect(asked).toBe(1);
  expect(found.warnings).toEqual(['The semantic search failed and was left out: no model']);
});
