import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGitHistory } from '../../src/adapters/sources/git-history.ts';
import { createGitSnapshots } from '../../src/adapters/sources/git-snapshots.ts';
import { createFileLister } from '../../src/adapters/sources/list-files.ts';
import { runGit } from '../../src/adapters/sources/run-git.ts';

/** A repository whose configuration tries to run `program`, which leaves a sentinel when it runs. */
let folder = '';
let root = '';
let program = '';
let sentinel = '';

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
    .toString()
    .trim();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-hostile-'));
  root = join(folder, 'project');
  program = join(folder, 'program');
  sentinel = join(folder, 'ran');
  mkdirSync(root);
  writeFileSync(program, `#!/bin/sh\necho ran >> ${sentinel}\n`);
  chmodSync(program, 0o755);
  git('init', '-q', '-b', 'main');
  writeFileSync(join(root, 'a.txt'), 'one\n');
  writeFileSync(join(root, 'b.bin'), 'one\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  writeFileSync(join(root, 'a.txt'), 'one\ntwo\n');
  writeFileSync(join(root, 'b.bin'), 'two\n');
  git('add', '.');
  git('commit', '-qm', 'second');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const configure = (...lines: readonly string[]) =>
  appendFileSync(join(root, '.git/config'), `\n${lines.join('\n')}\n`);

/** Everything Dossier asks git on behalf of a project. */
async function useEverything(): Promise<void> {
  const history = createGitHistory(root);
  const lister = createFileLister(root);
  await lister.list();
  await lister.leftOut();
  const head = await history.head();
  await history.movedAt();
  for await (const _ of history.commits({})) void _;
  if (head === undefined) return;
  await history.contains(head);
  const snapshots = createGitSnapshots(root, () => ({ close: async () => undefined }));
  const past = await runGit(root, ['rev-parse', 'HEAD^']).catch(() => undefined);
  if (past === undefined) return;
  await snapshots.changedLines(head, past.stdout.trim()).catch(() => []);
  const opened = await snapshots.open(head).catch(() => undefined);
  await opened?.close();
}

const hook = (name: string) => {
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  symlinkSync(program, join(root, '.git/hooks', name));
};

/** From git's documentation: every setting, attribute and file that names a program to run or a place to fetch from. */
const VECTORS: readonly (readonly [name: string, plant: () => void])[] = [
  ['core.fsmonitor', () => configure('[core]', `fsmonitor = ${program}`)],
  [
    'core.hooksPath',
    () => {
      mkdirSync(join(folder, 'hooks'));
      symlinkSync(program, join(folder, 'hooks/post-index-change'));
      symlinkSync(program, join(folder, 'hooks/post-checkout'));
      configure('[core]', `hooksPath = ${join(folder, 'hooks')}`);
    },
  ],
  ['hooks/post-index-change', () => hook('post-index-change')],
  ['hooks/post-checkout', () => hook('post-checkout')],
  ['hooks/reference-transaction', () => hook('reference-transaction')],
  ['hooks/fsmonitor-watchman', () => hook('fsmonitor-watchman')],
  ['core.pager', () => configure('[core]', `pager = ${program}`)],
  ['pager.log', () => configure('[pager]', `log = ${program}`, `diff = ${program}`)],
  ['core.editor', () => configure('[core]', `editor = ${program}`)],
  ['core.askPass', () => configure('[core]', `askPass = ${program}`)],
  ['core.gitProxy', () => configure('[core]', `gitProxy = ${program}`)],
  ['core.alternateRefsCommand', () => configure('[core]', `alternateRefsCommand = ${program}`)],
  ['credential.helper', () => configure('[credential]', `helper = ${program}`)],
  ['diff.external', () => configure('[diff]', `external = ${program}`)],
  [
    'diff driver command',
    () => {
      writeFileSync(join(root, '.gitattributes'), '* diff=evil\n');
      configure('[diff "evil"]', `command = ${program}`);
    },
  ],
  [
    'textconv',
    () => {
      writeFileSync(join(root, '.gitattributes'), '* diff=evil\n');
      configure('[diff "evil"]', `textconv = ${program}`);
    },
  ],
  [
    'textconv by info/attributes',
    () => {
      mkdirSync(join(root, '.git/info'), { recursive: true });
      writeFileSync(join(root, '.git/info/attributes'), '* diff=evil\n');
      configure('[diff "evil"]', `textconv = ${program}`, `cachetextconv = true`);
    },
  ],
  [
    'filter.smudge',
    () => {
      mkdirSync(join(root, '.git/info'), { recursive: true });
      writeFileSync(join(root, '.git/info/attributes'), '* filter=evil\n');
      configure('[filter "evil"]', `smudge = ${program}`, `clean = ${program}`, 'required = true');
    },
  ],
  [
    'filter.process',
    () => {
      mkdirSync(join(root, '.git/info'), { recursive: true });
      writeFileSync(join(root, '.git/info/attributes'), '* filter=evil\n');
      configure('[filter "evil"]', `process = ${program}`);
    },
  ],
  [
    'log.showSignature',
    () => {
      configure('[log]', 'showSignature = true', '[gpg]', `program = ${program}`);
      signHead();
    },
  ],
  [
    'gpg.ssh.program',
    () => {
      configure(
        '[log]',
        'showSignature = true',
        '[gpg]',
        'format = ssh',
        '[gpg "ssh"]',
        `program = ${program}`,
      );
      signHead();
    },
  ],
  ['a promisor with uploadpack', () => partialClone(`uploadpack = ${program}`, 'url = file:///nowhere')],
  [
    'a promisor with core.sshCommand',
    () => {
      configure('[core]', `sshCommand = ${program}`);
      partialClone('url = ssh://localhost/x');
    },
  ],
  ['a promisor with ext::', () => partialClone(`url = ext::${program}`)],
  ['a promisor with a remote helper', () => partialClone('vcs = evil', 'url = evil::x')],
  [
    'include.path',
    () => {
      writeFileSync(join(folder, 'more'), `[core]\nfsmonitor = ${program}\n[diff]\nexternal = ${program}\n`);
      configure('[include]', `path = ${join(folder, 'more')}`);
    },
  ],
  [
    'includeIf',
    () => {
      writeFileSync(join(folder, 'more'), `[core]\nfsmonitor = ${program}\n`);
      configure('[includeIf "onbranch:main"]', `path = ${join(folder, 'more')}`);
    },
  ],
  [
    'config.worktree',
    () => {
      configure('[extensions]', 'worktreeConfig = true');
      writeFileSync(join(root, '.git/config.worktree'), `[core]\nfsmonitor = ${program}\n`);
    },
  ],
  [
    'aliases',
    () => configure('[alias]', `log = !${program}`, `ls-files = !${program}`, `cat-file = !${program}`),
  ],
  ['submodule.recurse', () => configure('[submodule]', 'recurse = true', '[diff]', 'submodule = log')],
  [
    'trace2.eventTarget',
    () => configure('[trace2]', `eventTarget = ${sentinel}`, `normalTarget = ${sentinel}`),
  ],
];

/** Vectors that fire in every git this project supports, in the order above. */
const CONTROLS = [
  'core.fsmonitor',
  'hooks/post-index-change',
  'diff.external',
  'textconv',
  'filter.smudge',
  'log.showSignature',
  'a promisor with uploadpack',
  'a promisor with core.sshCommand',
  'include.path',
];

/** Gives the last commit a signature that git would ask a program about. */
function signHead(): void {
  const commit = git('cat-file', 'commit', 'HEAD');
  const [head = '', ...message] = commit.split('\n\n');
  const signed = `${head}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n${message.join('\n\n')}\n`;
  const { stdout } = spawnSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], {
    cwd: root,
    input: signed,
    encoding: 'utf8',
  });
  execFileSync('git', ['update-ref', 'refs/heads/main', stdout.trim()], { cwd: root });
}

/** A partial clone that lacks a blob, so that reading it makes git fetch. */
function partialClone(...remote: readonly string[]): void {
  const blob = git('rev-parse', 'HEAD:a.txt');
  rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
  configure(
    '[core]',
    'repositoryformatversion = 1',
    '[extensions]',
    'partialClone = origin',
    '[remote "origin"]',
    'promisor = true',
    'partialclonefilter = blob:none',
    ...remote,
  );
}

describe('a hostile repository runs nothing', () => {
  it.each(VECTORS)('by %s', async (_name, plant) => {
    plant();
    rmSync(sentinel, { force: true });
    await useEverything().catch(() => undefined);
    expect(existsSync(sentinel)).toBe(false);
  });

  it('while the same set-ups make plain git run the program', () => {
    // A test that nothing runs proves something only if something would.
    const fired = VECTORS.filter(([name]) => CONTROLS.includes(name)).filter(([, plant]) => {
      resetRepository();
      plant();
      rmSync(sentinel, { force: true });
      for (const args of [
        ['ls-files', '-co'],
        ['log', '-p'],
        ['diff', 'HEAD^', 'HEAD'],
        ['read-tree', 'HEAD'],
        ['checkout-index', '-a', '-f'],
        ['cat-file', '-p', 'HEAD:a.txt'],
      ]) {
        spawnSync('git', args, { cwd: root, stdio: 'ignore', timeout: 20_000 });
      }
      return existsSync(sentinel);
    });
    expect(fired.map(([name]) => name)).toEqual(CONTROLS);
  });
});

/** A fresh repository in place of the last one. */
function resetRepository(): void {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  git('init', '-q', '-b', 'main');
  writeFileSync(join(root, 'a.txt'), 'one\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  writeFileSync(join(root, 'a.txt'), 'one\ntwo\n');
  git('add', '.');
  git('commit', '-qm', 'second');
}

describe('a repository that is not the project’s own', () => {
  it('is not read through a .git file', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, '.git'), `gitdir: ${join(root, '.git')}\n`);
    writeFileSync(join(other, 'x.txt'), 'x\n');
    expect(await createGitHistory(other).head()).toBeUndefined();
    expect(await createFileLister(other).list()).toEqual(['x.txt']);
  });

  it('is not read through a link', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    symlinkSync(join(root, '.git'), join(other, '.git'));
    expect(await createGitHistory(other).head()).toBeUndefined();
  });

  it('is not listed through core.worktree', async () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'private.txt'), 'x\n');
    configure('[core]', `worktree = ${elsewhere}`);
    expect(await createFileLister(root).list()).toEqual(['a.txt', 'b.bin']);
  });

  it('but a worktree of the project is', async () => {
    const tree = join(folder, 'tree');
    git('worktree', 'add', '-q', tree, '-b', 'other');
    expect(await createGitHistory(tree).head()).toBe(git('rev-parse', 'HEAD'));
    expect(await createFileLister(tree).list()).toEqual(['a.txt', 'b.bin']);
  });
});

it('git that hangs is killed with what it started', async () => {
  const child = join(folder, 'child');
  writeFileSync(program, `#!/bin/sh\nsleep 600 & echo $! > ${child}\nwait\n`);
  // The only way left to make git wait: a program given by the caller itself.
  await expect(runGit(root, ['-c', `alias.wait=!${program}`, 'wait'], { idleLimit: 500 })).rejects.toThrow(
    /git/,
  );
  const pid = Number(execFileSync('cat', [child]).toString());
  await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
});

/** A process that was killed and not yet reaped is not running. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}
