import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDossier } from '../index.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-reply-'));
const dossier = openDossier({
  root,
  settings: { store: join(root, 'store.sqlite'), 'embedder.kind': 'none' },
});

beforeAll(async () => {
  writeFileSync(
    join(root, 'upload.ts'),
    [
      "import { readFile } from './disk.ts';",
      "import { log } from './log.ts';",
      '',
      '/** Sends a file in parts. */',
      'export function uploadFile(path: string) {',
      '  return readFile(path);',
      '}',
      '',
    ].join('\n'),
  );
  writeFileSync(join(root, 'options.ts'), 'export interface UploadOptions {\n  parts: number;\n}\n');
  writeFileSync(join(root, 'disk.ts'), 'export function readFile(path: string) {\n  return path;\n}\n');
  writeFileSync(
    join(root, 'main.ts'),
    "import { uploadFile } from './upload.ts';\nexport function main() {\n  uploadFile('a');\n}\n",
  );
  await dossier.index();
});
afterAll(async () => {
  await dossier.close();
  rmSync(root, { recursive: true, force: true });
});

describe('a reply', () => {
  it('has the query, a line for each result, the files used and how much was left out', async () => {
    const reply = await dossier.query({ query: 'uploadFile' });
    expect(reply.query).toMatchObject({ text: 'uploadFile', certainty: 'likely' });
    expect(reply.results.map(({ id }) => id)).toEqual(reply.items.map(({ id }) => id));
    const result = reply.results.find(({ location }) => location?.path === 'upload.ts');
    expect(result?.preview).toContain('uploadFile');
    expect(result?.preview.length).toBeLessThanOrEqual(201);
    expect(reply.filesUsed).toContain('upload.ts');
    expect(reply.summary).toMatchObject({ included: reply.items.length, excluded: reply.excluded.length });
  });

  it('names what a block uses and what uses it, when asked to', async () => {
    const { context } = await dossier.query({ query: 'uploadFile', related: true });
    expect(context).toMatch(/Related: .*`readFile`/);
    expect(context).toMatch(/Related: .*`main`/);
    const without = await dossier.query({ query: 'uploadFile' });
    expect(without.context).not.toContain('Related:');
  });

  it('has only definitions of the types asked for, under either name of the option', async () => {
    const asked = { query: 'UploadOptions' };
    const typesOf = async (reply: ReturnType<typeof dossier.query>) =>
      new Set((await reply).items.map(({ entityType }) => entityType));
    for (const reply of [
      dossier.query({ ...asked, includeTypes: ['interface'] }),
      dossier.query({ ...asked, entityTypes: ['interface'] }),
    ]) {
      expect([...(await typesOf(reply))]).toEqual(['interface']);
    }
  });

  it('prints the imports a block uses, not the whole list', async () => {
    const location = { path: 'upload.ts', startLine: 5, endLine: 7 };
    const block = {
      id: '1',
      source: 'code',
      entityType: 'function',
      name: 'uploadFile',
      content: '',
    } as const;
    const { context } = await dossier.assembleItems({
      items: [{ ...block, relevance: 1, location }],
      imports: true,
      surroundingLines: 0,
    });
    expect(context).toContain("Imports: `import { readFile } from './disk.ts';`\n");
  });
});

describe('items of your own', () => {
  const item = {
    id: '1',
    source: 'memory',
    name: 'rule',
    content: 'Never on Friday.',
    relevance: 1,
  } as const;

  it('may have a type of your own', async () => {
    const { context, items } = await dossier.assembleItems({ items: [{ ...item, entityType: 'runbook' }] });
    expect(context).toContain('rule (runbook)');
    expect(items[0]?.entityType).toBe('runbook');
  });

  it('may not smuggle markup in with their type', async () => {
    const hostile = { ...item, entityType: 'x)\n# heading' };
    await expect(dossier.assembleItems({ items: [hostile] })).rejects.toThrow('must be a word or two');
  });
});
