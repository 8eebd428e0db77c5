import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forOwner } from '../../src/core/engine.ts';
import { indexOperation } from '../../src/operations/index-project.ts';
import {
  forget,
  memoryList,
  memoryRestore,
  memorySync,
  memoryUpdate,
  recall,
  remember,
} from '../../src/operations/memories.ts';
import { gitProjects } from './git-projects.ts';

let projects: ReturnType<typeof gitProjects>;
let { base, git, commit, run, open, repository, keep, current, filesOf, fileOf } = {} as typeof projects;
beforeEach(() => {
  projects = gitProjects();
  ({ base, git, commit, run, open, repository, keep, current, filesOf, fileOf } = projects);
});
afterEach(() => projects.close());

describe('memories as files', () => {
  it('are written only after the project asked for it, one file each', async () => {
    repository('p');
    const engine = open('p');
    const first = await keep(engine, 'The database listens on port 5432');
    expect(existsSync(join(base, 'p/.dossier'))).toBe(false);
    expect(await run(engine, memorySync, { share: true })).toMatchObject({ written: 1, refused: [] });
    const second = await keep(engine, 'Deploys run from the main branch');
    const own = await keep(engine, 'My editor is set to tabs', { scope: 'project' });
    expect(filesOf('p')).toEqual([`${first}.md`, `${second}.md`].sort());
    expect(readFileSync(fileOf('p', first), 'utf8')).toContain('\n\nThe database listens on port 5432\n');
    expect(existsSync(fileOf('p', own))).toBe(false);
  });

  it('follow a change by hand, and the old wording stays in the history', async () => {
    repository('p');
    const engine = open('p');
    await run(engine, memorySync, {});
    const id = await keep(engine, 'The database listens on port 5432');
    const text = readFileSync(fileOf('p', id), 'utf8');
    writeFileSync(
      fileOf('p', id),
      text.replace('5432', '6543').replace('importance: 0.5', 'importance: 0.9'),
    );
    const { memories } = await run(engine, memoryList, {});
    expect(memories).toMatchObject([
      {
        content: 'The database listens on port 6543',
        importance: 0.9,
        history: [{ content: 'The database listens on port 5432' }],
      },
    ]);
    expect((await run(engine, recall, { query: 'port 6543' })).memories.map((found) => found.id)).toEqual([
      id,
    ]);
  });

  it('end when their file is deleted, come back with restore, and are gone when erased', async () => {
    repository('p');
    const engine = open('p');
    await run(engine, memorySync, {});
    const id = await keep(engine, 'The database listens on port 5432');
    commit('p', 'memory');
    rmSync(fileOf('p', id));
    expect(await current(engine)).toEqual([]);
    await run(engine, memoryRestore, { id });
    expect(await current(engine)).toHaveLength(1);
    expect(existsSync(fileOf('p', id))).toBe(true);
    await run(engine, forget, { id });
    expect(readFileSync(fileOf('p', id), 'utf8')).toContain('status: ended');
    await run(engine, forget, { id, erase: true });
    expect(existsSync(fileOf('p', id))).toBe(false);
    expect((await run(engine, memoryList, { status: 'all' })).memories).toEqual([]);
  });

  it('stay known on a branch that does not have them', async () => {
    repository('p');
    const engine = open('p');
    await run(engine, memorySync, {});
    commit('p', 'folder');
    git('p', 'checkout', '-q', '-b', 'feature');
    await keep(engine, 'The database listens on port 5432');
    commit('p', 'memory');
    git('p', 'checkout', '-q', 'main');
    expect(await current(engine)).toHaveLength(1);
    git('p', 'checkout', '-q', 'feature');
    expect(await current(engine)).toHaveLength(1);
    const all = await run(engine, memoryList, { status: 'all' });
    expect(all.memories).toMatchObject([{ status: 'current', history: [] }]);
  });

  it('are no documents of the index', async () => {
    repository('p');
    const engine = open('p');
    await run(engine, memorySync, {});
    await keep(engine, 'The database listens on port 5432');
    await run(engine, indexOperation, {});
    const files = await (await engine.store()).index(engine.scope).files();
    expect(files.map(({ path }) => path)).toEqual(['a.ts']);
  });
});

describe('two clones', () => {
  it('work on two branches and merge: no conflict, no loss, no duplicate', async () => {
    repository('origin');
    const origin = open('origin', 'origin');
    await run(origin, memorySync, {});
    const old = await keep(origin, 'The staging server is called maple');
    const ended = await keep(origin, 'Releases happen on Tuesdays', { tags: ['release'] });
    const edited = await keep(origin, 'Invoices are kept for seven years');
    commit('origin', 'what we know');
    for (const name of ['ada', 'bob']) {
      execFileSync('git', ['clone', '-q', join(base, 'origin'), join(base, name)]);
      git(name, 'checkout', '-q', '-b', name);
    }
    const [ada, bob] = [open('ada', 'ada'), open('bob', 'bob')];
    // Each adds its own, both add the same, and both change the same memories.
    await keep(ada, 'Migrations run with pnpm db:migrate');
    await keep(ada, 'Images are served by the CDN');
    await run(ada, remember, { content: 'The staging server is called birch', supersedes: old });
    await run(ada, memoryUpdate, { id: edited, content: 'Invoices are kept for eight years' });
    await keep(bob, 'The queue worker needs Redis 7');
    await keep(bob, 'Images are served by the CDN.');
    await run(bob, forget, { id: ended });
    await run(bob, memoryUpdate, { id: edited, content: 'Invoices are kept for nine years', tags: ['law'] });
    commit('ada', 'ada');
    commit('bob', 'bob');
    for (const name of ['ada', 'bob']) git('origin', 'fetch', '-q', join(base, name), `${name}:${name}`);
    git('origin', 'merge', '-q', '-m', 'ada', 'ada');
    git('origin', 'merge', '-q', '-m', 'bob', 'bob');
    expect(git('origin', 'status', '--porcelain')).toBe('');

    for (const name of ['ada', 'bob']) git(name, 'pull', '-q', '--no-rebase', 'origin', 'main');
    const expected = [
      'Images are served by the CDN',
      'Invoices are kept for eight years\nInvoices are kept for nine years',
      'Migrations run with pnpm db:migrate',
      'The queue worker needs Redis 7',
      'The staging server is called birch',
    ];
    const states = await Promise.all([origin, ada, bob].map(current));
    const plain = states.map((contents) => contents.map((content) => content.replace(/\.$/, '')));
    expect(plain).toEqual([expected, expected, expected]);
    // All of them agree, down to the files, once each has written what it decided.
    for (const engine of [origin, ada, bob]) {
      expect((await run(engine, memorySync, {})).refused).toEqual([]);
    }
    const [one, ...others] = ['origin', 'ada', 'bob'].map((name) =>
      filesOf(name).map(
        (file) => readFileSync(fileOf(name, file.slice(0, -3)), 'utf8').split('\nuntil: ')[0],
      ),
    );
    for (const other of others) expect(other).toEqual(one);
  });

  it('hand on what was deleted by a commit', async () => {
    repository('origin');
    const origin = open('origin', 'origin');
    await run(origin, memorySync, {});
    const id = await keep(origin, 'The staging server is called maple');
    commit('origin', 'know');
    execFileSync('git', ['clone', '-q', join(base, 'origin'), join(base, 'ada')]);
    const ada = open('ada', 'ada');
    expect(await current(ada)).toHaveLength(1);
    await run(origin, forget, { id, erase: true });
    commit('origin', 'erase');
    git('ada', 'pull', '-q');
    expect(await current(ada)).toEqual([]);
  });
});

describe('scopes', () => {
  it('two worktrees share memories and each has an index of its own', async () => {
    repository('p');
    git('p', 'worktree', 'add', '-q', '-b', 'fix', join(base, 'fix'));
    writeFileSync(join(base, 'fix', 'b.ts'), 'export const b = 2;\n');
    const [main, fix] = [open('p'), open('fix')];
    await run(main, indexOperation, {});
    await run(fix, indexOperation, {});
    await keep(main, 'The database listens on port 5432');
    const { memories } = await run(fix, recall, { query: 'database port' });
    expect(memories).toMatchObject([{ content: 'The database listens on port 5432' }]);
    await keep(fix, 'Deploys run from the main branch');
    expect(await current(main)).toHaveLength(2);
    const store = await fix.store();
    expect((await store.index(fix.scope).files()).map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
    expect((await store.index(main.scope).files()).map(({ path }) => path)).toEqual(['a.ts']);
  });

  it('a folder that only claims to be a worktree of another project gets none of its memories', async () => {
    repository('victim');
    const victim = open('victim');
    await keep(victim, 'The database listens on port 5432');
    mkdirSync(join(base, 'evil/fake'), { recursive: true });
    writeFileSync(join(base, 'evil/.git'), `gitdir: ${join(base, 'evil/fake')}\n`);
    writeFileSync(join(base, 'evil/fake/gitdir'), `${join(base, 'evil/.git')}\n`);
    writeFileSync(join(base, 'evil/fake/commondir'), `${join(base, 'victim/.git')}\n`);
    writeFileSync(join(base, 'evil/fake/HEAD'), 'ref: refs/heads/main\n');
    expect(await current(open('evil'))).toEqual([]);
  });

  it('a memory of a branch holds there alone', async () => {
    repository('p');
    const engine = open('p');
    await keep(engine, 'The parser is being rewritten', { scope: 'branch' });
    expect(await current(engine)).toHaveLength(1);
    git('p', 'checkout', '-q', '-b', 'other');
    expect(await current(engine)).toEqual([]);
    expect((await run(engine, recall, { query: 'parser rewritten' })).memories).toEqual([]);
    git('p', 'checkout', '-q', '--detach');
    await expect(keep(engine, 'Nothing holds here', { scope: 'branch' })).rejects.toThrow(
      'No branch is checked out',
    );
  });

  it('a memory of the user is known in all projects, and its end too', async () => {
    repository('one');
    repository('two');
    const [one, two] = [open('one'), open('two')];
    const id = await keep(one, 'I write commit messages in English', { scope: 'user' });
    expect(await current(two)).toEqual(['I write commit messages in English']);
    expect((await run(two, recall, { query: 'commit messages', scope: ['project'] })).memories).toEqual([]);
    expect((await run(two, recall, { query: 'commit messages', scope: ['user'] })).memories).toHaveLength(1);
    await run(two, forget, { id });
    expect(await current(one)).toEqual([]);
  });

  it('a memory that changes its scope gets or loses its file', async () => {
    repository('p');
    const engine = open('p');
    await run(engine, memorySync, {});
    const id = await keep(engine, 'The database listens on port 5432', { scope: 'project' });
    expect(filesOf('p')).toEqual([]);
    await run(engine, memoryUpdate, { id, scope: 'team' });
    expect(filesOf('p')).toEqual([`${id}.md`]);
    await run(engine, memoryUpdate, { id, scope: 'project' });
    expect(filesOf('p')).toEqual([]);
    expect(await current(engine)).toHaveLength(1);
  });

  it('another owner of a server neither sees nor writes the files', async () => {
    repository('p');
    const engine = open('p');
    await run(engine, memorySync, {});
    await keep(engine, 'The database listens on port 5432');
    const other = forOwner(engine, 'other');
    expect(await current(other)).toEqual([]);
    await keep(other, 'Deploys run from the main branch');
    expect(filesOf('p')).toHaveLength(1);
    await expect(keep(other, 'My tabs', { scope: 'user' })).rejects.toThrow('use scope project');
  });
});

describe('hostile files', () => {
  const good = (id: string, text: string) =>
    ['---', 'created: 2026-11-16T00:00:00Z', `id: ${id}`, '---', '', text, ''].join('\n');

  it('are refused with a sentence, and the others are read', async () => {
    repository('p');
    const folder = join(base, 'p/.dossier/memories');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(base, 'secret.md'), good('mem-link', 'What stands outside'));
    symlinkSync(join(base, 'secret.md'), join(folder, 'mem-link.md'));
    mkdirSync(join(folder, 'mem-folder.md'));
    execFileSync('mkfifo', [join(folder, 'mem-pipe.md')]);
    writeFileSync(join(folder, 'mem-long.md'), good('mem-long', 'x'.repeat(70_000)));
    writeFileSync(join(folder, 'mem-nul.md'), good('mem-nul', 'a\0b'));
    writeFileSync(join(folder, 'mem-key.md'), good('mem-key', `Use the key ghp_${'a1B2c3'.repeat(6)}`));
    writeFileSync(join(folder, 'mem-conflict.md'), `${good('mem-conflict', 'a')}<<<<<<< HEAD\n`);
    writeFileSync(join(folder, 'mem-other.md'), good('mem-good', 'Named after another'));
    writeFileSync(join(folder, 'a b.md'), good('a b', 'A name with a space'));
    writeFileSync(join(folder, 'mem-good.md'), good('mem-good', 'The database listens on port 5432'));
    const engine = open('p');
    expect(await current(engine)).toEqual(['The database listens on port 5432']);
    const { refused } = await run(engine, memorySync, {});
    expect(Object.fromEntries(refused.map(({ file, reason }) => [file, reason]))).toEqual({
      'a b.md': expect.stringContaining('the id of the memory'),
      'mem-conflict.md': expect.stringContaining('resolve the merge'),
      'mem-folder.md': expect.stringContaining('link or not a file'),
      'mem-key.md': expect.stringContaining('holds a secret'),
      'mem-link.md': expect.stringContaining('link or not a file'),
      'mem-long.md': expect.stringContaining('at most 64000'),
      'mem-nul.md': expect.stringContaining('not a text'),
      'mem-other.md': expect.stringContaining('must be named after it'),
      'mem-pipe.md': expect.stringContaining('link or not a file'),
    });
    const { warnings } = await run(engine, indexOperation, {});
    expect(warnings.join('\n')).toContain('The memory mem-key.md is refused');
  });

  it('a link in place of the folder leads nowhere, neither for reading nor for writing', async () => {
    repository('p');
    mkdirSync(join(base, 'outside'));
    writeFileSync(join(base, 'outside/mem-a.md'), good('mem-a', 'What stands outside'));
    mkdirSync(join(base, 'p/.dossier'));
    symlinkSync(join(base, 'outside'), join(base, 'p/.dossier/memories'));
    const engine = open('p');
    expect(await current(engine)).toEqual([]);
    await keep(engine, 'The database listens on port 5432');
    await expect(keep(engine, 'Deploys run from main', { scope: 'team' })).rejects.toThrow(
      'is a link or a file',
    );
    await expect(run(engine, memorySync, {})).rejects.toThrow('is a link or a file');
    expect(readdirSync(join(base, 'outside'))).toEqual(['mem-a.md']);
  });

  it('a link in place of a file is replaced, not followed', async () => {
    repository('p');
    const engine = open('p');
    await run(engine, memorySync, {});
    const id = await keep(engine, 'The database listens on port 5432');
    writeFileSync(join(base, 'target.md'), 'untouched');
    rmSync(fileOf('p', id));
    symlinkSync(join(base, 'target.md'), fileOf('p', id));
    await run(engine, memoryUpdate, { id, importance: 0.9 });
    expect(readFileSync(join(base, 'target.md'), 'utf8')).toBe('untouched');
    expect(readFileSync(fileOf('p', id), 'utf8')).toContain('importance: 0.9');
  });
});
