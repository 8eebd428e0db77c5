import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SourceReader } from '../../core/ports.ts';
import { createFileReader } from './file-reader.ts';

describe('createFileReader', () => {
  let folder: string;
  let root: string;
  let reader: SourceReader;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-reader-'));
    root = join(folder, 'project');
    mkdirSync(join(root, 'src'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'outside');
    writeFileSync(join(root, 'src/a.ts'), '\uFEFFone\r\ntwo\n');
    reader = createFileReader({ root, maxFileBytes: 1000 });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('gives the lines of a file without terminators and byte order mark', async () => {
    expect(await reader.read('src/a.ts')).toMatchObject({ path: 'src/a.ts', lines: ['one', 'two'] });
  });

  it('gives no lines of a file that the caller takes for generated, read before or not', async () => {
    const isGenerated = ([first]: readonly string[]) => first === 'one';
    expect(await reader.read('src/a.ts', { isGenerated })).toBe('generated');
    expect(await reader.read('src/a.ts')).toMatchObject({ lines: ['one', 'two'] });
    expect(await reader.read('src/a.ts', { isGenerated })).toBe('generated');
    expect(await reader.read('src/a.ts', { isGenerated: () => false })).toMatchObject({ path: 'src/a.ts' });
  });

  it('never opens the files of the store, whatever they are called and hold', async () => {
    const files = ['notes', 'notes-wal', 'notes-shm', 'notes-journal', 'notes-vectors-1', 'notes.md'];
    for (const file of files) writeFileSync(join(root, file), 'text\n');
    symlinkSync(root, join(folder, 'link'));
    symlinkSync('notes-shm', join(root, 'other.txt'));
    for (const store of [join(root, 'notes'), join(folder, 'link/notes')]) {
      const careful = createFileReader({ root, maxFileBytes: 1000, store });
      const read = await Promise.all([...files, 'other.txt'].map((path) => careful.read(path)));
      expect(read.map((found) => (typeof found === 'string' ? found : found.lines))).toEqual([
        'binary',
        'binary',
        'binary',
        'binary',
        'binary',
        ['text'],
        'binary',
      ]);
    }
  });

  it('never reads the own folder of Dossier in a project, whose tokens are in it', async () => {
    const own = join(root, '.cache/dossier');
    reader = createFileReader({ root, maxFileBytes: 1000, ownFolder: own });
    expect(await reader.read('src/a.ts')).toMatchObject({ lines: ['one', 'two'] });
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'serve-token'), 'token\n');
    writeFileSync(join(root, '.cache/other'), 'text\n');
    symlinkSync(join(own, 'serve-token'), join(root, 'link.txt'));
    expect(await reader.read('.cache/dossier/serve-token')).toBe('secret');
    expect(await reader.read('link.txt')).toBe('secret');
    expect(await reader.read('.cache/other')).toMatchObject({ lines: ['text'] });
  });

  it('reads a project that lies in the own folder, as repositories do that were fetched', async () => {
    reader = createFileReader({ root, maxFileBytes: 1000, ownFolder: folder });
    expect(await reader.read('src/a.ts')).toMatchObject({ lines: ['one', 'two'] });
  });

  it('reads nothing through .., absolute paths or odd names', async () => {
    for (const path of [
      '../secret.txt',
      'src/../../secret.txt',
      join(folder, 'secret.txt'),
      '',
      'a\0b',
      'C:\\x',
      '..',
    ]) {
      expect(await reader.read(path)).toBe('outside-root');
    }
  });

  it('reads nothing through a symbolic link to a file or folder outside', async () => {
    symlinkSync(join(folder, 'secret.txt'), join(root, 'link.txt'));
    symlinkSync(folder, join(root, 'up'));
    expect(await reader.read('link.txt')).toBe('outside-root');
    expect(await reader.read('up/secret.txt')).toBe('outside-root');
  });

  it('reads no file of secrets through a symbolic link of another name', async () => {
    writeFileSync(join(root, '.env'), 'PASSWORD=hunter2');
    symlinkSync(join(root, '.env'), join(root, 'settings.txt'));
    symlinkSync(root, join(root, 'src/up'));
    expect(await reader.read('settings.txt')).toBe('secret');
    expect(await reader.read('src/up/settings.txt')).toBe('secret');
  });

  it('reads through a symbolic link that stays inside', async () => {
    symlinkSync(join(root, 'src/a.ts'), join(root, 'inside.ts'));
    expect(await reader.read('inside.ts')).toMatchObject({ lines: ['one', 'two'] });
  });

  it('never gives the outside text while a file and a folder are swapped for links as it reads', async () => {
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere/a.ts'), 'outside');
    const fresh = createFileReader({ root, maxFileBytes: 1000, cacheBytes: 0 });
    let stop = false;
    const swapping = (async () => {
      while (!stop) {
        renameSync(join(root, 'src'), join(root, 'kept'));
        symlinkSync(join(folder, 'elsewhere'), join(root, 'src'));
        await new Promise((resolve) => setImmediate(resolve));
        rmSync(join(root, 'src'));
        renameSync(join(root, 'kept'), join(root, 'src'));
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const seen = new Set<string>();
    for (let attempt = 0; attempt < 2000; attempt++) {
      const file = await fresh.read('src/a.ts');
      seen.add(typeof file === 'string' ? file : file.lines.join());
    }
    stop = true;
    await swapping;
    expect(seen).not.toContain('outside');
  });

  it('says why a file is not read', async () => {
    writeFileSync(join(root, 'large.txt'), 'x'.repeat(1001));
    writeFileSync(join(root, 'binary.bin'), Buffer.from([1, 0, 2]));
    expect(await reader.read('none.ts')).toBe('missing');
    expect(await reader.read('src/a.ts/deeper')).toBe('missing');
    expect(await reader.read('src')).toBe('not-a-file');
    expect(await reader.read('large.txt')).toBe('too-large');
    expect(await reader.read('binary.bin')).toBe('binary');
  });

  it('reads code up to four times as large as other files', async () => {
    for (const [path, size] of [
      ['engine.c', 4000],
      ['engine.h', 4001],
      ['table.csv', 1001],
    ] as const) {
      writeFileSync(join(root, path), 'x'.repeat(size));
    }
    expect(await reader.stat('engine.c')).toMatchObject({ size: 4000 });
    expect(await reader.read('engine.c')).toMatchObject({ size: 4000 });
    for (const path of ['engine.h', 'table.csv']) {
      expect(await reader.stat(path)).toBe('too-large');
      expect(await reader.read(path)).toBe('too-large');
    }
  });

  it('gives the same object while the file is unchanged and the new text once it changed', async () => {
    const first = await reader.read('src/a.ts');
    expect(await reader.read('src/a.ts')).toBe(first);
    writeFileSync(join(root, 'src/a.ts'), 'ONE\nTWO\n');
    utimesSync(join(root, 'src/a.ts'), 1, 1);
    expect(await reader.read('src/a.ts')).toMatchObject({ lines: ['ONE', 'TWO'] });
  });

  it('forgets the least recently used files when its cache is full', async () => {
    const small = createFileReader({ root, maxFileBytes: 1000, cacheBytes: 25 });
    writeFileSync(join(root, 'b.ts'), 'x'.repeat(20));
    const first = await small.read('src/a.ts');
    await small.read('b.ts');
    const again = await small.read('src/a.ts');
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });

  it('gives what it has of a file only while the path leads to that very file', async () => {
    await reader.read('src/a.ts');
    rmSync(join(root, 'src/a.ts'));
    symlinkSync(join(folder, 'secret.txt'), join(root, 'src/a.ts'));
    expect(await reader.read('src/a.ts')).toBe('outside-root');
    rmSync(join(root, 'src/a.ts'));
    expect(await reader.read('src/a.ts')).toBe('missing');
  });
});
