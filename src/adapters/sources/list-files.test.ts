import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileLister } from './list-files.ts';

describe('createFileLister', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'dossier-list-'));
    mkdirSync(join(root, 'src/built'), { recursive: true });
    mkdirSync(join(root, 'node_modules'));
    for (const path of [
      'src/b.ts',
      'a.md',
      'src/built/c.js',
      'note.log',
      'node_modules/d.js',
      'ünïcode.txt',
    ]) {
      writeFileSync(join(root, path), 'x');
    }
    writeFileSync(join(root, '.gitignore'), '*.log\nnode_modules\n');
    writeFileSync(join(root, 'src/.gitignore'), '/built/\n');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const expected = ['.gitignore', 'a.md', 'src/.gitignore', 'src/b.ts', 'ünïcode.txt'];

  it('leaves out what .gitignore names, walking where there is no repository', async () => {
    expect(await createFileLister(root).list()).toEqual(expected);
  });

  it('goes on where a .gitignore cannot be read', async () => {
    mkdirSync(join(root, 'deep/.gitignore'), { recursive: true });
    writeFileSync(join(root, 'deep/e.ts'), 'x');
    expect(await createFileLister(root).list()).toEqual([...expected, 'deep/e.ts'].sort());
  });

  it('gives the same with git', async () => {
    execFileSync('git', ['init', '-q'], { cwd: root });
    expect(await createFileLister(root).list()).toEqual(expected);
  });

  it('leaves out submodules and repositories within this one, and says so', async () => {
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: root,
        stdio: 'pipe',
      });
    const other = join(root, 'note.log.d');
    mkdirSync(other);
    execFileSync('git', ['init', '-q'], { cwd: other });
    writeFileSync(join(other, 'x.ts'), 'x');
    execFileSync('git', ['add', '.'], { cwd: other });
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'x'], { cwd: other });
    git('init', '-q');
    git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', other, 'libs/sub');
    const lister = createFileLister(root);
    expect(await lister.list()).toEqual([...expected, '.gitmodules'].sort());
    expect(await lister.leftOut()).toEqual(
      expect.arrayContaining([
        { path: 'libs/sub/', reason: 'submodule' },
        { path: 'note.log.d/', reason: 'submodule' },
      ]),
    );
  });

  it('stops when it is cancelled', async () => {
    execFileSync('git', ['init', '-q'], { cwd: root });
    await expect(createFileLister(root).list({ signal: AbortSignal.abort() })).rejects.toThrow();
  });
});

it.each(['.gitignore', '.dossierignore'])('rules of %s take no exponential time', async (file) => {
  const root = mkdtempSync(join(tmpdir(), 'dossier-stars-'));
  try {
    const name = `${'a'.repeat(240)}.ts`;
    writeFileSync(join(root, file), `${'*a'.repeat(60)}b\n${'**/a/'.repeat(40)}b\n*.log\n`);
    writeFileSync(join(root, name), 'x\n');
    writeFileSync(join(root, 'x.log'), 'x\n');
    expect(await createFileLister(root).list()).toEqual([file, name]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
