import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseRepositoryUrl } from '../../core/repository-url.ts';
import { checkOut } from './git-checkout.ts';

describe('the checkout of a repository', () => {
  let folder: string;
  let origin: string;
  let tree: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-checkout-'));
    origin = join(folder, 'origin');
    tree = join(folder, 'tree');
    mkdirSync(origin);
    git('init', '-q', '-b', 'main');
    commit('a.ts', 'export const a = 1;\n');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: origin })
      .toString()
      .trim();
  function commit(path: string, text: string): string {
    writeFileSync(join(origin, path), text);
    git('add', '.');
    git('commit', '-qm', `write ${path}`);
    return git('rev-parse', 'HEAD');
  }
  const fetch = (options: Partial<Parameters<typeof checkOut>[0]> = {}) =>
    checkOut({
      folder: tree,
      repository: parseRepositoryUrl(pathToFileURL(origin).href),
      commits: 100,
      maxBytes: 10_000_000,
      milliseconds: 60_000,
      addresses: [],
      signal: new AbortController().signal,
      ...options,
    });

  it('has the files of the newest commit, and follows later ones', async () => {
    expect(await fetch()).toBe(git('rev-parse', 'HEAD'));
    expect(readFileSync(join(tree, 'a.ts'), 'utf8')).toBe('export const a = 1;\n');
    writeFileSync(join(tree, 'left.ts'), 'over\n');
    git('rm', '-q', 'a.ts');
    const newest = commit('b.ts', 'export const b = 2;\n');
    expect(await fetch()).toBe(newest);
    expect([existsSync(join(tree, 'a.ts')), existsSync(join(tree, 'left.ts'))]).toEqual([false, false]);
    expect(existsSync(join(tree, 'b.ts'))).toBe(true);
  });

  it('follows a rewritten history, another branch, and goes on after a killed worker', async () => {
    await fetch();
    git('checkout', '-q', '--orphan', 'fresh');
    const fresh = commit('c.ts', 'export const c = 3;\n');
    git('branch', '-qf', 'main', 'fresh');
    git('checkout', '-q', 'main');
    writeFileSync(join(tree, '.git', 'index.lock'), '');
    expect(await fetch()).toBe(fresh);
    git('checkout', '-q', '-b', 'next');
    const next = commit('d.ts', 'export const d = 4;\n');
    git('checkout', '-q', 'main');
    expect(await fetch()).toBe(fresh);
    expect(await fetch({ branch: 'next' })).toBe(next);
  });

  it('has only as much history as is asked for', async () => {
    for (let count = 0; count < 5; count++) commit('a.ts', `export const a = ${count};\n// ${count}\n`);
    await fetch({ commits: 2 });
    const log = execFileSync('git', ['log', '--format=%s'], { cwd: tree }).toString().trim().split('\n');
    expect(log).toHaveLength(2);
  });

  it('runs nothing that the repository or this user has set up', async () => {
    const sentinel = join(folder, 'ran');
    const program = join(folder, 'program');
    writeFileSync(program, `#!/bin/sh\necho ran >> ${sentinel}\ncat\n`);
    chmodSync(program, 0o755);
    commit('.gitattributes', '*.ts filter=evil\n');
    commit('.gitmodules', `[submodule "s"]\n  path = s\n  url = ext::${program}\n`);
    await fetch();
    mkdirSync(join(tree, '.git', 'hooks'), { recursive: true });
    for (const hook of ['post-checkout', 'reference-transaction', 'post-merge']) {
      writeFileSync(join(tree, '.git', 'hooks', hook), readFileSync(program));
      chmodSync(join(tree, '.git', 'hooks', hook), 0o755);
    }
    const home = join(folder, 'home');
    mkdirSync(home);
    writeFileSync(
      join(home, '.gitconfig'),
      `[filter "evil"]\n  smudge = ${program}\n  clean = ${program}\n[core]\n  fsmonitor = ${program}\n`,
    );
    const before = process.env['HOME'];
    process.env['HOME'] = home;
    try {
      commit('a.ts', 'export const a = 5;\n');
      rmSync(sentinel, { force: true });
      await fetch();
    } finally {
      process.env['HOME'] = before;
    }
    expect(readFileSync(join(tree, 'a.ts'), 'utf8')).toBe('export const a = 5;\n');
    expect(existsSync(sentinel)).toBe(false);
  });

  it('refuses what is too large, before it is written', async () => {
    // Compresses to almost nothing, so only the size of the files tells.
    commit('large.txt', 'x'.repeat(3_000_000));
    await expect(fetch({ maxBytes: 1_000_000 })).rejects.toMatchObject({ code: 'forbidden' });
    expect(existsSync(join(tree, 'large.txt'))).toBe(false);
    await expect(fetch({ maxBytes: 100 })).rejects.toThrow('more than 0 MB');
    expect(existsSync(tree)).toBe(false);
  });

  it('takes no other protocol, and no folder inside a repository', async () => {
    const repository = {
      ...parseRepositoryUrl('https://example.org/a/b'),
      url: `ext::sh -c "touch ${folder}/ran"`,
    };
    await expect(fetch({ repository })).rejects.toMatchObject({ code: 'unavailable' });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
    await expect(fetch({ folder: join(origin, 'inside') })).rejects.toThrow('lies inside the repository');
  });

  it('stops when it takes too long or is stopped', async () => {
    await expect(fetch({ signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
    await expect(fetch({ milliseconds: 1 })).rejects.toMatchObject({ code: 'timeout' });
  });
});
