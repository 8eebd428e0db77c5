import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/adapters/stores/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../src/adapters/stores/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/core/store.ts';
import { openEngine } from '../../src/open-engine.ts';
import { addRepository } from '../../src/sessions/repositories.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { binary, temporaryFolder } from './run-binary.ts';

const REPOSITORIES = 10;
const KILLS = 5;
const WORKERS = 2;

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

/** A repository with one function named after it; gives its head. */
function makeRepository(name: string): { readonly url: string; readonly head: string } {
  const root = join(folder, name);
  mkdirSync(root);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], { cwd: root });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(root, 'index.ts'), `export function ${name}() {\n  return '${name}';\n}\n`);
  git('add', '.');
  git('commit', '-qm', `Add ${name}`);
  return { url: pathToFileURL(root).href, head: git('rev-parse', 'HEAD').toString().trim() };
}

function startWorker(store: string, work: string): ChildProcess {
  const flags = ['--folder', work, '--allow', 'file:', '--per-owner', '50', '--lease', '20'];
  return spawn(process.execPath, [binary, '--store', store, 'worker', ...flags], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, DOSSIER_EMBEDDER_KIND: 'none', XDG_CACHE_HOME: join(folder, 'cache') },
  });
}

describe.each([
  [
    'sqlite',
    async () => {
      const place = join(folder, 'queue.sqlite');
      return { place, open: () => openSqliteStore({ path: place }), dispose: async () => undefined };
    },
  ],
  [
    'postgres',
    async () => {
      const server = await startPostgres();
      return {
        place: server.url,
        open: () => openPostgresStore({ url: server.url }),
        dispose: () => server.dispose(),
      };
    },
  ],
] as const)('workers on %s', (name, start) => {
  it('killed at random do every job once in effect', async () => {
    const { place, open, dispose } = await start();
    const made = Array.from({ length: REPOSITORIES }, (_, place) => `${name}Project${place}`).map(
      (project) => ({
        project,
        ...makeRepository(project),
      }),
    );
    const engine = openEngine({ root: folder, environment: {}, settings: { store: place, owner: 'ada' } });
    for (const { url, project } of made) await addRepository(engine, { url, project }, Date.now());
    await engine.close();
    const store: Store = await open();

    const work = join(folder, `${name}-work`);
    const workers = new Set<ChildProcess>();
    const begin = () => {
      const worker = startWorker(place, work);
      workers.add(worker);
      worker.once('close', () => workers.delete(worker));
    };
    const left = async () => {
      const { waiting, running } = await store.jobs.counts();
      return waiting + running;
    };
    for (let kills = 0; kills < KILLS; kills++) {
      while (workers.size < WORKERS) begin();
      const before = await left();
      // As soon as another job is done, a worker is killed: in the middle of the next one, or between two.
      await expect.poll(left, { interval: 20, timeout: 240_000 }).toBeLessThan(before);
      const [victim] = workers;
      victim?.kill('SIGKILL');
      if (victim !== undefined) await once(victim, 'close');
    }
    while (workers.size < WORKERS) begin();
    await expect.poll(left, { interval: 200, timeout: 240_000 }).toBe(0);
    for (const worker of workers) worker.kill('SIGKILL');

    expect(await store.jobs.counts()).toEqual({
      waiting: 0,
      running: 0,
      done: REPOSITORIES,
      failed: 0,
      merged: 0,
    });
    for (const { project, head } of made) {
      const index = store.index({ owner: 'ada', project });
      expect(await index.state()).toMatchObject({ headSha: head, files: 1, units: 1, commits: 1 });
      expect((await index.unitsNamed([project], { limit: 5 })).map((unit) => unit.name)).toEqual([project]);
    }
    expect(await store.check()).toEqual([]);
    expect(existsSync(join(folder, 'cache', 'dossier', 'repositories'))).toBe(false);
    await store.close();
    await dispose();
  });
});
