import { execFileSync, spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/stores/sqlite/open-sqlite-store.ts';
import { contentOfIndex } from '../faults/content-of-index.ts';
import { binary, temporaryFolder } from './run-binary.ts';

const STORES = 4;
const KILLS_PER_STORE = 5;

const root = temporaryFolder();
const storePath = (name: string) => join(root, '.git', `${name}.sqlite`);

/** Runs the indexer, killed without warning after some time; answers whether it ended by itself. */
function index(store: string, killAfterMs?: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const args = [binary, 'index', '--quiet', '--project', 'p', '--store', storePath(store)];
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, DOSSIER_EMBEDDER_KIND: 'none' },
    });
    const timer =
      killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve(status === 0);
    });
  });
}

async function contentOf(name: string) {
  const store = await openSqliteStore({ path: storePath(name) });
  try {
    const index = store.index({ owner: 'local', project: 'p' });
    return { problems: await store.check(), ...(await contentOfIndex(index, 'index')) };
  } finally {
    await store.close();
  }
}

beforeAll(() => {
  const source = fileURLToPath(new URL('../../src', import.meta.url));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], { cwd: root });
  git('init', '-q', '-b', 'main');
  cpSync(source, join(root, 'src'), { recursive: true });
  git('add', 'src/core');
  git('commit', '-qm', 'Add the core');
  git('add', 'src');
  git('commit', '-qm', 'Add the rest');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('killed at twenty random moments and run again, the index is the same as one made in peace', async () => {
  const started = performance.now();
  expect(await index('peace')).toBe(true);
  const duration = performance.now() - started;
  const expected = await contentOf('peace');
  expect(expected.problems).toEqual([]);
  expect(expected.state.files).toBeGreaterThan(200);
  for (let store = 0; store < STORES; store++) {
    const name = `killed-${store}`;
    const moments: number[] = [];
    for (let kill = 0; kill < KILLS_PER_STORE; kill++) {
      moments.push(Math.random() * duration);
      await index(name, moments.at(-1));
    }
    expect(await index(name)).toBe(true);
    expect(await contentOf(name), `killed after ${moments.map(Math.round).join(', ')} ms`).toEqual(expected);
  }
}, 1_200_000);
