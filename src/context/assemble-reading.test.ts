import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assembleOptionsSchema, type Context } from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import type { Hit } from '../core/query.ts';
import { SEARCH_DEFAULTS } from '../core/query.ts';
import { indexProject } from '../indexing/index-project.ts';
import { openEngine } from '../open-engine.ts';
import { searchProject } from '../search/search-project.ts';
import { assembleReading } from './assemble-reading.ts';
import { mergeParts, readItems, unreadItems } from './items-of-hits.ts';
import { contextOfHits } from './query-context.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-reading-'));
cpSync(fileURLToPath(new URL('../assembly', import.meta.url)), join(root, 'assembly'), { recursive: true });
const engine = openEngine({
  root,
  settings: { store: join(root, 'store.sqlite'), 'embedder.kind': 'none' },
  environment: {},
});
const call = { now: 1000, signal: new AbortController().signal, progress: () => undefined };
const questions = ['how are passages cut to fit the budget', 'duplicates', 'render a block as markdown'];
let found: readonly (readonly Hit[])[] = [];

beforeAll(async () => {
  await indexProject(engine, call);
  const search = { ...SEARCH_DEFAULTS, limit: 200 };
  const results = await Promise.all(
    questions.map((question) => searchProject(engine, question, search, call)),
  );
  found = results.map(({ hits }) => hits);
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const options = fc.record({
  deduplicate: fc.boolean(),
  maxTokens: fc.integer({ min: 0, max: 12_000 }),
  map: fc.integer({ min: 0, max: 800 }),
  surroundingLines: fc.integer({ min: 0, max: 3 }),
  truncation: fc.constantFrom('signature' as const, 'none' as const, 'outline' as const),
  format: fc.constantFrom('markdown' as const, 'xml' as const, 'plain' as const),
  selection: fc.constantFrom('relevance' as const, 'relevance' as const, 'density' as const),
  maxItemShare: fc.option(fc.double({ min: 0.05, max: 1, noNaN: true }), { nil: undefined }),
  maxItemsPerFile: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  leastRelevance: fc.constantFrom(0, 0, 0.3, 0.8),
});

test('a context for which few files are read prints the blocks of one for which all are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: questions.length - 1 }),
      options,
      async (question, { leastRelevance, ...given }) => {
        const items = unreadItems(found[question] ?? []);
        // A map may name near-copies that were not read, and what it costs is lost to the blocks.
        const map = given.deduplicate ? 0 : given.map;
        const fitting = assembleOptionsSchema.parse({ ...given, map });
        const printing = { leastRelevance, note: 'More:', beside: [] };
        const assembled = (isLazy: boolean) =>
          assembleReading(engine, items, fitting, {
            printing,
            async read(some, tokens) {
              const wanted = tokens === undefined ? undefined : { tokens, leastRelevance, pin: [] };
              const read = await readItems(engine, some, isLazy ? wanted : undefined);
              return { ...read, items: await mergeParts(engine, read, fitting.maxTokens) };
            },
          });
        const [lazy, eager] = [await assembled(true), await assembled(false)];
        expect(blocksOf(lazy.context)).toEqual(blocksOf(eager.context));
        expect(lazy.context.context).toBe(eager.context.context);
        expect(lazy.context.tokenCount).toBeLessThanOrEqual(fitting.maxTokens);
      },
    ),
    { numRuns: 30 },
  );
});

function blocksOf({ items }: Context) {
  return items.map(({ alternatives, ...item }) => item);
}

function countingReads(read: string[]): Engine {
  return {
    ...engine,
    reader: async () => {
      const reader = await engine.reader();
      return {
        stat: reader.stat,
        read(path, given) {
          read.push(path);
          return reader.read(path, given);
        },
      };
    },
  };
}

test('only files that can be printed are read, and those that changed since they were indexed', async () => {
  const hits = found[0] ?? [];
  const contextOf = async (maxTokens: number) => {
    const read: string[] = [];
    const given = assembleOptionsSchema.parse({ maxTokens, map: 200 });
    const context = await contextOfHits(
      countingReads(read),
      { hits, certainty: 'likely', query: { kind: 'question' } },
      given,
    );
    return { context, maxTokens, unread: hits.filter(({ path }) => !read.includes(path)) };
  };
  const contexts = await Promise.all([600, 800, 1000, 1200, 1400, 1600, 1800, 2000].map(contextOf));
  // Where a small hole is left, all are read.
  const lazy = contexts.filter(({ unread }) => unread.length > 20);
  expect(lazy.length).toBeGreaterThan(contexts.length / 2);
  const isNamed = ({ context, unread }: (typeof lazy)[number]) =>
    unread.some(({ path }) => context.map.some((place) => place.path === path));
  expect(lazy.some(isNamed)).toBe(true);
  const { maxTokens, unread } = lazy[0]!;
  const changed = unread[0]!.path;
  writeFileSync(join(root, changed), '// shorter\n');
  expect((await contextOf(maxTokens)).unread.map(({ path }) => path)).not.toContain(changed);
});
