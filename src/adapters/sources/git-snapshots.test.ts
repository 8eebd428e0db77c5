import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGitSnapshots } from './git-snapshots.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-past-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.org', ...args], { cwd: root })
    .toString()
    .trim();
const commit = (text: string) => {
  writeFileSync(join(root, 'a.txt'), text);
  git('add', '.');
  git('commit', '-qm', 'x');
  return git('rev-parse', 'HEAD');
};
const snapshots = () =>
  createGitSnapshots(root, (folder) => ({ ...folder, close: async (): Promise<void> => undefined }));

let first: string;
let second: string;
beforeAll(() => {
  git('init', '-q');
  first = commit('1\n2\n3\n4\n5\n');
  second = commit('1\n2 changed\n3\n4 changed\n5\n');
});

it('finds the lines a commit changed, whatever form the user likes differences in', async () => {
  const expected = [
    { path: 'a.txt', startLine: 2, endLine: 2 },
    { path: 'a.txt', startLine: 4, endLine: 4 },
  ];
  expect(await snapshots().changedLines(second, first)).toEqual(expected);
  for (const [name, value] of [
    ['diff.noprefix', 'true'],
    ['diff.mnemonicPrefix', 'true'],
    ['diff.interHunkContext', '3'],
    ['color.ui', 'always'],
  ] as const) {
    git('config', name, value);
  }
  expect(await snapshots().changedLines(second, first)).toEqual(expected);
});

it('gives the tree of a commit in a folder that is gone with it', async () => {
  const past = await snapshots().open(first);
  expect(readFileSync(join(past.root, 'a.txt'), 'utf8')).toBe('1\n2\n3\n4\n5\n');
  await past.close();
  expect(existsSync(past.root)).toBe(false);
});

it('leaves nothing behind of a commit that is not there', async () => {
  const before = process.env['TMPDIR'];
  const own = mkdtempSync(join(tmpdir(), 'dossier-past-'));
  process.env['TMPDIR'] = own;
  try {
    await expect(snapshots().open('f'.repeat(40))).rejects.toThrow('ls-tree');
    expect(readdirSync(own)).toEqual([]);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(own, { recursive: true });
  }
});
