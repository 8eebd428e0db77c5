import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dossier, openDossier } from '../../src/index.ts';

let folder: string;
let dossier: Dossier;
const environment = () => ({ XDG_CACHE_HOME: join(folder, 'cache') });
const FILES = {
  'api/src/limits.ts': 'export function limitRequests(perMinute: number) {\n  return perMinute * 2;\n}\n',
  'web/src/limits.ts': 'export function showRequestLimit(perMinute: number) {\n  return `${perMinute}`;\n}\n',
  'secret/notes.ts': 'export const requestLimit = "never indexed";\n',
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-roots-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const name of ['api', 'web']) {
    const project = openDossier({ root: join(folder, name), environment: environment() });
    await project.index({});
    await project.close();
  }
  dossier = openDossier({
    root: join(folder, 'api'),
    also: [join(folder, 'web'), join(folder, 'secret'), join(folder, 'nowhere'), join(folder, 'api')],
    environment: environment(),
  });
});
afterAll(async () => {
  await dossier.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('several roots in one query', () => {
  it('are printed with the way to each, read from their own folders', async () => {
    const { context, items } = await dossier.query({ query: 'limit of requests per minute' });
    const paths = items.map(({ location }) => location?.path);
    expect(paths.sort()).toEqual(['../web/src/limits.ts', 'src/limits.ts']);
    expect(context).toContain('function limitRequests');
    expect(context).toContain('function showRequestLimit');
  });
  it('follow the files as they are now', async () => {
    const path = join(folder, 'web/src/limits.ts');
    writeFileSync(path, `${'const filler = 1;\n'.repeat(20)}\n${FILES['web/src/limits.ts']}`);
    const { items, context } = await dossier.query({ query: 'showRequestLimit' });
    const found = items.find(({ name }) => name.includes('showRequestLimit'))?.location;
    expect(found).toMatchObject({ path: '../web/src/limits.ts', endLine: 24 });
    expect(context).toContain('function showRequestLimit');
  });
  it('are listed together, best first', async () => {
    const { hits } = await dossier.search({ query: 'showRequestLimit' });
    expect(hits[0]?.path).toBe('../web/src/limits.ts');
    expect(hits.map(({ score }) => score)).toEqual([...hits.map(({ score }) => score)].sort((a, b) => b - a));
  });
  it('that cannot be searched are named, and the others still answer', async () => {
    const { warnings, items } = await dossier.query({ query: 'limit of requests per minute' });
    expect(items.length).toBeGreaterThan(0);
    expect(warnings.join('\n')).toMatch(/\.\.\/secret was left out: .* is not indexed yet/);
    expect(warnings.join('\n')).toMatch(/\.\.\/nowhere was left out: there is no folder/);
  });
});
