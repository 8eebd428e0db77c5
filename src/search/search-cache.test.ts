import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../open-engine.ts';
import { indexOperation } from '../operations/index-project.ts';
import { query } from '../operations/query.ts';
import { runOperation } from '../operations/run-operation.ts';
import { createSearchCache } from './search-cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'dossier-recent-'));
const engine = {
  ...openEngine({ root: folder, environment: {}, settings: { store: join(folder, 'index.sqlite') } }),
  searchCache: createSearchCache(),
};
const at = (now: number) => ({ now, signal: new AbortController().signal, progress: () => undefined });
const ask = (maxTokens: number, now = 0) =>
  runOperation(engine, query, { query: 'retry the upload', maxTokens }, at(now));

beforeAll(async () => {
  writeFileSync(join(folder, 'upload.ts'), 'export function retryUpload() {\n  return retry(upload);\n}\n');
  await runOperation(engine, indexOperation, {}, at(0));
});
afterAll(() => engine.close());

describe('recent searches', () => {
  it('are fitted to another budget without searching again', async () => {
    expect((await ask(500)).stats.cacheHit).toBe(false);
    const again = await ask(300);
    expect(again.stats.cacheHit).toBe(true);
    expect(again.tokenCount).toBeLessThanOrEqual(300);
    expect(again.items.map(({ location }) => location?.path)).toContain('upload.ts');
  });

  it('are made anew when their time is over or the index changed', async () => {
    expect((await ask(400, 31_000)).stats.cacheHit).toBe(false);
    expect((await ask(400, 31_001)).stats.cacheHit).toBe(true);
    writeFileSync(join(folder, 'download.ts'), 'export function retryDownload() {\n  return retry();\n}\n');
    await runOperation(engine, indexOperation, {}, at(31_002));
    expect((await ask(400, 31_003)).stats.cacheHit).toBe(false);
  });
});
