import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEARCH_DEFAULTS } from '../core/query.ts';
import { indexProject } from '../indexing/index-project.ts';
import { openEngine } from '../open-engine.ts';
import { openIdeas } from './ideas.ts';
import { packIdeas } from './pack-ideas.ts';
import { searchProject } from './search-project.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-ideas-'));
const engine = openEngine({ root, settings: { store: join(root, 'store.sqlite') }, environment: {} });
const call = { now: 1000, signal: new AbortController().signal, progress: () => undefined };

beforeAll(async () => {
  const files = {
    'csrf.ts': 'export function checkCsrf(request: Request) {\n  return request.headers.get("x-csrf");\n}\n',
    'form.ts': 'export function submitForm(browser: Browser) {\n  return browser.submit("form");\n}\n',
    'site.ts': 'export function openSite(browser: Browser) {\n  return browser.open("site");\n}\n',
    'breaker.ts': 'export class CircuitBreaker {\n  trip() {\n    this.open = true;\n  }\n}\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  await indexProject(engine, call);
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const ask = (text: string) => searchProject(engine, text, SEARCH_DEFAULTS, call);
const hintsOf = async (text: string) => {
  const { query } = await ask(text);
  return query.expansions.filter(({ isHint }) => isHint).map(({ term }) => term);
};

describe('an idea described in other words', () => {
  it('is looked for by the name the project uses', async () => {
    const { hits } = await ask(
      'stop a foreign page from making a logged in visitor submit something unwillingly',
    );
    expect(hits[0]?.path).toBe('csrf.ts');
  });
  it('is found by the words of a compound written as one name', async () => {
    expect(await hintsOf('stop calling a service for a while after it failed too often')).toContain(
      'circuitbreaker',
    );
  });
  it('is no reason to be surer', async () => {
    const { ideas: _, ...without } = engine;
    for (const text of [
      'stop a foreign page from making a visitor do things unwillingly',
      'stop calling a service for a while after it failed too often',
    ]) {
      const { evidence, certainty } = await searchProject(without, text, SEARCH_DEFAULTS, call);
      expect(await ask(text)).toMatchObject({ evidence, certainty });
    }
  });
  it('adds nothing the project does not have', async () => {
    const hints = await hintsOf('count roughly how many different visitors came without storing them all');
    expect(hints.some((term) => /hyperloglog|hll|cardinality/.test(term))).toBe(false);
  });
  it('leaves names, paths and descriptions of a function alone', async () => {
    expect(await hintsOf('CircuitBreaker.trip')).toEqual([]);
    expect(await hintsOf('src/breaker.ts')).toEqual([]);
    expect(await hintsOf('Stops the calls of a service for a while after it failed too often')).toEqual([]);
  });
});

describe('packed ideas', () => {
  it('are found by words and meaning, the nearest first, and comments are none', async () => {
    const embedder = await engine.embedder();
    if (embedder === undefined) throw new Error('the packaged model is missing');
    const text =
      '# a < comment\nlru eviction < make room by dropping what was not used for long\nrate-limit < slow down who asks too often | too many calls in a minute';
    const packed = await packIdeas(text, embedder);
    expect(packed.names).toBe('lru eviction|rate-limit');
    expect([...packed.starts]).toEqual([0, 1, 3]);
    expect(packed.signs).toHaveLength((3 * embedder.dimensions) / 8);
    const question = 'someone calls us too often in one minute';
    const [first] = openIdeas(packed).describedIn(question, await embedder.embedQuery(question));
    expect(first?.names).toEqual(['rate-limit']);
    expect(first?.likeness).toBeLessThanOrEqual(1);
  });
});

describe('the list of ideas', () => {
  const lines = readFileSync('words/ideas.txt', 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  it('has names and descriptions on every line, in order, each idea once', () => {
    const firsts = lines.map((line) => {
      expect(line).toMatch(
        /^[a-z0-9.+#'/_-]+( [a-z0-9.+#'/_-]+)* < [a-z0-9 .+#'/_-]+( \| [a-z0-9 .+#'/_-]+)*$/,
      );
      return line.split(' ')[0];
    });
    expect(firsts).toEqual([...new Set(firsts)].sort());
  });
});
