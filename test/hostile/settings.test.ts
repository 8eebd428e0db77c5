import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOnnxEmbedder } from '../../src/adapters/embedders/onnx.ts';
import { createFileLister } from '../../src/adapters/sources/list-files.ts';
import { openSqliteStore } from '../../src/adapters/stores/sqlite/open-sqlite-store.ts';
import { openEngine } from '../../src/open-engine.ts';

let folder = '';
let root = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-settings-'));
  root = join(folder, 'project');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openEngine({ root, environment: { XDG_CACHE_HOME: join(folder, 'cache') } });
const settings = (content: object) =>
  writeFileSync(join(root, 'dossier.config.json'), JSON.stringify(content));
const TOKENIZER = JSON.stringify({
  model: { type: 'WordPiece', unk_token: '[UNK]', vocab: { '[UNK]': 0, '[CLS]': 1, '[SEP]': 2 } },
});
const pipe = (path: string) => execFileSync('mkfifo', [path]);

describe('settings that come with a project', () => {
  it('do not lead out through a link in the way to the store', () => {
    mkdirSync(join(folder, 'private'));
    symlinkSync(join(folder, 'private'), join(root, 'data'));
    settings({ store: 'data/notes.sqlite' });
    expect(open).toThrow(/store.*leads out of the project/);
  });

  it('do not lead out through a link to the store itself', () => {
    writeFileSync(join(folder, 'cookies.sqlite'), '');
    symlinkSync(join(folder, 'cookies.sqlite'), join(root, 'index.sqlite'));
    settings({ store: 'index.sqlite' });
    expect(open).toThrow(/leads out of the project/);
  });

  it('do not lead out through a link to a model', () => {
    mkdirSync(join(folder, 'models'));
    symlinkSync(join(folder, 'models'), join(root, 'model'));
    settings({ embedder: { kind: 'onnx', model: 'model' } });
    expect(open).toThrow(/embedder\.model.*leads out/);
  });

  it('may name a store inside the project that is not there yet', () => {
    settings({ store: '.cache/deep/index.sqlite' });
    expect(open).not.toThrow();
  });

  it('that are a link to another file show nothing of its content', () => {
    const secret = 'correct horse battery staple';
    writeFileSync(join(folder, 'secret.txt'), secret);
    symlinkSync(join(folder, 'secret.txt'), join(root, 'dossier.config.json'));
    expect(open).toThrow(/leads out of the project/);
    rmSync(join(root, 'dossier.config.json'));
    writeFileSync(join(root, 'dossier.config.json'), secret);
    expect(open).toThrow(/is not JSON/);
    expect(open).not.toThrow(/horse/);
  });

  it.each(['tokenizer.json', 'model.onnx', '1_Pooling/config.json'])(
    'name no model in which %s is a pipe',
    async (name) => {
      mkdirSync(join(root, 'model/1_Pooling'), { recursive: true });
      writeFileSync(join(root, 'model/tokenizer.json'), TOKENIZER);
      writeFileSync(join(root, 'model/model.onnx'), '');
      rmSync(join(root, 'model', name), { force: true });
      pipe(join(root, 'model', name));
      await expect(createOnnxEmbedder({ folder: join(root, 'model') })).rejects.toThrow(
        /tokenizer|is not a file/,
      );
    },
  );

  it('that are a pipe are refused rather than waited for', () => {
    pipe(join(root, 'dossier.config.json'));
    expect(open).toThrow(/not a settings file/);
  });
});

it('pipes named like ignore files are passed over', async () => {
  pipe(join(root, '.dossierignore'));
  pipe(join(root, '.gitignore'));
  pipe(join(root, '.gitmodules'));
  writeFileSync(join(root, 'a.ts'), 'x\n');
  expect(await createFileLister(root).list()).toEqual(['a.ts']);
});

describe('a store', () => {
  it.each(['/dev/null', '/proc/nowhere/deep/x.sqlite', '/sys/x/y.sqlite'])(
    'is refused at %s with a sentence',
    async (path) => {
      await expect(openSqliteStore({ path })).rejects.toThrow(/choose another/);
    },
  );

  it.each(['-wal', '-shm', '-journal'])('with a pipe or a link as its %s is not opened', async (ending) => {
    const path = join(root, 'store.sqlite');
    await (await openSqliteStore({ path })).close();
    rmSync(path + ending, { force: true });
    pipe(path + ending);
    await expect(openSqliteStore({ path })).rejects.toThrow(/not a file.*Remove it/);
    rmSync(path + ending);
    writeFileSync(join(folder, 'precious.txt'), 'mine\n');
    symlinkSync(join(folder, 'precious.txt'), path + ending);
    await expect(openSqliteStore({ path })).rejects.toThrow(/not a file.*Remove it/);
    expect(readFileSync(join(folder, 'precious.txt'), 'utf8')).toBe('mine\n');
  });

  it('is not made in a database of another program', async () => {
    const path = join(root, 'theirs.sqlite');
    const theirs = new DatabaseSync(path);
    theirs.exec('CREATE TABLE scopes (a)');
    theirs.close();
    await expect(openSqliteStore({ path })).rejects.toThrow(/another program.*choose another/);
  });

  it('and its folder belong to the user alone', async () => {
    const path = join(folder, 'deep/er/store.sqlite');
    const store = await openSqliteStore({ path });
    await store.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o700);
  });

  it('that is read-only can be read', async () => {
    const path = join(folder, 'deep/store.sqlite');
    await (await openSqliteStore({ path })).close();
    await asPlainUser([folder, join(folder, 'deep'), path], async () => {
      chmodSync(path, 0o400);
      chmodSync(join(folder, 'deep'), 0o500);
      const store = await openSqliteStore({ path });
      expect(await store.scopes('local')).toEqual([]);
      expect(() => writeFileSync(join(folder, 'deep/other'), '')).toThrow(/EACCES/);
      await store.close();
      chmodSync(join(folder, 'deep'), 0o700);
    });
  });
});

/** Permissions do not hold for the superuser: there, the work is done as nobody, who owns the paths meanwhile. */
async function asPlainUser(paths: readonly string[], work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  const nobody = 65_534;
  for (const path of paths) chownSync(path, nobody, nobody);
  process.seteuid?.(nobody);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}
