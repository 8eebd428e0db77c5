import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { isMaskedOtherwise } from '../../src/indexing/mask-rules.ts';
import { openEngine } from '../../src/open-engine.ts';
import { binary, runBinary, temporaryFolder } from './run-binary.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function project(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const environment = { DOSSIER_EMBEDDER_KIND: 'none' };

test('index and status answer in words and in JSON', async () => {
  const root = project({ 'a.ts': 'export function a() {}\n', 'dossier.config.json': '{}' });
  const before = await runBinary(['status'], { cwd: root, environment });
  expect(before.stdout).toContain('not indexed yet');
  const indexed = await runBinary(['index', '--json'], { cwd: root, environment });
  expect(JSON.parse(indexed.stdout)).toMatchObject({ units: 1, skipped: expect.any(Array) });
  const after = await runBinary(['status'], { cwd: root, environment });
  expect(after.stdout).toContain('typescript 1');
});

test('many files are prepared and embedded by workers, and the report waits for them', async () => {
  const code = (file: number) =>
    Array.from({ length: 12 }, (_, at) => `export function f${file}x${at}() {}\n`).join('');
  const files = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`src/f${at}.ts`, code(at)]));
  const root = project({ ...files, 'dossier.config.json': '{}' });
  // Elsewhere, or what the process keeps there would count as a file of the project.
  const environment = { XDG_CACHE_HOME: project({}) };
  const indexed = await runBinary(['index', '--json'], { cwd: root, environment });
  expect(indexed.status).toBe(0);
  expect(JSON.parse(indexed.stdout)).toMatchObject({ indexed: 601, units: 7200, warnings: [] });
  const status = await runBinary(['status', '--json'], { cwd: root, environment });
  expect(JSON.parse(status.stdout)).toMatchObject({ chunks: 7200, vectors: 7200 });
});

test('a folder and a file without permission are named in the report, the rest is indexed', async () => {
  const root = project({
    'a.ts': 'export const a = 1;\n',
    'closed/b.ts': 'x',
    'c.ts': 'x',
    'dossier.config.json': '{}',
  });
  chmodSync(join(root, 'c.ts'), 0);
  chmodSync(join(root, 'closed'), 0);
  // Root may read everything: then the binary runs as a user who may not.
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  if (nobody.uid !== undefined) chownSync(root, nobody.uid, nobody.gid);
  const child = spawn(
    process.execPath,
    [binary, 'index', '--json', '--store', join(root, '.cache', 's.sqlite')],
    {
      ...nobody,
      cwd: root,
      env: { ...process.env, ...environment, HOME: root },
    },
  );
  let output = '';
  for await (const part of child.stdout.setEncoding('utf8')) output += part;
  chmodSync(join(root, 'closed'), 0o755);
  expect(JSON.parse(output)).toMatchObject({
    indexed: expect.any(Number),
    skipped: expect.arrayContaining([
      { path: 'closed/', reason: 'unreadable' },
      { path: 'c.ts', reason: 'unreadable' },
    ]),
  });
});

test('while watching, a changed file is in the index soon, also in a process that runs kept code', async () => {
  const root = project({ 'a.ts': 'export function first() {}\n', 'dossier.config.json': '{}' });
  const units = async () => {
    const status = await runBinary(['status', '--json'], { cwd: root, environment });
    return Number(JSON.parse(status.stdout).units);
  };
  const until = (wanted: number) => expect.poll(units, { interval: 200 }).toBe(wanted);
  for (const run of [1, 2]) {
    const child = spawn(process.execPath, [binary, 'index', '--watch'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...environment, XDG_CACHE_HOME: join(root, '.cache-of-test') },
    });
    const closed = new Promise<string | null>((resolve) =>
      child.on('close', (_status, signal) => resolve(signal)),
    );
    let told = '';
    child.stderr.on('data', (text) => {
      told += text;
    });
    try {
      await expect.poll(() => told).toContain('watching');
      await until(1);
      writeFileSync(join(root, `b${run}.ts`), 'export function second() {}\nexport function third() {}\n');
      await until(3);
      rmSync(join(root, `b${run}.ts`));
      await until(1);
    } finally {
      child.kill('SIGINT');
      told += (await closed) ?? '';
    }
    expect(told).not.toContain('SIG');
    expect(told).not.toMatch(/warning|import/i);
  }
});

test('after a new mask rule the first question has the files masked by it in the background', async () => {
  const root = project({ 'a.ts': 'export const tide = "acme_tidal";\n', 'dossier.config.json': '{}' });
  const store = join(project({}), 'store.sqlite');
  const masking = { ...environment, DOSSIER_SECRETS_MASK: 'acme_*', XDG_CACHE_HOME: project({}) };
  await runBinary(['index', '--store', store], { cwd: root, environment });
  const asked = await runBinary(['query', 'tide', '--store', store], { cwd: root, environment: masking });
  expect(asked).toMatchObject({ status: 0, stderr: '' });
  expect(asked.stdout).not.toContain('acme_tidal');
  const engine = openEngine({ root, settings: { store, 'secrets.mask': ['acme_*'] }, environment: {} });
  const index = (await engine.store()).index(engine.scope);
  await vi.waitFor(async () => expect(await isMaskedOtherwise(index, engine.config.secrets)).toBe(false), {
    timeout: 100_000,
    interval: 100,
  });
  await engine.close();
});
