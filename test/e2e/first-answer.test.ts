import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runBinary, temporaryFolder } from './run-binary.ts';

const folders: string[] = [];
afterEach(() => {
  // The process in the background may still write what it compiled.
  const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 200 };
  for (const folder of folders.splice(0)) rmSync(folder, options);
});

const FILES = 700;
/** A project that takes more than a moment to index. */
function largeProject(): string {
  const root = temporaryFolder();
  folders.push(root);
  writeFileSync(join(root, 'dossier.config.json'), '{}');
  mkdirSync(join(root, 'src'));
  for (let index = 0; index < FILES; index++) {
    const text = `export function part${index}() {\n  return ${index};\n}\n`;
    writeFileSync(join(root, 'src', `part${index}.ts`), text);
  }
  writeFileSync(join(root, 'src', 'upload.ts'), 'export function retryUpload() {\n  return 3;\n}\n');
  return root;
}

const environment = { DOSSIER_EMBEDDER_KIND: 'none' };
const statusOf = async (root: string) =>
  JSON.parse((await runBinary(['status', '--json'], { cwd: root, environment })).stdout);

test('the first question is answered at once, and another process indexes the rest', async () => {
  const root = largeProject();
  const first = await runBinary(['query', 'retryUpload', '--json'], { cwd: root, environment });
  const answer = JSON.parse(first.stdout);
  expect(answer.items[0].location.path).toBe('src/upload.ts');
  expect(answer.warnings.join()).toMatch(/From a quick scan; the index is \d+ % ready/);
  await expect
    .poll(async () => (await statusOf(root)).indexed, { timeout: 120_000, interval: 200 })
    .toBe(true);
  const status = await statusOf(root);
  expect(status.files).toBeGreaterThan(FILES);
  expect(status.indexing).toBeUndefined();
  const later = await runBinary(['query', 'retryUpload'], { cwd: root, environment });
  expect(later.stdout).toContain('src/upload.ts');
  expect(later.stderr).toBe('');
});

test('with index.background off the first question waits for the whole index', async () => {
  const root = largeProject();
  writeFileSync(join(root, 'dossier.config.json'), '{ "index": { "background": false } }');
  const first = await runBinary(['query', 'retryUpload', '--quiet'], { cwd: root, environment });
  expect(first.stdout).toContain('src/upload.ts');
  expect(await statusOf(root)).toMatchObject({ indexed: true });
});
