import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../core/engine.ts';
import { SEARCH_DEFAULTS } from '../core/query.ts';
import { pendingFiles } from '../indexing/index-first.ts';
import { indexProject } from '../indexing/index-project.ts';
import { openEngine } from '../open-engine.ts';
import { indexLikelyFirst } from './index-likely-first.ts';
import { searchProject } from './search-project.ts';

let folder = '';
let engine: Engine;
const signal = new AbortController().signal;
const options = { now: Date.now(), signal, progress: () => undefined };
const FILES = 160;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-look-'));
  for (let index = 0; index < FILES; index++) {
    writeFileSync(
      join(folder, `part${index}.ts`),
      `export function part${index}() {\n  return ${index};\n}\n`,
    );
  }
  writeFileSync(
    join(folder, 'late.ts'),
    "import { part3 } from './part3.ts';\nexport function retryUpload() {\n  return part3();\n}\n",
  );
  engine = open('first');
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
  rmSync(`${folder}-stores`, { recursive: true, force: true });
});
const open = (store: string) =>
  openEngine({
    root: folder,
    settings: { store: join(`${folder}-stores`, `${store}.sqlite`), 'embedder.kind': 'none' },
    environment: {},
  });
const indexed = async (of: Engine) => (await of.store()).index(of.scope);
const paths = async (of: Engine) => (await (await indexed(of)).files()).map(({ path }) => path);

describe('a question about a project that is not indexed', () => {
  it('has the files indexed that may answer it, and is answered by the ordinary search', async () => {
    const share = await indexLikelyFirst(engine, 'where is the upload tried again: retryUpload', options);
    expect(await paths(engine)).toContain('late.ts');
    expect(share).toBeCloseTo((await paths(engine)).length / (FILES + 1));
    const found = await searchProject(engine, 'retryUpload', SEARCH_DEFAULTS, { now: 0 });
    expect(found.spread()[0]).toMatchObject({ path: 'late.ts' });
  });

  it('leaves an index that a later run finishes, the same as if nobody had asked', async () => {
    await indexLikelyFirst(engine, 'retryUpload', options);
    await indexProject(engine, options);
    const other = open('second');
    try {
      await indexProject(other, options);
      const [asked, plain] = [await indexed(engine), await indexed(other)];
      expect(await asked.files()).toEqual(await plain.files());
      expect(await asked.relationsTo(['part3.ts'])).toEqual(await plain.relationsTo(['part3.ts']));
      expect(await asked.fileEdges()).toEqual(expect.arrayContaining([...(await plain.fileEdges())]));
    } finally {
      await other.close();
    }
  });

  it('of which no word is anywhere indexes nothing', async () => {
    expect(await indexLikelyFirst(engine, 'zebra quagga okapi', options)).toBe(0);
    expect(await paths(engine)).toEqual([]);
  });

  it('in another language looks for what its words mean', async () => {
    writeFileSync(join(folder, 'cache.ts'), 'export function clearCache() {}\n');
    await indexLikelyFirst(engine, 'wo wird der Zwischenspeicher geleert', options);
    expect(await paths(engine)).toContain('cache.ts');
  });
});

it('runs stand still meanwhile, and go on', async () => {
  const order: string[] = [];
  const running = indexProject(engine, {
    ...options,
    progress: ({ done = 0 }) => void (done === 1 && order.push('run')),
  });
  await Promise.all([
    running,
    indexLikelyFirst(engine, 'retryUpload', options).then(() => order.push('look')),
  ]);
  expect(order).toContain('look');
  expect((await paths(engine)).length).toBe(FILES + 1);
});

it('after the index was finished, only what changed since is pending', async () => {
  await indexProject(engine, { ...options, now: Date.now() });
  expect((await pendingFiles(engine, signal)).pending).toEqual([]);
  const later = Date.now() / 1000 + 60;
  writeFileSync(join(folder, 'new.ts'), 'export const fresh = 1;\n');
  utimesSync(join(folder, 'new.ts'), later, later);
  utimesSync(join(folder, 'late.ts'), later, later);
  expect((await pendingFiles(engine, signal)).pending).toEqual(['late.ts', 'new.ts']);
});
