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

  it('stops when it is cancelled', async () => {
    execFileSync('git', ['init', '-q'], { cwd: root });
    await expect(createFileLister(root).list({ signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
