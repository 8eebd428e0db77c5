import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine.ts';
import type { Commit } from '../../src/core/ports.ts';
import { SEARCH_DEFAULTS } from '../../src/core/query.ts';
import { indexProject } from '../../src/indexing/index-project.ts';
import { openEngine } from '../../src/open-engine.ts';
import { searchProject } from '../../src/search/search-project.ts';

let folder: string;
let engine: Engine;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-history-'));
  for (const name of ['alpha', 'omega']) {
    writeFileSync(join(folder, `${name}.ts`), `export function ${name}(): void {\n  flush('buffer');\n}\n`);
  }
  engine = openEngine({
    root: folder,
    environment: {},
    settings: { store: join(folder, 'index.sqlite'), 'embedder.kind': 'none' },
  });
  await indexProject(engine, { now: 0, signal: new AbortController().signal, progress: () => undefined });
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const commit = (number: number, change: Partial<Commit>): Commit => ({
  sha: String(number).padStart(40, '0'),
  author: 'Ada',
  email: 'ada@example.org',
  time: number,
  message: `Work on part ${number}`,
  files: [{ path: 'README.md', insertions: 1, deletions: 0 }],
  ...change,
});
const ABOUT = {
  message: 'Stop the flicker when the buffer is flushed',
  files: [{ path: 'omega.ts', insertions: 1, deletions: 0 }],
};

async function firstAfter(commits: readonly Commit[], query = 'flicker of the flushed buffer') {
  await (await engine.store()).index(engine.scope).putCommits(commits);
  const { hits } = await searchProject(engine, query, SEARCH_DEFAULTS, { now: 0 });
  return hits[0];
}
const others = Array.from({ length: 200 }, (_, number) => commit(number + 1, {}));

describe('history', () => {
  it('puts the file that a commit about the same thing changed first, and names the commit', async () => {
    const first = await firstAfter([...others, commit(2000, ABOUT)]);
    expect(first?.path).toBe('omega.ts');
    expect(first?.reasons.find(({ rule }) => rule === 'history')?.detail).toContain('Stop the flicker');
  });
  it.each([
    ['a bot', { ...ABOUT, author: 'dependabot[bot]' }],
    [
      'many files at once',
      {
        ...ABOUT,
        files: Array.from({ length: 31 }, (_, number) => ({
          path: number === 0 ? 'omega.ts' : `${number}.ts`,
          insertions: 1,
          deletions: 1,
        })),
      },
    ],
  ])('does not count a commit of %s', async (_, change) => {
    expect((await firstAfter([...others, commit(2000, change)]))?.path).toBe('alpha.ts');
  });
  it.each([
    ['Stops the flicker of the flushed buffer', 'alpha.ts'],
    ['This function stops flicker of the flushed buffer', 'alpha.ts'],
    ['Does the flushed buffer flicker?', 'omega.ts'],
    ['stop the flicker of the flushed buffer', 'omega.ts'],
  ])('does not count for what describes one function: %s', async (query, path) => {
    expect((await firstAfter([...others, commit(2000, ABOUT)], query))?.path).toBe(path);
  });
  it('is left out while it is short', async () => {
    expect((await firstAfter([commit(2000, ABOUT)]))?.path).toBe('alpha.ts');
  });
});
