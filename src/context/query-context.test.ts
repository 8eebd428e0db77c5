import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleOptionsSchema } from '../core/context.ts';
import { SEARCH_DEFAULTS } from '../core/query.ts';
import { indexProject } from '../indexing/index-project.ts';
import { openEngine } from '../open-engine.ts';
import { searchProject } from '../search/search-project.ts';
import { queryContext } from './query-context.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-replies-'));
cpSync(fileURLToPath(new URL('../assembly', import.meta.url)), join(root, 'assembly'), { recursive: true });
const call = { now: 1000, signal: new AbortController().signal, progress: () => undefined };
const engineOf = (store: string) =>
  openEngine({
    root,
    settings: { store: join(root, '..', `${store}-${process.pid}.sqlite`), 'embedder.kind': 'none' },
    environment: {},
  });
const [engine, twin] = [engineOf('replies'), engineOf('twin')];

beforeAll(async () => {
  await indexProject(engine, call);
  await indexProject(twin, call);
});
afterAll(async () => {
  await Promise.all([engine.close(), twin.close()]);
  rmSync(root, { recursive: true, force: true });
  for (const file of readdirSync(tmpdir())) {
    if (file.includes(`-${process.pid}.sqlite`)) rmSync(join(tmpdir(), file), { force: true });
  }
});

/** Questions in the project's own words: the doc comments of its files. */
function questions(): string[] {
  const files = readdirSync(join(root, 'assembly'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .flatMap(
      (file) => readFileSync(join(root, 'assembly', file), 'utf8').match(/\/\*\* .{20,120}? \*\//g) ?? [],
    )
    .map((comment) => comment.slice(4, -3))
    .filter((_, place) => place % 3 === 0)
    .slice(0, 40);
}

const search = { ...SEARCH_DEFAULTS, limit: 200 };
const options = (maxItemsPerFile?: number) => ({
  ...search,
  ...assembleOptionsSchema.parse({ maxTokens: 1500, maxItemsPerFile }),
  map: undefined,
  fill: true,
});

describe('replies', () => {
  it('have every hit in items or excluded, and use the budget under a limit per file, too', async () => {
    const used: number[] = [];
    for (const question of questions()) {
      const { hits, certainty } = await searchProject(engine, question, search, call);
      for (const limit of [undefined, 1]) {
        const { items, excluded, tokenCount } = await queryContext(engine, question, options(limit), call);
        const told = new Set([...items, ...excluded].map(({ id }) => id));
        expect(hits.filter(({ id }) => !told.has(id))).toEqual([]);
        if (certainty === 'likely' && hits.length > 50) used.push(tokenCount / 1500);
      }
    }
    expect(used.length).toBeGreaterThan(20);
    const well = used.filter((share) => share >= 0.9).length;
    expect(well / used.length).toBeGreaterThanOrEqual(0.9);
  });

  it('are the same from another index of the tree, but for the ids of citations', async () => {
    const withoutIds = (text: string) => text.replaceAll(/\[[a-z]{3}-\d+\]/g, '[]');
    for (const question of questions().slice(0, 12)) {
      const [one, other] = await Promise.all(
        [engine, twin].map((each) => queryContext(each, question, options(), call)),
      );
      expect(withoutIds(other?.context ?? '')).toBe(withoutIds(one?.context ?? ''));
      expect(other?.tokenCount).toBe(one?.tokenCount);
    }
  });
});
