import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import { openEngine } from '../open-engine.ts';
import { indexOperation } from './index-project.ts';
import type { OperationContext } from './operation.ts';
import { query } from './query.ts';
import { runOperation } from './run-operation.ts';
import { search } from './search.ts';
import { status } from './status.ts';

const folders: string[] = [];
const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function project(): { root: string; engine: Engine } {
  const root = mkdtempSync(join(tmpdir(), 'dossier-operation-'));
  const place = mkdtempSync(join(tmpdir(), 'dossier-store-'));
  folders.push(root, place);
  writeFileSync(
    join(root, 'a.ts'),
    `export const key = "ghp_${'a1B2'.repeat(9)}";\nexport function a() {}\n`,
  );
  writeFileSync(join(root, '.env'), 'KEY=1\n');
  const engine = openEngine({
    root,
    settings: { store: join(place, 's.sqlite'), 'embedder.kind': 'none' },
    environment: {},
  });
  engines.push(engine);
  return { root, engine };
}

const context: OperationContext = {
  now: 1000,
  signal: new AbortController().signal,
  progress: () => undefined,
};

test('index reports what was read and left out, status what is there', async () => {
  const { engine } = project();
  expect(status.print(await runOperation(engine, status, {}, context))).toContain('not indexed yet');
  const report = await runOperation(engine, indexOperation, {}, context);
  expect(report).toMatchObject({ indexed: 1, skippedByReason: { secret: 1 }, maskedLines: 1 });
  const text = indexOperation.print(report);
  expect(text).toContain('1 file indexed');
  expect(text).toContain('left out: 1 secret');
  expect(text).toContain('masked secrets in 1 line');
  const shown = status.print(await runOperation(engine, status, {}, context));
  expect(shown).toContain('files 1');
  expect(shown).toContain('typescript 1');
});

test('status says that a first run is under way, also one that was asked for', async () => {
  const { engine } = project();
  let meanwhile: Promise<string> | undefined;
  const ask = async () => status.print(await runOperation(engine, status, {}, context));
  const progress = () => {
    meanwhile ??= ask();
  };
  await runOperation(engine, indexOperation, {}, { ...context, progress });
  expect(await meanwhile).toContain('is being indexed for the first time');
  expect(await ask()).toContain('files 1');
});

test.each([
  [{ done: 0 }, 'looking for its files'],
  [{ done: 1 }, '1 file so far'],
  // Another process reads, and has stored none.
  [{ done: 0, total: 1418 }, 'reading 1418 files'],
  [{ done: 256, total: 1418 }, '256 of 1418 files so far'],
])('status tells the progress %j as "%s"', async (indexing, told) => {
  const { engine } = project();
  const before = await runOperation(engine, status, {}, context);
  expect(status.print({ ...before, indexing })).toContain(
    `is being indexed for the first time: ${told}. Questions`,
  );
});

test('status tells what the last whole run left out, also after single files were read', async () => {
  const { root, engine } = project();
  expect(await runOperation(engine, status, {}, context)).toMatchObject({ skippedByReason: {}, skipped: [] });
  await runOperation(engine, indexOperation, {}, context);
  await runOperation(engine, indexOperation, { paths: ['a.ts'] }, context);
  const first = await runOperation(engine, status, {}, context);
  expect(first).toMatchObject({
    skippedByReason: { secret: 1 },
    skipped: [{ path: '.env', reason: 'secret' }],
  });
  expect(status.print(first)).toContain('left out: 1 secret\n  .env: secret');
  rmSync(join(root, '.env'));
  await runOperation(engine, indexOperation, {}, context);
  expect(await runOperation(engine, status, {}, context)).toMatchObject({ skippedByReason: {}, skipped: [] });
});

test('a project without files is searched, and the answer says why there is nothing', async () => {
  const { root, engine } = project();
  const ask = (input: object) => runOperation(engine, query, { query: 'parse flags', ...input }, context);
  await expect(ask({})).rejects.toMatchObject({ code: 'not-indexed' });
  rmSync(join(root, 'a.ts'));
  rmSync(join(root, '.env'));
  await runOperation(engine, indexOperation, {}, context);
  const reply = await ask({});
  expect(reply.query.certainty).toBe('nothing');
  expect(reply.warnings).toEqual([
    'Nothing relevant: the project does not seem to have what the query is about.',
    `${root} has no text file to search; "dossier status" says what was left out.`,
  ]);
});

test('limits that leave no file to search are named', async () => {
  const { engine } = project();
  await runOperation(engine, indexOperation, {}, context);
  const ask = async (input: object) =>
    (await runOperation(engine, search, { query: 'key', ...input }, context)).warnings.join();
  expect(await ask({ languages: ['klingon'] })).toContain(
    'No file in klingon is indexed; there are typescript.',
  );
  expect(await ask({ paths: ['nowhere/'] })).toContain('No indexed file matches nowhere/');
  expect(await ask({ languages: ['TypeScript'], paths: ['.'] })).toBe('');
});

test('a search that no commit of the author leaves anything of says so', async () => {
  const { engine } = project();
  await runOperation(engine, indexOperation, {}, context);
  const found = await runOperation(engine, search, { query: 'key', author: 'Nobody' }, context);
  expect(search.print(found)).toBe('No result passes the filters.');
});

test('with paths only those files are read', async () => {
  const { root, engine } = project();
  writeFileSync(join(root, 'b.ts'), 'export function b() {}\n');
  const report = await runOperation(engine, indexOperation, { paths: ['b.ts'] }, context);
  expect(report).toMatchObject({ indexed: 1, units: 1 });
});

test('watching follows what the watcher tells and ends with the signal', async () => {
  const { root, engine } = project();
  const stop = new AbortController();
  const told: string[] = [];
  const watching: Engine = {
    ...engine,
    watcher: async () => ({
      async *changes() {
        writeFileSync(join(root, 'b.ts'), 'export function b() {}\n');
        yield ['b.ts'];
        writeFileSync(join(root, 'c.ts'), 'export function c() {}\n');
        yield 'everything' as const;
      },
    }),
  };
  const progress: OperationContext['progress'] = ({ phase, done }) => {
    if (phase === 'watching') told.push(`${done} files`);
  };
  await runOperation(
    watching,
    indexOperation,
    { watch: true },
    { ...context, signal: stop.signal, progress },
  );
  expect(told).toEqual(['0 files', '1 files', '1 files']);
  expect(await runOperation(engine, status, {}, context)).toMatchObject({ files: 3 });
});

test('a file that changed just before watching began is not missed', async () => {
  const { root, engine } = project();
  const stop = new AbortController();
  const watching: Engine = {
    ...engine,
    watcher: async () => ({
      async *changes({ signal, onReady }) {
        writeFileSync(join(root, 'b.ts'), 'export function b() {}\n');
        onReady?.();
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      },
    }),
  };
  const progress: OperationContext['progress'] = ({ phase, done }) => {
    if (phase === 'watching' && done === 1) stop.abort();
  };
  const call = { ...context, signal: stop.signal, progress };
  await runOperation(watching, indexOperation, { watch: true }, call);
  expect(await runOperation(engine, status, {}, context)).toMatchObject({ files: 2 });
});

test('watching ends with an error when an update fails, and no longer follows the files', async () => {
  const { engine } = project();
  let followed = true;
  const failing: Engine = {
    ...engine,
    watcher: async () => ({
      async *changes({ signal, onReady }) {
        onReady?.();
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        followed = false;
      },
    }),
    lister: async () => {
      if (updates++ > 0) throw new DossierError('unavailable', 'The disk is gone.');
      return engine.lister();
    },
  };
  let updates = 0;
  await expect(runOperation(failing, indexOperation, { watch: true }, context)).rejects.toThrow(
    'The disk is gone.',
  );
  expect(followed).toBe(false);
});

test('a store in memory is refused, and no file of that name is made', async () => {
  const { root } = project();
  for (const store of [':memory:', 'file:x.sqlite']) {
    const engine = openEngine({ root, settings: { store, 'embedder.kind': 'none' }, environment: {} });
    await expect(runOperation(engine, indexOperation, {}, context)).rejects.toThrow('cannot be a store');
    await engine.close();
  }
  expect(readdirSync(root).sort()).toEqual(['.env', 'a.ts']);
});

test('index takes folders, the root itself and absolute paths, and refuses what is not there', async () => {
  const { root, engine } = project();
  mkdirSync(join(root, 'lib/deep'), { recursive: true });
  writeFileSync(join(root, 'lib/deep/b.ts'), 'export const b = 1;\n');
  const run = (...paths: string[]) => runOperation(engine, indexOperation, { paths }, context);
  expect(await run('lib')).toMatchObject({ indexed: 1 });
  expect(await run(join(root, 'lib/deep/'))).toMatchObject({ indexed: 0, unchanged: 1 });
  expect(await run('./lib/deep/b.ts')).toMatchObject({ indexed: 0, unchanged: 1 });
  expect(await run(root)).toMatchObject({ indexed: 1, unchanged: 1 });
  await expect(run('nowhere')).rejects.toThrow('nothing to index at "nowhere"');
  for (const path of ['../other', tmpdir()]) await expect(run(path)).rejects.toThrow('--root');
});
