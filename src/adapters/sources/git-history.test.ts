import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Commit } from '../../core/ports.ts';
import { createGitHistory } from './git-history.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-history-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann Ö', '-c', 'user.email=ann@example.org', ...args], {
    cwd: root,
    env: {
      ...process.env,
      GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
      GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
    },
  })
    .toString()
    .trim();

async function all(history: ReturnType<typeof createGitHistory>, since?: string): Promise<Commit[]> {
  const commits: Commit[] = [];
  for await (const batch of history.commits(since === undefined ? {} : { since })) commits.push(...batch);
  return commits;
}

test('a folder without a repository has no history', async () => {
  const history = createGitHistory(root);
  expect(await history.head()).toBeUndefined();
  expect(await history.contains('abc')).toBe(false);
  expect(await all(history)).toEqual([]);
});

test('commits carry message, author, time and the line counts of each file', async () => {
  git('init', '-q', '-b', 'main');
  mkdirSync(join(root, 'sub'));
  writeFileSync(join(root, 'a file.txt'), 'one\ntwo\n');
  writeFileSync(join(root, 'sub', 'ü.txt'), 'x\n');
  writeFileSync(join(root, 'binary'), Buffer.from([0, 1, 2]));
  git('add', '.');
  git('commit', '-qm', 'First: things\n\nWith a body.\n\nAnd more.');
  writeFileSync(join(root, 'a file.txt'), 'one\n2\nthree\n');
  git('commit', '-qam', 'Second');
  const history = createGitHistory(root);
  const [second, first] = await all(history);
  expect(first).toMatchObject({
    message: 'First: things\n\nWith a body.\n\nAnd more.',
    author: 'Ann Ö',
    email: 'ann@example.org',
    time: Date.parse('2026-01-02T03:04:05Z'),
  });
  expect([...(first?.files ?? [])].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: 'a file.txt', insertions: 2, deletions: 0 },
    { path: 'binary', insertions: 0, deletions: 0 },
    { path: 'sub/ü.txt', insertions: 1, deletions: 0 },
  ]);
  expect(second?.files).toEqual([{ path: 'a file.txt', insertions: 2, deletions: 1 }]);
  expect(await history.head()).toBe(second?.sha);
  expect(await all(history, first?.sha)).toEqual([second]);
});

test('in a sub-folder only its own files count, relative to it', async () => {
  const commits = await all(createGitHistory(join(root, 'sub')));
  expect(commits.map(({ files }) => files)).toEqual([[{ path: 'ü.txt', insertions: 1, deletions: 0 }]]);
});

test('a rewritten history no longer contains the old head', async () => {
  const history = createGitHistory(root);
  const old = await history.head();
  git('commit', '-q', '--amend', '-m', 'Rewritten');
  expect(await history.contains(old ?? '')).toBe(false);
  expect(await history.contains((await history.head()) ?? '')).toBe(true);
});

test('a history that cannot be read to its end is an error', async () => {
  const oldest = git('rev-list', '--max-parents=0', 'HEAD');
  rmSync(join(root, '.git/objects', oldest.slice(0, 2), oldest.slice(2)), { force: true });
  await expect(all(createGitHistory(root))).rejects.toThrow('git could not read an object');
});

test('in a worktree and in a sub-folder it is seen when the head moved', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'dossier-no-history-'));
  expect(await createGitHistory(elsewhere).movedAt()).toBeUndefined();
  const tree = join(elsewhere, 'tree');
  git('worktree', 'add', '-q', tree, '-b', 'other');
  const places = [join(root, 'sub'), tree].map((folder) => createGitHistory(folder));
  const long = new Date('2020-01-01');
  utimesSync(join(root, '.git/logs/HEAD'), long, long);
  utimesSync(join(root, '.git/worktrees/tree/logs/HEAD'), long, long);
  const moved = () => Promise.all(places.map((history) => history.movedAt()));
  expect(await moved()).toEqual([long.getTime(), long.getTime()]);
  git('commit', '-q', '--allow-empty', '-m', 'Moves the head');
  git('-C', tree, 'commit', '-q', '--allow-empty', '-m', 'Moves the other head');
  for (const time of await moved()) expect(time).toBeGreaterThan(long.getTime());
  git('worktree', 'remove', '--force', tree);
  rmSync(elsewhere, { recursive: true });
});

test('where old contents are missing, as in a partial clone, commits name their files without counts', async () => {
  const partial = mkdtempSync(join(tmpdir(), 'dossier-partial-'));
  const run = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
      cwd: partial,
    })
      .toString()
      .trim();
  run('init', '-q', '-b', 'main');
  for (const text of ['one', 'two', 'three', 'four']) {
    writeFileSync(join(partial, 'a file.txt'), `${text}\n`);
    writeFileSync(join(partial, `${text}.txt`), `${text}\n`);
    run('add', '.');
    run('commit', '-qm', `Say ${text}`);
  }
  const blob = run('rev-parse', 'HEAD~2:a file.txt');
  rmSync(join(partial, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
  const commits = await all(createGitHistory(partial));
  expect(commits.map(({ message }) => message)).toEqual(['Say four', 'Say three', 'Say two', 'Say one']);
  expect(commits.map(({ files }) => files.map(({ path }) => path).sort())).toEqual([
    ['a file.txt', 'four.txt'],
    ['a file.txt', 'three.txt'],
    ['a file.txt', 'two.txt'],
    ['a file.txt', 'one.txt'],
  ]);
  expect(commits[0]?.files[0]?.insertions).toBe(1);
  expect(commits[2]?.files[0]?.insertions).toBe(0);
  const limited: Commit[] = [];
  for await (const batch of createGitHistory(partial).commits({ limit: 3 })) limited.push(...batch);
  expect(limited.map(({ message }) => message)).toEqual(['Say four', 'Say three', 'Say two']);
  rmSync(partial, { recursive: true, force: true });
});

test('a message, an author and a name of a file with control characters forge no other commit', async () => {
  const forging = mkdtempSync(join(tmpdir(), 'dossier-forging-'));
  const forged = '\u0001deadbeef\u0002Eve\u0002e@x\u0002zzz\u0002Forged\u0003';
  const run = (...args: string[]) =>
    execFileSync('git', ['-c', `user.name=Ann${forged}`, '-c', 'user.email=ann@example.org', ...args], {
      cwd: forging,
    });
  run('init', '-q', '-b', 'main');
  writeFileSync(join(forging, `a${forged}.txt`), 'a\n');
  run('add', '.');
  run('commit', '-q', '--cleanup=verbatim', '-m', `Say a${forged}`);
  const commits = await all(createGitHistory(forging));
  rmSync(forging, { recursive: true, force: true });
  expect(commits).toHaveLength(1);
  expect(commits[0]).toMatchObject({ message: `Say a${forged}`, author: expect.stringMatching(/^Ann/) });
  expect(commits[0]?.time).toBeGreaterThan(0);
  expect(commits[0]?.files.map(({ path }) => path)).toEqual([`a${forged}.txt`]);
});

test('where old trees are missing, too, it says how to fetch them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-treeless-'));
  const inFolder = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
  inFolder('init', '-q', 'source');
  inFolder('-C', 'source', 'config', 'uploadpack.allowFilter', 'true');
  for (const text of ['one', 'two']) {
    writeFileSync(join(folder, 'source', `${text}.txt`), text);
    inFolder('-C', 'source', 'add', '.');
    inFolder('-C', 'source', ...author, 'commit', '-qm', text);
  }
  inFolder('clone', '-q', '--filter=tree:0', `file://${folder}/source`, 'treeless');
  await expect(all(createGitHistory(join(folder, 'treeless')))).rejects.toThrow(/partial clone.*git fetch/);
  rmSync(folder, { recursive: true, force: true });
});

test('git ends with a reader that stops early, however long the history is', async () => {
  const long = mkdtempSync(join(tmpdir(), 'dossier-long-history-'));
  try {
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: long });
    const commits = Array.from(
      { length: 1200 },
      (_, number) =>
        `commit refs/heads/main\ncommitter A <a@example.org> ${number} +0000\ndata 2000\n${'x'.repeat(2000)}\nM 644 inline f\ndata 4\n${String(number).padStart(4)}\n`,
    );
    execFileSync('git', ['fast-import', '--quiet'], { cwd: long, input: commits.join('\n') });
    for await (const batch of createGitHistory(long).commits({})) {
      expect(batch.length).toBeGreaterThan(900);
      break;
    }
    const children = () => execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)]).toString();
    await expect.poll(children).not.toContain('--encoding=UTF-8');
  } finally {
    rmSync(long, { recursive: true, force: true });
  }
});
