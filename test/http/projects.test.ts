import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine.ts';
import { forOwner } from '../../src/core/engine.ts';
import { indexProject } from '../../src/indexing/index-project.ts';
import { openEngine } from '../../src/open-engine.ts';
import { library } from '../../src/operations/registry.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { createSearchCache } from '../../src/search/search-cache.ts';
import { forProject } from '../../src/sessions/projects.ts';
import { type OpenHttp, openHttp } from './open-http.ts';
import { type ServedStore, STORES } from './stores.ts';

const call = { now: 1000, signal: new AbortController().signal, progress: () => undefined };

/** A folder with one file; the same path in every project, so that a mix-up would show. */
function folderWith(source: string): string {
  const root = mkdtempSync(join(tmpdir(), 'dossier-projects-'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/ship.ts'), source);
  writeFileSync(join(root, '.env'), 'KEY=1\n');
  return root;
}

describe.each(STORES)('several projects in one store (%s)', (_name, start) => {
  const roots = {
    here: folderWith('export function shipHere() {\n  return "mainmark";\n}\n'),
    there: folderWith('export function shipThere() {\n  return "theremark";\n}\n'),
  };
  const engines: Engine[] = [];
  let store: ServedStore;
  let http: OpenHttp;

  beforeAll(async () => {
    store = await start();
    const place = store.place ?? join(roots.here, 'store.sqlite');
    const settings = { store: place, 'embedder.kind': 'none' };
    const open = (root: string, project: string, owner: string) => {
      const engine = openEngine({ root, environment: {}, settings: { ...settings, project, owner } });
      engines.push(engine);
      return engine;
    };
    await indexProject(open(roots.there, 'there', 'local'), call);
    const grace = open(roots.there, 'there', 'grace');
    await runOperation(grace, library.remember, { content: 'gracemark is secret' }, call);
    const here = { ...open(roots.here, 'here', 'local'), searchCache: createSearchCache() };
    await indexProject(here, call);
    http = openHttp({ engine: here, requireToken: false }, { store: place });
  }, 60_000);
  afterAll(async () => {
    await http.close();
    for (const engine of engines) await engine.close();
    await store.dispose();
    for (const root of Object.values(roots)) rmSync(root, { recursive: true, force: true });
  });

  it("are listed with where they are from, the caller's own alone", async () => {
    const { projects } = await http.client().projects({});
    expect(projects).toMatchObject([
      { project: 'here', current: true, root: roots.here, files: 1 },
      { project: 'there', current: false, root: roots.there, files: 1 },
    ]);
    const { projects: asked } = await http.client(undefined, 'there').projects({});
    expect(asked.map(({ current }) => current)).toEqual([false, true]);
    expect(library.projects.print({ projects })).toContain(`* here  1 file  ${roots.here}`);
    expect(library.projects.print({ projects: [] })).toContain('dossier index');
  });

  it('keep what each left out', async () => {
    expect(await http.client(undefined, 'there').status({})).toMatchObject({
      project: 'there',
      indexed: true,
      skippedByReason: { secret: 1 },
      skipped: [{ path: '.env', reason: 'secret' }],
    });
  });

  it('answer each from its own index; the folder of another is not read', async () => {
    const ask = (project?: string) => http.client(undefined, project).query({ query: 'ship' });
    const here = await ask();
    const there = await ask('there');
    expect(here.context).toContain('mainmark');
    expect(here.stale).toBe(false);
    expect(there.context).toContain('theremark');
    expect(there.context).not.toContain('mainmark');
    expect(there.stale).toBe(true);
    await expect(http.client(undefined, 'there').read({ path: 'src/ship.ts' })).rejects.toThrow(
      /cannot be read/,
    );
    await expect(http.client(undefined, 'there').index({})).rejects.toThrow(/in its folder/);
  });

  it('keep records apart', async () => {
    const there = http.client(undefined, 'there');
    const { id } = await there.remember({ content: 'Ships leave at noon' });
    expect((await there.memoryList({})).memories.map((memory) => memory.id)).toEqual([id]);
    expect((await http.client().memoryList({})).memories).toEqual([]);
  });

  it('are not begun by a misspelt name, nor by one that is no text', async () => {
    await expect(http.client(undefined, 'nowhere').remember({ content: 'x' })).rejects.toThrow(
      /no project "nowhere"/,
    );
    const odd = await http.send('GET', '/projects', { headers: { 'dossier-project': '%E0%A4%A' } });
    expect(odd.status).toBe(400);
    expect((await http.client().projects({})).projects).toHaveLength(2);
  });

  it('open to a token made for them, and show its owner alone', async () => {
    const make = async (project: string, owner: string) =>
      (
        await runOperation(
          forProject(forOwner(http.engine, owner), project),
          library.tokenCreate,
          { name: 'x', scopes: ['read'] },
          call,
        )
      ).token;
    const [ofHere, ofThere] = [await make('here', 'local'), await make('there', 'grace')];
    await expect(http.client(ofHere, 'there').status({})).rejects.toThrow(/access token/);
    await expect(http.client(ofThere).status({})).rejects.toThrow(/access token/);
    await expect(http.client(ofThere, 'nowhere').status({})).rejects.toThrow(/access token/);
    const grace = http.client(ofThere, 'there');
    expect((await grace.memoryList({})).memories.map(({ content }) => content)).toEqual([
      'gracemark is secret',
    ]);
    expect((await grace.projects({})).projects.map(({ project }) => project)).toEqual(['there']);
    await expect(grace.query({ query: 'ship' })).rejects.toThrow(/not indexed/);
  });
});
