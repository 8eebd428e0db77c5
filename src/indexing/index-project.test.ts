import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { citationSalt } from '../core/citation-salt.ts';
import type { Engine } from '../core/engine.ts';
import type { Embedder } from '../core/ports.ts';
import { openEngine } from '../open-engine.ts';
import type { IndexOptions } from './index-options.ts';
import { indexFiles, indexProject } from './index-project.ts';
import { projectStatus } from './project-status.ts';

const folders: string[] = [];
const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function project(files: Readonly<Record<string, string>>, settings: Record<string, unknown> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'dossier-index-'));
  folders.push(root);
  const write = (path: string, text: string | Buffer) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const engine = openEngine({
    root,
    settings: { store: join(root, '.git', 'store.sqlite'), 'embedder.kind': 'none', ...settings },
    environment: {},
  });
  engines.push(engine);
  // Each commit is a minute younger than the one before: git's walk goes by dates.
  let minute = 0;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
      cwd: root,
      env: { ...process.env, GIT_COMMITTER_DATE: `${1_700_000_000 + 60 * minute++} +0000` },
    });
  return { root, engine, write, git };
}

const options: IndexOptions = { now: 1000, signal: new AbortController().signal, progress: () => undefined };
const indexOf = async (engine: Engine) => (await engine.store()).index(engine.scope);
const pathsIn = async (engine: Engine) =>
  (await (await indexOf(engine)).files()).map((file) => file.path).sort();

describe('indexProject', () => {
  test('two indexes of one tree are equal, however many threads read it and whichever is done first', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 240 }, (_, number) => [
        `src/part-${number % 7}/file-${number}.ts`,
        `import { call${(number * 3) % 240} } from '../part-${((number * 3) % 240) % 7}/file-${(number * 3) % 240}.ts';\nexport function call${number}() {\n  return call${(number * 3) % 240}(${number});\n}\n`,
      ]),
    );
    const { engine } = project(files);
    const dumps: string[] = [];
    for (const atOnce of [1, 3, 8]) {
      const store = join(folders[0]!, `.git/${atOnce}.sqlite`);
      const own = openEngine({
        root: engine.root,
        settings: { store, 'embedder.kind': 'none' },
        environment: {},
      });
      engines.push(own);
      const preparer: Engine['preparer'] = async (_, here) => ({
        atOnce,
        async prepare(path, known) {
          // Later files are done sooner.
          for (let turn = path.length % 5; turn > 0; turn--) await new Promise(setImmediate);
          const prepared = await here(path, known);
          if (prepared === undefined) throw new Error(`${path} was not prepared`);
          return prepared;
        },
        close: async () => undefined,
      });
      await indexProject({ ...own, preparer }, options);
      const rows: unknown[] = [];
      await (await own.store()).dump(own.scope, async ({ table, rows: some }) => {
        rows.push([table, some]);
      });
      // The salt of citation ids is random for each store.
      const salt = (await citationSalt(own)) ?? 'none';
      dumps.push(JSON.stringify(rows).replaceAll(salt, 'salt'));
    }
    expect(dumps[1] === dumps[0]).toBe(true);
    expect(dumps[2] === dumps[0]).toBe(true);
  });
  test('a history that ends too soon is a warning, and is read again after an hour, or when everything is', async () => {
    const { root, engine, git } = project({ 'a.ts': 'export function a() {}\n' });
    git('init', '-q');
    git('add', 'a.ts');
    git('commit', '-qm', 'first');
    git('commit', '-q', '--allow-empty', '-m', 'second');
    const oldest = git('rev-list', '--max-parents=0', 'HEAD').toString().trim();
    const object = join(root, '.git/objects', oldest.slice(0, 2), oldest.slice(2));
    renameSync(object, `${object}.kept`);
    let readings = 0;
    const history = await engine.history();
    const counting: Engine = {
      ...engine,
      history: async () => ({
        ...history,
        commits: (asked) => {
          if (asked.since === undefined) readings++;
          return history.commits(asked);
        },
      }),
    };
    const report = await indexProject(counting, options);
    expect(report).toMatchObject({
      indexed: 1,
      warnings: [expect.stringMatching(/^Read only \d+ commits?: git could not read an object .*git fsck/)],
    });
    const again = await indexProject(counting, options);
    expect(again).toMatchObject({
      commits: 0,
      warnings: [expect.stringMatching(/^Some commits are missing: git could not read an object .*git fsck/)],
    });
    writeFileSync(join(root, 'a.ts'), 'export function later() {}\n');
    git('commit', '-qam', 'third');
    expect(await indexProject(counting, options)).toMatchObject({ commits: 1 });
    expect(readings).toBe(1);
    renameSync(`${object}.kept`, object);
    const anHourLater = { ...options, now: options.now + 3_600_000 };
    expect(await indexProject(counting, anHourLater)).toMatchObject({ commits: 2, warnings: [] });
    expect(
      (await (await indexOf(engine)).commits({ limit: 10 })).map(({ message }) => message).sort(),
    ).toEqual(['first', 'third']);
    renameSync(object, `${object}.kept`);
    git('commit', '-q', '--amend', '-m', 'third, rewritten');
    await indexProject(counting, anHourLater);
    renameSync(`${object}.kept`, object);
    expect(await indexProject(counting, { ...anHourLater, full: true })).toMatchObject({ warnings: [] });
    expect(await (await indexOf(engine)).commits({ limit: 10 })).toHaveLength(2);
  });

  test('reads new and changed files, keeps the others, forgets deleted ones', async () => {
    const { root, engine, write } = project({
      'a.ts': 'export function a() {}\n',
      'b.py': 'def b():\n  pass\n',
    });
    expect(await indexProject(engine, options)).toMatchObject({
      indexed: 2,
      unchanged: 0,
      removed: 0,
      units: 2,
    });
    expect(await indexProject(engine, options)).toMatchObject({ indexed: 0, unchanged: 2 });
    write('a.ts', 'export function a2() {}\nexport function a3() {}\n');
    rmSync(join(root, 'b.py'));
    expect(await indexProject(engine, options)).toMatchObject({ indexed: 1, removed: 1, units: 2 });
    const index = await indexOf(engine);
    expect((await index.unitsOfFile('a.ts')).map((unit) => unit.name)).toEqual(['a2', 'a3']);
    expect(await projectStatus(engine)).toMatchObject({ indexed: true, files: 1, units: 2, indexedAt: 1000 });
  });

  test('names what it leaves out and why', async () => {
    const { root, engine, write } = project(
      {
        '.gitignore': 'build/\n',
        '.dossierignore': 'private/\n',
        'build/out.js': 'x',
        'private/notes.md': '# no',
        'node_modules/x/index.js': 'x',
        'vendor/x.go': 'package x',
        'gen.go': '// Code generated by hand-gen. DO NOT EDIT.\npackage x\n',
        'package-lock.json': '{}',
        '.env': 'TOKEN=1',
        'ok.ts': `const key = "ghp_${'a1B2'.repeat(9)}";\n`,
        'excluded/x.ts': 'const x = 1;',
        'invalid.ts': '',
        'big.txt': '',
      },
      { 'index.exclude': ['excluded/**'] },
    );
    write('zero.dat2', Buffer.from([1, 0, 2]));
    write('invalid.ts', Buffer.from([0x66, 0xff, 0xfe, 0x0a]));
    truncateSync(join(root, 'big.txt'), 1_000_000_000);
    execFileSync('mkfifo', [join(root, 'pipe')]);
    symlinkSync('loop', join(root, 'loop'));
    symlinkSync('.', join(root, 'self'));
    const report = await indexProject(engine, options);
    expect(Object.fromEntries(report.skipped.map(({ path, reason }) => [path, reason]))).toMatchObject({
      'build/': 'ignored',
      'private/notes.md': 'ignored',
      'node_modules/': 'ignored',
      'vendor/x.go': 'vendored',
      'gen.go': 'generated',
      'package-lock.json': 'generated',
      '.env': 'secret',
      'excluded/x.ts': 'excluded',
      'zero.dat2': 'binary',
      'big.txt': 'too-large',
      pipe: 'not-a-file',
      loop: 'not-a-file',
      self: 'not-a-file',
    });
    expect(await pathsIn(engine)).toEqual(['.dossierignore', '.gitignore', 'invalid.ts', 'ok.ts']);
    expect(report.maskedLines).toBe(1);
  });

  test('one file that cannot be parsed does not stop the others', async () => {
    const { engine } = project({ 'a.ts': 'export const a = 1;\n', 'b.ts': 'export const b = 1;\n' });
    const parser = await engine.parser();
    const failing: Engine = {
      ...engine,
      parser: async () => ({
        ...parser,
        parse: (path, text) => (path === 'a.ts' ? Promise.reject(new Error('no')) : parser.parse(path, text)),
      }),
    };
    const report = await indexProject(failing, options);
    expect(report.skipped).toContainEqual({ path: 'a.ts', reason: 'failed', detail: 'no' });
    expect(await pathsIn(engine)).toEqual(['b.ts']);
  });

  test('reads commits once, goes on from the last, and starts again after a rewritten history', async () => {
    const { engine, write, git } = project({ 'a.ts': 'const a = 1;\n' });
    git('init', '-q', '-b', 'main');
    git('add', 'a.ts');
    git('commit', '-qm', 'First\n\nwith a body');
    expect((await indexProject(engine, options)).commits).toBe(1);
    write('a.ts', 'const a = 2;\nconst b = 3;\n');
    git('commit', '-qam', 'Second');
    expect((await indexProject(engine, options)).commits).toBe(1);
    expect((await indexProject(engine, options)).commits).toBe(0);
    const index = await indexOf(engine);
    const [latest] = await index.commits({ limit: 1, paths: ['a.ts'] });
    expect(await index.commits({ limit: 10 })).toHaveLength(2);
    expect(latest?.files).toEqual([
      { path: 'a.ts', insertions: expect.any(Number), deletions: expect.any(Number) },
    ]);
    git('commit', '-q', '--amend', '-m', 'Second, rewritten');
    expect((await indexProject(engine, options)).commits).toBe(2);
    expect((await index.commits({ limit: 10 })).map((commit) => commit.message).sort()).toEqual([
      'First\n\nwith a body',
      'Second, rewritten',
    ]);
  });

  test('only new texts are embedded, and a renamed file keeps its vectors', async () => {
    const embedded: string[] = [];
    const embedder: Embedder = {
      model: 'letters',
      dimensions: 2,
      embedDocuments: async (texts) => {
        embedded.push(...texts);
        return texts.map((text) => new Float32Array([text.length % 2, 1]));
      },
      embedQuery: async () => new Float32Array([1, 0]),
    };
    const { root, engine, write } = project({ 'a.ts': 'export function a() {}\n' });
    const withEmbedder: Engine = { ...engine, embedder: async () => embedder };
    await indexProject(withEmbedder, options);
    renameSync(join(root, 'a.ts'), join(root, 'renamed.ts'));
    expect(await indexProject(withEmbedder, options)).toMatchObject({ indexed: 1, removed: 1, vectors: 0 });
    write('b.ts', 'export function b() {}\n');
    await indexProject(withEmbedder, options);
    expect(embedded).toEqual(['a.ts\nexport function a() {}', 'b.ts\nexport function b() {}']);
  });

  test.each([1, 3])(
    'asks an embedder for no more than %s batches at once, and stores all',
    async (callsAtOnce) => {
      const functions = Array.from(
        { length: 4500 },
        (_, at) => `export function f${at}() {\n  return ${at};\n}\n`,
      );
      const { engine } = project(Object.fromEntries(functions.map((text, at) => [`src/f${at}.txt`, text])));
      let running = 0;
      let most = 0;
      let asked = 0;
      const waiting: (() => void)[] = [];
      const embedder: Embedder = {
        model: 'counting',
        dimensions: 1,
        ...(callsAtOnce > 1 && { callsAtOnce }),
        embedDocuments: async (texts) => {
          most = Math.max(most, ++running);
          asked += texts.length;
          // A batch is answered once as many as may be are asked for, or no further one can come.
          const answered = new Promise<void>((resolve) => waiting.push(resolve));
          if (running >= callsAtOnce || asked === functions.length) {
            for (const answer of waiting.splice(0)) answer();
          }
          await answered;
          running--;
          return texts.map(() => Float32Array.of(1));
        },
        embedQuery: async () => Float32Array.of(1),
      };
      const counting: Engine = { ...engine, embedder: async () => embedder };
      expect(await indexProject(counting, options)).toMatchObject({ indexed: 4500, vectors: 4500 });
      expect(most).toBe(callsAtOnce);
    },
  );

  test('a failing embedder is a warning, the rest of the index stands', async () => {
    const { engine } = project({ 'a.ts': 'export function a() {}\n' });
    const report = await indexProject(
      { ...engine, embedder: () => Promise.reject(new Error('no model.')) },
      options,
    );
    expect(report.indexed).toBe(1);
    expect(report.warnings.join()).toContain('no model');
  });

  test('a cancelled run says so and the next one goes on', async () => {
    const { engine } = project({ 'a.ts': 'const a = 1;', 'b.ts': 'const b = 1;' });
    const cancel = new AbortController();
    const run = indexProject(engine, { ...options, signal: cancel.signal, progress: () => cancel.abort() });
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    const before = { ...options, signal: AbortSignal.abort() };
    await expect(indexProject(engine, before)).rejects.toMatchObject({ code: 'cancelled' });
    expect(await indexProject(engine, options)).toMatchObject({ indexed: expect.any(Number) });
    expect(await pathsIn(engine)).toEqual(['a.ts', 'b.ts']);
  });
});

describe('indexFiles', () => {
  test('reads the given files only and forgets those that are gone', async () => {
    const { root, engine, write } = project({
      'a.ts': 'const a = 1;\n',
      'b.ts': 'const b = 1;\n',
      '.gitignore': 'c.ts\n',
    });
    await indexProject(engine, options);
    write('a.ts', 'const a = 22;\n');
    write('b.ts', 'const b = 22;\n');
    write('c.ts', 'const c = 1;\n');
    expect(await indexFiles(engine, ['a.ts', 'c.ts'], options)).toMatchObject({ indexed: 1 });
    rmSync(join(root, 'a.ts'));
    expect(await indexFiles(engine, ['a.ts'], options)).toMatchObject({ indexed: 0, removed: 1 });
    expect(await pathsIn(engine)).toEqual(['.gitignore', 'b.ts']);
  });
});
