import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEARCH_DEFAULTS } from '../core/query.ts';
import { indexProject } from '../indexing/index-project.ts';
import { openEngine } from '../open-engine.ts';
import { searchProject } from './search-project.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-spelling-'));
const engine = openEngine({
  root,
  settings: { store: join(root, 'store.sqlite'), 'embedder.kind': 'none' },
  environment: {},
});
const call = { now: 1000, signal: new AbortController().signal, progress: () => undefined };

beforeAll(async () => {
  for (let file = 0; file < 30; file++) {
    const body = `export function budget${file}() {\n  return 'the budget of part ${file} of zin and xen';\n}\n`;
    writeFileSync(join(root, `part-${file}.ts`), body);
  }
  writeFileSync(join(root, 'enforce.ts'), 'export function enforceBudget() {\n  return "enforced";\n}\n');
  writeFileSync(join(root, 'sse.ts'), 'export function openSse() {\n  return "text/event-stream";\n}\n');
  writeFileSync(
    join(root, 'spelling.test.ts'),
    'const typed = "where is the budgett";\nconst budgetr = typed;\n',
  );
  await indexProject(engine, call);
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const ask = (text: string) => searchProject(engine, text, SEARCH_DEFAULTS, call);

describe('a misspelt word that someone else misspelt the same way', () => {
  it('is looked for in both spellings', async () => {
    const { query, hits, certainty } = await ask('where is the budgett enforced');
    expect(query.rewrites).toEqual([{ from: 'budgett', to: 'budget' }]);
    expect(query.expansions.map(({ term }) => term)).toContain('budgett');
    expect(certainty).not.toBe('nothing');
    expect(hits.slice(0, 3).map(({ path }) => path)).toContain('enforce.ts');
  });
});

describe('words the project knows by their initials', () => {
  it('find it', async () => {
    const { query, hits } = await ask('push server sent events to browsers');
    expect(query.expansions).toContainEqual(
      expect.objectContaining({ term: 'sse', of: 'server sent events' }),
    );
    expect(hits.map(({ path }) => path)).toContain('sse.ts');
  });
});

describe('a short word of another language that its list does not have', () => {
  it('is not taken for a misspelt English one', async () => {
    const { query } = await ask('wo wird das parz budget geprüft');
    expect(query.language).toBe('de');
    expect(query.rewrites.map(({ from }) => from)).not.toContain('parz');
    const english = await ask('where is the parz budget checked');
    expect(english.query.rewrites).toContainEqual({ from: 'parz', to: 'part' });
  });
  it('is not split into two short words', async () => {
    const rewritten = async (text: string) => (await ask(text)).query.rewrites.map(({ to }) => to);
    expect(await rewritten('where is the zinxen checked')).toContain('zin xen');
    expect(await rewritten('wo wird das zinxen geprüft')).not.toContain('zin xen');
    expect(await rewritten('wo wird partbudget geprüft')).toContain('part budget');
  });
});
