import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGitHistory } from '../../src/adapters/sources/git-history.ts';
import { createGitSnapshots } from '../../src/adapters/sources/git-snapshots.ts';
import { createFileLister } from '../../src/adapters/sources/list-files.ts';
import { runGit } from '../../src/adapters/sources/run-git.ts';

/** A repository that makes plain git wait for ever, or read without end. */
let root = '';
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: root })
    .toString()
    .trim();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dossier-hangs-'));
  git('init', '-q', '-b', 'main');
  for (const text of ['one\n', 'one\ntwo\n']) {
    mkdirSync(join(root, 'inner'), { recursive: true });
    writeFileSync(join(root, 'inner/a.txt'), text);
    git('add', '.');
    git('commit', '-qm', text);
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const pipe = (path: string) => {
  rmSync(join(root, path), { force: true });
  mkdirSync(dirname(join(root, path)), { recursive: true });
  execFileSync('mkfifo', [join(root, path)]);
};
const configure = (...lines: readonly string[]) =>
  appendFileSync(join(root, '.git/config'), `\n${lines.join('\n')}\n`);
const zeros = (path: string) => {
  rmSync(join(root, path), { force: true });
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync('/dev/zero', join(root, path));
};

/** Every file and setting of git's documentation that our commands open. */
const TRAPS: readonly (readonly [name: string, plant: () => void])[] = [
  ...['.gitignore', 'inner/.gitignore', 'inner/deep/.gitignore', '.gitattributes', '.gitmodules'].map(
    (path) => [`a pipe as \`${path}\``, () => pipe(path)] as const,
  ),
  ...['config', 'HEAD', 'index', 'packed-refs', 'refs/heads/main', 'shallow', 'commondir'].map(
    (path) => [`a pipe as \`.git/${path}\``, () => pipe(`.git/${path}`)] as const,
  ),
  ...['info/exclude', 'info/attributes', 'info/grafts', 'objects/info/alternates', 'logs/HEAD'].map(
    (path) => [`a pipe as \`.git/${path}\``, () => pipe(`.git/${path}`)] as const,
  ),
  ...['info/exclude', 'info/attributes', 'info/grafts', 'config', 'shallow'].map(
    (path) => [`an endless \`.git/${path}\``, () => zeros(`.git/${path}`)] as const,
  ),
  ...['core.excludesFile', 'core.attributesFile', 'diff.orderFile', 'include.path', 'mailmap.file'].flatMap(
    (key) => {
      const [section, name] = key.split('.');
      const set = (path: string) => configure(`[${section}]`, `${name} = ${path}`);
      return [
        [
          `a pipe as ${key}`,
          () => {
            pipe('waits');
            set(join(root, 'waits'));
          },
        ],
        [`an endless ${key}`, () => set('/dev/zero')],
      ] as const;
    },
  ),
];

describe('git does not wait for ever', () => {
  // Without an end of its own, every one of these calls would take a minute, or all memory.
  it.each(TRAPS)('for %s', { timeout: 55_000 }, async (_name, plant) => {
    plant();
    const files = createFileLister(root);
    expect(await files.list()).toContain('inner/a.txt');
    await files.leftOut();
    const history = createGitHistory(root);
    await history.head();
    await history
      .commits({})
      [Symbol.asyncIterator]()
      .next()
      .catch(() => undefined);
    const snapshots = createGitSnapshots(root, () => ({ close: async () => undefined }));
    await snapshots.changedLines('HEAD', 'HEAD^').catch(() => []);
  });

  it('but is waited for while it works', async () => {
    const { stdout } = await runGit(root, ['-c', 'alias.wait=!sleep 3; echo woken', 'wait'], {
      mayWait: true,
    });
    expect(stdout).toBe('woken\n');
  });
});
