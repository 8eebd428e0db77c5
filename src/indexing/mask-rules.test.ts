import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../core/engine.ts';
import { openEngine } from '../open-engine.ts';
import { indexProject } from './index-project.ts';
import { maskedHashes } from './mask-rules.ts';

const call = { now: 1000, signal: new AbortController().signal, progress: () => undefined };
const PASSWORD = 'hunter2-hunter2-hunter2';
let root: string;
let engine: Engine;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dossier-masks-'));
  writeFileSync(join(root, 'plain.ts'), 'export const tide = "acme_tidal";\n');
  writeFileSync(join(root, 'login.ts'), `export const password = "${PASSWORD}";\n`);
});
afterEach(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

function open(secrets: Readonly<Record<string, unknown>> = {}): Engine {
  engine = openEngine({
    root,
    settings: { store: join(root, '.store.sqlite'), 'embedder.kind': 'none', ...secrets },
    environment: {},
  });
  return engine;
}

async function readIndexed(path: string): Promise<string> {
  const index = (await engine.store()).index(engine.scope);
  const hashes = await maskedHashes(index, engine.config.secrets, await index.files([path]));
  const file = await (await engine.reader()).read(path, { maskedHash: hashes.get(path) });
  return typeof file === 'string' ? file : file.lines.join('\n');
}

test('a file with a secret is masked although it is unchanged', async () => {
  await indexProject(open(), call);
  expect(await readIndexed('login.ts')).not.toContain(PASSWORD);
});

test('an unchanged file without secrets is known to need no masking', async () => {
  await indexProject(open(), call);
  const index = (await engine.store()).index(engine.scope);
  expect((await maskedHashes(index, engine.config.secrets, await index.files(['plain.ts']))).size).toBe(1);
  expect(await readIndexed('plain.ts')).toContain('acme_tidal');
});

test('a rule added later masks files indexed before', async () => {
  await indexProject(open(), call);
  await engine.close();
  open({ 'secrets.mask': ['acme_*'] });
  expect(await readIndexed('plain.ts')).not.toContain('acme_tidal');
});

test('an exception taken back masks files indexed with it, even after files were indexed without it', async () => {
  await indexProject(open({ 'secrets.allow': [PASSWORD] }), call);
  expect(await readIndexed('login.ts')).toContain(PASSWORD);
  await engine.close();
  writeFileSync(join(root, 'more.ts'), 'export const more = 1;\n');
  await indexProject(open(), call);
  expect(await readIndexed('login.ts')).not.toContain(PASSWORD);
});

test('rules that came back do not vouch for files indexed in between', async () => {
  await indexProject(open(), call);
  await engine.close();
  writeFileSync(join(root, 'late.ts'), `export const password = "${PASSWORD}";\n`);
  await indexProject(open({ 'secrets.allow': [PASSWORD] }), call);
  await engine.close();
  open();
  expect(await readIndexed('late.ts')).not.toContain(PASSWORD);
});

test('rules of an older release do not vouch for anything', async () => {
  await indexProject(open(), call);
  const index = (await engine.store()).index(engine.scope);
  await index.setMeta('maskRules', 'of an older release');
  expect((await maskedHashes(index, engine.config.secrets, await index.files(['plain.ts']))).size).toBe(0);
});
