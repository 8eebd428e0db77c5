import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import { watchLease } from '../../indexing/watch-lease.ts';
import { openEngine } from '../../open-engine.ts';
import { indexOperation } from '../../operations/index-project.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { search } from '../../operations/search.ts';
import { answerFromIndex } from './answer-from-index.ts';

let folder: string;
let engine: Engine;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-answer-'));
  engine = open(folder);
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
  rmSync(cacheOf(folder), { recursive: true, force: true });
});

/** Leases are kept by the project's name, so each test has a cache folder of its own. */
const cacheOf = (made: string) => `${made}-cache`;
const open = (root: string) =>
  openEngine({
    root,
    settings: { store: join(folder, 's.sqlite'), project: 'shop', 'embedder.kind': 'none' },
    environment: { XDG_CACHE_HOME: cacheOf(folder) },
  });
const context = { now: 0, signal: new AbortController().signal, progress: () => undefined };
const asking = (asked: Engine, query: string, changes: { index?: () => Promise<unknown> } = {}) => {
  const notes: string[] = [];
  return {
    notes,
    engine: asked,
    ask: () => runOperation(asked, search, { query }, context),
    index: () => runOperation(asked, indexOperation, {}, context),
    note: (sentence: string) => notes.push(sentence),
    usesIndex: true,
    ...changes,
  };
};

describe('a question on the command line', () => {
  it('has a new project indexed, and a file that came later', async () => {
    writeFileSync(join(folder, 'a.ts'), 'export function parseFlags() {}\n');
    expect(await answerFromIndex(asking(engine, 'parseFlags'))).toMatchObject({ hits: [{ path: 'a.ts' }] });
    writeFileSync(join(folder, 'b.ts'), 'export function drawCircle() {}\n');
    expect(await answerFromIndex(asking(engine, 'drawCircle'))).toMatchObject({ hits: [{ path: 'b.ts' }] });
  });

  it('reads what another branch brought, also when something else matches', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder });
    git('init', '-q', '-b', 'main');
    writeFileSync(join(folder, '.gitignore'), 's.sqlite*\n');
    writeFileSync(join(folder, 'a.ts'), 'export function drawLine() {}\n');
    git('add', '.');
    git('commit', '-qm', 'Add lines');
    const later = { ...context, now: Date.now() + 60_000 };
    await runOperation(engine, indexOperation, {}, later);
    writeFileSync(join(folder, 'b.ts'), 'export function drawLineTwice() {}\n');
    git('add', '.');
    git('commit', '-qm', 'Add double lines');
    const hits = async () => await answerFromIndex(asking(engine, 'drawLine drawLineTwice'));
    expect(await hits()).not.toMatchObject({ hits: [{ path: 'b.ts' }, { path: 'a.ts' }] });
    utimesSync(join(folder, '.git/logs/HEAD'), new Date(), new Date(later.now + 1000));
    expect(await hits()).toMatchObject({ hits: [{ path: 'b.ts' }, { path: 'a.ts' }] });
  });

  it('says that a folder has nothing to search instead of "nothing relevant"', async () => {
    await expect(answerFromIndex(asking(engine, 'parseFlags'))).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining(`${folder} has no text file to search. Go to the folder of a project`),
    });
  });

  it('never puts the files of one folder into the project of another', async () => {
    writeFileSync(join(folder, 'a.ts'), 'export function parseFlags() {}\n');
    await answerFromIndex(asking(engine, 'parseFlags'));
    const elsewhere = mkdtempSync(join(tmpdir(), 'dossier-elsewhere-'));
    const other = open(elsewhere);
    expect(await answerFromIndex(asking(other, 'drawCircle'))).toMatchObject({ certainty: 'nothing' });
    await other.close();
    expect(await answerFromIndex(asking(engine, 'parseFlags'))).toMatchObject({ hits: [{ path: 'a.ts' }] });
  });

  it('keeps its answer when the changes cannot be read, and says so', async () => {
    writeFileSync(join(folder, 'a.ts'), 'export function parseFlags() {}\n');
    await answerFromIndex(asking(engine, 'parseFlags'));
    const busy = asking(engine, 'drawCircle', {
      index: async () => {
        throw new DossierError('store-busy', 'Another process writes.');
      },
    });
    expect(await answerFromIndex(busy)).toMatchObject({ certainty: 'nothing' });
    expect(busy.notes).toEqual(['The index could not be updated: Another process writes.']);
  });
});

describe('a question about a large project', () => {
  const MANY = 310;
  const early = (question: string) => {
    let started = 0;
    const given = { question, now: 0, signal: context.signal, indexRest: async () => void started++ };
    return { given, started: () => started };
  };
  const writeMany = () => {
    for (let index = 0; index < MANY; index++) {
      writeFileSync(join(folder, `part${index}.ts`), `export const part${index} = ${index};\n`);
    }
    writeFileSync(join(folder, 'upload.ts'), 'export function retryUpload() {}\n');
  };
  const files = async () => (await (await engine.store()).index(engine.scope).size()).files;

  it('is answered from a quick scan, says so, and leaves the rest to another process', async () => {
    writeMany();
    const { given, started } = early('retryUpload');
    const answer = await answerFromIndex({ ...asking(engine, 'retryUpload'), early: given });
    expect(answer).toMatchObject({
      hits: [{ path: 'upload.ts' }],
      warnings: ['From a quick scan; the index is 0 % ready. Ask again in a moment for more.'],
    });
    expect(started()).toBe(1);
    expect(await files()).toBeLessThan(MANY);
  });

  it('is answered likewise after many files changed, by what they hold now', async () => {
    writeMany();
    await answerFromIndex(asking(engine, 'retryUpload'));
    expect(await files()).toBe(MANY + 1);
    const later = Date.now() / 1000 + 60;
    for (let index = 0; index < MANY; index++) {
      const path = join(folder, `part${index}.ts`);
      writeFileSync(path, `export const piece${index} = '${index === 7 ? 'drawCircle' : ''}';\n`);
      utimesSync(path, later, later);
    }
    const moved: Engine = {
      ...engine,
      history: async () => ({ ...(await engine.history()), movedAt: async () => Date.now() + 60_000 }),
    };
    const { given, started } = early('drawCircle');
    const answer = await answerFromIndex({ ...asking(moved, 'drawCircle'), early: given });
    expect(answer).toMatchObject({ hits: [{ path: 'part7.ts' }] });
    expect(started()).toBe(1);
  });

  it('starts no other process while one is indexing', async () => {
    writeMany();
    const lease = await engine.leases.take(watchLease(engine));
    try {
      const { given, started } = early('retryUpload');
      await answerFromIndex({ ...asking(engine, 'retryUpload'), early: given });
      expect(started()).toBe(0);
    } finally {
      await lease?.release();
    }
  });

  it('waits for the whole index where nothing can go on with it', async () => {
    writeMany();
    await answerFromIndex(asking(engine, 'retryUpload'));
    expect(await files()).toBe(MANY + 1);
  });
});
