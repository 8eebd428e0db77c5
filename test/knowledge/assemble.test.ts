import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleItems } from '../../src/context/assemble-items.ts';
import { assembleOptionsSchema } from '../../src/core/context.ts';
import type { Engine } from '../../src/core/engine.ts';
import { CONTEXT_TYPES } from '../../src/core/vocabulary.ts';
import { assembleContext } from '../../src/knowledge/assemble-context.ts';
import { KNOWLEDGE_SOURCES } from '../../src/knowledge/knowledge-sources.ts';
import { assemble } from '../../src/operations/assemble.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { CERTAINTY_NOTES } from '../../src/search/search-project.ts';
import { forgetDeliveries, recordUsedCitations, sessionSummary } from '../../src/sessions/session-ledger.ts';
import { openFilledEngine } from './filled-engine.ts';
import { NOW, openTestEngine } from './open-test-engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openFilledEngine();
});
afterAll(() => engine.close());

const call = { now: NOW, signal: new AbortController().signal, progress: () => undefined };
const ask = (input: object = {}) =>
  runOperation(
    engine,
    assemble,
    { query: 'upload test fails', maxTokens: 2000, sourceTimeout: 30_000, ...input },
    call,
  );

describe('assemble', () => {
  it('a single source gives a text of that source alone, counted to the token', async () => {
    const result = await ask({ types: ['memories'] });
    expect(result.items.map(({ source }) => source)).toEqual(['memory', 'memory']);
    expect(result.context).toMatch(/^## Memories\n\n> \[mem-/);
    const counter = await engine.counter('o200k_base');
    expect(result.tokenCount).toBe(counter.count(result.context));
  });

  it('five sources answer in one text, each under its heading, with its share of the budget', async () => {
    const result = await ask();
    expect(result.sources.map(({ source }) => source).sort()).toEqual([
      'code',
      'commit',
      'experience',
      'memory',
      'value',
    ]);
    for (const heading of ['Memories', 'Code', 'Experiences', 'Values', 'Commits']) {
      expect(result.context).toContain(`## ${heading}\n`);
    }
    expect(result.warnings).toEqual([]);
    expect(result.tokenCount).toBeGreaterThan(0.45 * 2000);
  });

  it('within a source the most relevant comes first', async () => {
    const { items } = await ask();
    for (const source of ['memory', 'experience', 'commit']) {
      const scores = items.filter((item) => item.source === source).map(({ relevance }) => relevance);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }
  });

  it('never exceeds the budget, whatever it is, in any format', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 3000 }),
        fc.constantFrom('markdown', 'xml', 'json', 'plain', 'markdown+json'),
        fc.uniqueArray(fc.constantFrom(...CONTEXT_TYPES), { minLength: 1 }),
        async (maxTokens, format, types) => {
          const result = await ask({ maxTokens, format, types });
          const counter = await engine.counter('o200k_base');
          expect(counter.count(result.context)).toBeLessThanOrEqual(maxTokens);
          expect(result.tokenCount).toBe(counter.count(result.context));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('a small budget keeps the best of each source and says what was left out and why', async () => {
    const result = await ask({ maxTokens: 400 });
    expect(result.tokenCount).toBeLessThanOrEqual(400);
    expect(result.items.length).toBeGreaterThan(1);
    expect(result.excluded.some(({ reason }) => reason === 'budget')).toBe(true);
  });

  it('nothing is cut by the cap of an item while most of the budget is free', async () => {
    const result = await ask({ types: ['experiences'], limit: 2, maxTokens: 700 });
    expect(result.items).toHaveLength(2);
    expect(result.items.every(({ truncated }) => !truncated)).toBe(true);
  });

  it('the same experience behind two items is shown once', async () => {
    const { items } = await ask({ maxTokens: 8000 });
    const experiences = items.filter(({ source }) => source === 'experience').map(({ id }) => id);
    expect(new Set(experiences).size).toBe(experiences.length);
  });

  it('the same text from two sources is shown once, where it is more relevant', async () => {
    const text = 'Pin the zone in tests of dates: the container runs in UTC and the laptop does not.';
    const shownFrom = async (memory: number, commit: number) => {
      const item = { entityType: 'concept' as const, name: 'zone', content: text, reasons: [] };
      const { items, excluded } = await assembleItems(
        engine,
        [
          { ...item, id: 'm', source: 'memory', relevance: memory },
          { ...item, id: 'c', source: 'commit', relevance: commit },
        ],
        assembleOptionsSchema.parse({ maxTokens: 500 }),
      );
      expect(excluded.map(({ reason }) => reason)).toEqual(['duplicate']);
      return items.map(({ source }) => source);
    };
    expect(await shownFrom(0.9, 0.4)).toEqual(['memory']);
    expect(await shownFrom(0.4, 0.9)).toEqual(['commit']);
  });

  it('two functions of one file are both shown', async () => {
    const { items } = await ask({ query: 'uploadFile purgeUploads', types: ['code'], surroundingLines: 0 });
    const shown = items.filter(({ location }) => location?.path === 'src/upload.ts');
    const lines = shown.reduce(
      (sum, { location }) => sum + (location?.endLine ?? 0) - (location?.startLine ?? 0) + 1,
      0,
    );
    expect(lines).toBe(6);
  });

  it('code that is only possibly meant is shown, and a warning says so', async () => {
    const { items, warnings } = await ask({ query: 'upload retry', types: ['code', 'documents'] });
    expect(items.map(({ location }) => location?.path)).toContain('src/upload.ts');
    expect(warnings).toEqual([CERTAINTY_NOTES.possibly]);
  });

  it('sources without results leave no heading, and nothing at all is no error', async () => {
    const empty = openTestEngine();
    const types = ['memories', 'experiences', 'values'];
    const result = await runOperation(empty, assemble, { query: 'anything', types, maxTokens: 500 }, call);
    expect(result).toMatchObject({ context: '', tokenCount: 0, items: [] });
    expect(assemble.print(result)).toBe('Nothing is known about this yet.');
    await empty.close();
    const some = await ask({ query: 'bucket' });
    expect(some.context).not.toContain('## Experiences');
  });

  it('an unknown source is refused with the names there are', async () => {
    await expect(ask({ types: ['dreams'] })).rejects.toThrow(/types/);
  });

  it('one source throws, another hangs: the others arrive and both are named', async () => {
    const result = await assembleContext(
      engine,
      {
        query: 'upload test fails',
        types: ['memories', 'experiences', 'commits', 'values'],
        limit: 10,
        sourceTimeout: 10_000,
      },
      assembleOptionsSchema.parse({ maxTokens: 2000, groupBy: 'source', prose: 'quoted' }),
      call,
      {
        ...KNOWLEDGE_SOURCES,
        commits: () => new Promise(() => undefined),
        values: async () => Promise.reject(new Error('disk gone')),
      },
    );
    expect(result.sources.map(({ source }) => source)).toEqual(['memory', 'experience']);
    expect(result.warnings).toEqual([
      'commits: left out, commits did not answer within 10000 ms.',
      'values: left out, disk gone',
    ]);
  });

  it('filters by time and author reach the sources', async () => {
    expect((await ask({ types: ['commits'], since: '2d' })).items.length).toBeLessThan(
      (await ask({ types: ['commits'] })).items.length,
    );
    expect((await ask({ types: ['commits'], author: 'nobody' })).items).toEqual([]);
  });
});

describe('a session is not told twice', () => {
  it('the second answer leaves out what the first gave and names it in one line', async () => {
    const first = await ask({ session: 'a' });
    const second = await ask({ session: 'a' });
    expect(second.tokenCount).toBeLessThan(first.tokenCount);
    const sent = second.excluded.filter(({ reason }) => reason === 'already-sent').map(({ id }) => id);
    expect(sent).toEqual(
      expect.arrayContaining(first.items.filter((item) => !item.truncated).map(({ id }) => id)),
    );
    expect(second.context).toContain('Already sent in this session: [');
    expect((await ask({ session: 'b' })).tokenCount).toBe(first.tokenCount);
  });

  it('the ledger counts deliveries, tokens and the citations an answer used', async () => {
    const { items } = await ask({ session: 'c' });
    const citation = items[0]?.citation ?? '';
    expect(await recordUsedCitations(engine, 'c', `As [${citation}] says, not [mem-zzzzz].`, NOW)).toEqual([
      citation,
    ]);
    expect(await recordUsedCitations(engine, 'c', `Again [${citation}].`, NOW)).toEqual([]);
    expect((await sessionSummary(engine, 'c')).summary).toMatchObject({
      deliveries: 1,
      citationsUsed: 1,
      items: items.length,
    });
  });

  it('after a reset everything is new again', async () => {
    const first = await ask({ session: 'd' });
    expect(await forgetDeliveries(engine, 'd')).toBe(1);
    expect((await ask({ session: 'd' })).context).toBe(first.context);
  });
});
