import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryContext } from '../../src/context/query-context.ts';
import { assembleOptionsSchema } from '../../src/core/context.ts';
import type { Engine } from '../../src/core/engine.ts';
import { SEARCH_DEFAULTS, type SearchOptions } from '../../src/core/query.ts';
import { indexProject } from '../../src/indexing/index-project.ts';
import { openEngine } from '../../src/open-engine.ts';
import { searchProject } from '../../src/search/search-project.ts';
import { suggestQuery } from '../../src/search/suggest-query.ts';
import { CORPUS } from './corpus.ts';

let root: string;
let engine: Engine;
const call = { now: 0 };

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dossier-ranking-'));
  for (const [path, text] of Object.entries(CORPUS)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  engine = openEngine({
    root,
    environment: {},
    settings: { store: join(root, '..', `${root.split('/').at(-1)}.sqlite`), 'embedder.kind': 'none' },
  });
  await indexProject(engine, { now: 0, signal: new AbortController().signal, progress: () => undefined });
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
  rmSync(`${root}.sqlite`, { force: true });
});

const search = (text: string, options: Partial<SearchOptions> = {}) =>
  searchProject(engine, text, { ...SEARCH_DEFAULTS, ...options }, call);
const filesOf = async (text: string, options: Partial<SearchOptions> = {}) => [
  ...new Set((await search(text, options)).spread().map(({ path }) => path)),
];
const firstOf = async (text: string, options: Partial<SearchOptions> = {}) => {
  const [hit] = (await search(text, options)).spread();
  return hit === undefined ? undefined : `${hit.path} ${hit.qualifiedName}`;
};

describe('the first hit', () => {
  it.each([
    ['a class by its name', 'SessionStore', 'src/session/session-store.ts SessionStore'],
    ['a name in other case', 'sessionstore', 'src/session/session-store.ts SessionStore'],
    ['the name in the letters that were written', 'Ticket', 'src/desk/waiting-line.ts Ticket'],
    ['and not the one in other letters', 'ticket', 'src/desk/waiting-line.ts ticket'],
    [
      'a method by its qualified name',
      'Invoice.total_with_tax',
      'src/billing/invoice.py Invoice.total_with_tax',
    ],
    [
      'a method with another separator',
      'Invoice::total_with_tax',
      'src/billing/invoice.py Invoice.total_with_tax',
    ],
    [
      'a function qualified by its file',
      'retry_policy.retryDelay or retry-policy::retryDelay',
      'src/upload/retry-policy.ts retryDelay',
    ],
    [
      'a method in a question',
      'when does closeIdle forget a session?',
      'src/session/session-store.ts SessionStore.closeIdle',
    ],
    ['words only the doc comment has', 'who is signed in', 'src/session/session-store.ts SessionStore'],
    [
      'a question without names',
      'how long do we wait before the next attempt',
      'src/upload/retry-policy.ts retryDelay',
    ],
    ['a file name', 'rate-limit.ts', 'src/http/rate-limit.ts createRateLimit'],
    ['a place', 'src/upload/upload-part.ts:7', 'src/upload/upload-part.ts uploadPart'],
    [
      'an error message',
      'Error: upload gave up after too many attempts',
      'src/upload/upload-part.ts uploadPart',
    ],
    ['a misspelt name', 'RetyrDelay', 'src/upload/retry-policy.ts retryDelay'],
  ])('is right for %s', async (_, text, expected) => expect(await firstOf(text)).toBe(expected));
});

describe('the order of files', () => {
  it('has the definition before its test, its example, its declaration and its barrel', async () => {
    const files = await filesOf('close idle sessions of the session store');
    const place = (path: string) => files.indexOf(path);
    expect(place('src/session/session-store.ts')).toBe(0);
    for (const lower of ['test/session-store.test.ts', 'src/types.d.ts', 'docs/sessions.md']) {
      expect(place(lower)).toBeGreaterThan(0);
    }
  });
  it('has the test first when tests are asked for', async () => {
    expect((await filesOf('tests of the rate limit window'))[0]).toBe('test/rate-limit.test.ts');
  });
  it('has the document first when documents are asked for', async () => {
    expect((await filesOf('documentation of session cookies'))[0]).toBe('docs/sessions.md');
  });
  it('shows several files, not one file several times', async () => {
    const spread = (await search('session', { limit: 4 })).spread();
    expect(new Set(spread.map(({ path }) => path)).size).toBeGreaterThanOrEqual(3);
  });
});

describe('a stack trace', () => {
  const trace = `Error: upload gave up after too many attempts
    at uploadPart (file:///srv/app/src/upload/upload-part.ts:9:36)
    at async main (file:///srv/app/examples/upload.ts:4:1)`;
  it('goes straight to the lines of its frames', async () => {
    const found = await search(trace);
    const spread = found.spread();
    expect(found.query.kind).toBe('trace');
    expect(spread.slice(0, 2).map(({ path }) => path)).toEqual([
      'src/upload/upload-part.ts',
      'examples/upload.ts',
    ]);
    expect(spread[0]?.reasons).toContainEqual(expect.objectContaining({ rule: 'named-place' }));
  });
});

describe('filters', () => {
  it('keep to a folder, a language, a kind of definition', async () => {
    expect(await filesOf('session', { paths: ['src/http'] })).toEqual(['src/http/router.ts']);
    expect(await filesOf('total of the lines', { languages: ['python'] })).toEqual([
      'src/billing/invoice.py',
    ]);
    const { hits } = await search('session', { entityTypes: ['class'] });
    expect(new Set(hits.map(({ entityType }) => entityType))).toEqual(new Set(['class']));
  });
  it('leave out what scores below the minimum', async () => {
    const all = (await search('session token')).hits;
    const some = (await search('session token', { minScore: (all[0]?.score ?? 0) * 0.9 })).hits;
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(all.length);
  });
});

describe('nothing relevant', () => {
  it.each([
    'kubernetes ingress annotations for canary deployments',
    'How does the quaternion interpolation keep the camera from tilting?',
    'GraphQLSchemaStitcher',
  ])('is the answer to: %s', async (text) => {
    const { certainty, hits } = await search(text);
    expect({ certainty, hits: hits.length }).toEqual({ certainty: 'nothing', hits: 0 });
    const context = await queryContext(
      engine,
      text,
      { ...SEARCH_DEFAULTS, ...assembleOptionsSchema.parse({}) },
      call,
    );
    expect(context.items).toEqual([]);
    expect(context.warnings.join()).toContain('Nothing relevant');
  });
});

describe('a context for a query', () => {
  const ask = (text: string, options: object = {}) =>
    queryContext(
      engine,
      text,
      { ...SEARCH_DEFAULTS, limit: 200, ...assembleOptionsSchema.parse(options) },
      call,
    );
  it('holds the whole function asked for and stays inside its budget', async () => {
    const context = await ask('retry delay of uploads', { maxTokens: 600 });
    expect(context.context).toContain('export function retryDelay(attempt: number)');
    expect(context.tokenCount).toBeLessThanOrEqual(600);
  });
  it.each(['session token', 'retry delay of uploads', 'how are uploads retried', 'invoice total'])(
    'every hit of "%s" is in items or excluded, whatever the limits',
    async (text) => {
      const { hits } = await search(text, { limit: 200 });
      for (const options of [{}, { maxTokens: 200 }, { maxItemsPerFile: 1 }, { maxItems: 2, map: 200 }]) {
        const context = await ask(text, options);
        const told = new Set([...context.items, ...context.excluded].map(({ id }) => id));
        expect(hits.filter(({ id }) => !told.has(id))).toEqual([]);
      }
    },
  );
  it('is the same text for the same question', async () => {
    expect((await ask('session cookie')).context).toBe((await ask('session cookie')).context);
  });
  it('gives every item its reasons', async () => {
    for (const { reasons } of (await ask('session cookie')).items) expect(reasons.length).toBeGreaterThan(0);
  });
});

describe('failures', () => {
  it('of one strategy become a warning while the others answer', async () => {
    const broken: Engine = {
      ...engine,
      embedder: async () => ({
        model: 'broken',
        dimensions: 2,
        embedDocuments: async () => [],
        embedQuery: async () => {
          throw new Error('the model is away');
        },
      }),
    };
    const found = await searchProject(broken, 'session store', SEARCH_DEFAULTS, call);
    expect(found.hits.length).toBeGreaterThan(0);
    expect(found.warnings.join()).toContain('the model is away');
  });
  it('an empty query and an empty index are said to be so', async () => {
    await expect(search('  ')).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

it('suggestions complete a name that was typed as words', async () => {
  const [first] = await suggestQuery(engine, 'where is close idl', 3);
  expect(first).toMatchObject({ text: 'closeIdle', kind: 'name' });
});

it('suggestions complete the last word', async () => {
  const suggestions = await suggestQuery(engine, 'where is closeI', 3);
  expect(suggestions[0]).toMatchObject({ text: 'closeIdle', kind: 'name' });
});
