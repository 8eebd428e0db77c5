import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../core/engine.ts';
import { openEngine } from '../open-engine.ts';
import { indexOperation } from '../operations/index-project.ts';
import { runOperation } from '../operations/run-operation.ts';
import { indexFiles, indexProject } from './index-project.ts';
import { keepIndexed } from './keep-indexed.ts';
import { maskAgain } from './mask-again.ts';
import { maskedHashes, maskedUpTo } from './mask-rules.ts';

const call = { now: 1000, signal: new AbortController().signal, progress: () => undefined };
const FILES = ['a.ts', 'b.ts', 'c.ts', 'd.ts'] as const;
let root: string;
let engine: Engine;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dossier-masks-'));
  for (const [at, name] of FILES.entries()) {
    writeFileSync(
      join(root, name),
      `export const name${at} = "${at % 2 === 0 ? 'acme' : 'other'}_tidal${at}";\n`,
    );
  }
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

async function reopen(secrets: Readonly<Record<string, unknown>> = {}): Promise<Engine> {
  await engine.close();
  return open(secrets);
}

const NEW_RULE = { 'secrets.mask': ['acme_*'] };

async function indexNow() {
  return (await engine.store()).index(engine.scope);
}

/** The files that are read without masking, because they were masked by the rules of today. */
async function vouchedFor(): Promise<readonly string[]> {
  const index = await indexNow();
  return [...(await maskedHashes(index, engine.config.secrets, await index.files())).keys()].sort();
}

test('files masked by other rules are masked by those of today, and only what differs is indexed again', async () => {
  await indexProject(open(), call);
  const before = new Map(
    (await (await indexNow()).files()).map(({ path, contentHash }) => [path, contentHash]),
  );
  await reopen(NEW_RULE);
  expect(await vouchedFor()).toEqual([]);
  await maskAgain(engine, call);
  expect(await vouchedFor()).toEqual(FILES);
  const changed = (await (await indexNow()).files()).filter(
    ({ path, contentHash }) => before.get(path) !== contentHash,
  );
  expect(changed.map(({ path }) => path).sort()).toEqual(['a.ts', 'c.ts']);
});

test('a run that was stopped continues where it was', async () => {
  await indexProject(open(), call);
  await reopen(NEW_RULE);
  let parts = 0;
  await maskAgain(engine, { ...call, atOnce: 1, isOver: () => parts++ === 2 });
  expect(await vouchedFor()).toEqual(['a.ts', 'b.ts']);
  const seen: number[] = [];
  await reopen(NEW_RULE);
  await maskAgain(engine, { ...call, atOnce: 1, progress: ({ done }) => seen.push(done) });
  expect(seen).toEqual([3, 4]);
  expect(await vouchedFor()).toEqual(FILES);
});

test('a run is given up when another process writes by other rules', async () => {
  await indexProject(open(), call);
  await reopen(NEW_RULE);
  const other = openEngine({
    root,
    settings: { store: join(root, '.store.sqlite'), 'embedder.kind': 'none' },
    environment: {},
  });
  const reader = await engine.reader();
  const meanwhile: typeof reader.read = async (path, options) => {
    if (path === 'b.ts') await indexFiles(other, ['a.ts'], { ...call, full: true });
    return reader.read(path, options);
  };
  await maskAgain(
    { ...engine, reader: async () => ({ ...reader, read: meanwhile }) },
    { ...call, atOnce: 1 },
  );
  await other.close();
  expect(await vouchedFor()).toEqual([]);
});

test('every file is read again by a full run, which then vouches for all', async () => {
  await indexProject(open(), call);
  await reopen(NEW_RULE);
  await indexProject(engine, { ...call, full: true });
  expect(await vouchedFor()).toEqual(FILES);
});

test('"index" masks again; what a question waits for does not', async () => {
  await indexProject(open(), call);
  await reopen(NEW_RULE);
  await runOperation(engine, indexOperation, {}, { ...call, forQuestion: true });
  expect(await vouchedFor()).toEqual([]);
  await runOperation(engine, indexOperation, { ifIdle: true }, call);
  expect(await vouchedFor()).toEqual(FILES);
});

test('a process that keeps the index up to date masks again', async () => {
  await indexProject(open(), call);
  await reopen(NEW_RULE);
  const failed: string[] = [];
  const keeper = keepIndexed(engine, { clock: Date.now, report: (sentence) => failed.push(sentence) });
  const until = Date.now() + 100_000;
  while ((await maskedUpTo(await indexNow(), engine.config.secrets)) !== undefined && Date.now() < until) {
    await new Promise((done) => setTimeout(done, 50));
  }
  await keeper.stop();
  expect(failed).toEqual([]);
  expect(await vouchedFor()).toEqual(FILES);
});

test('no file is ever vouched for whose text other rules masked', async () => {
  const rules = fc.constantFrom({}, NEW_RULE, { 'secrets.mask': ['other_*'] });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('mask' as const), rules, parts: fc.integer({ min: 0, max: 5 }) }),
    fc.record({
      kind: fc.constant('write' as const),
      rules,
      file: fc.constantFrom(...FILES),
      text: fc.nat(9),
    }),
    fc.record({ kind: fc.constant('full' as const), rules }),
  );
  await indexProject(open(), call);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), rules, async (steps, last) => {
      for (const taken of steps) {
        await reopen(taken.rules);
        if (taken.kind === 'full') await indexProject(engine, { ...call, full: true });
        if (taken.kind === 'mask') {
          let parts = 0;
          await maskAgain(engine, { ...call, atOnce: 1, isOver: () => parts++ === taken.parts });
        }
        if (taken.kind === 'write') {
          writeFileSync(
            join(root, taken.file),
            `export const it = "acme_${taken.text} other_${taken.text}";\n`,
          );
          await indexFiles(engine, [taken.file], call);
        }
      }
      await reopen(last);
      const index = await indexNow();
      const vouched = await maskedHashes(index, engine.config.secrets, await index.files());
      const reader = await engine.reader();
      for (const [path, hash] of vouched) {
        const read = await reader.read(path);
        expect(typeof read === 'string' ? read : read.contentHash).toBe(hash);
      }
    }),
    { numRuns: 25 },
  );
});
