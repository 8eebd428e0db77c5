import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGitHistory } from '../../src/adapters/sources/git-history.ts';
import { createFileLister } from '../../src/adapters/sources/list-files.ts';
import { runGit } from '../../src/adapters/sources/run-git.ts';
import { DossierError } from '../../src/core/errors.ts';
import { indexProject } from '../../src/indexing/index-project.ts';
import { openEngine } from '../../src/open-engine.ts';

/** A private repository of the user, and a hostile project beside it whose `.git` tries to show its history. */
let folder = '';
let theirs = '';
let root = '';

const gitIn = (place: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    cwd: place,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
    .toString()
    .trim();

function makeRepository(place: string, message: string): void {
  mkdirSync(place, { recursive: true });
  gitIn(place, 'init', '-q', '-b', 'main');
  writeFileSync(join(place, 'a.txt'), `${message}\n`);
  gitIn(place, 'add', '.');
  gitIn(place, 'commit', '-qm', message);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-escapes-'));
  theirs = join(folder, 'theirs/.git');
  root = join(folder, 'project');
  makeRepository(join(folder, 'theirs'), 'private');
  makeRepository(root, 'own');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function messages(place = root): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const commits of createGitHistory(place).commits({})) {
      found.push(...commits.map(({ message }) => message));
    }
  } catch (error) {
    // A history that cannot be read shows nothing, and says why.
    expect(error).toBeInstanceOf(DossierError);
  }
  return found;
}

/** Replaces a part of the project's own `.git` with a link to the same part of the private repository. */
const linkTo = (part: string) => {
  rmSync(join(root, '.git', part), { recursive: true, force: true });
  symlinkSync(join(theirs, part), join(root, '.git', part));
};
const own = (part: string, text: string) => writeFileSync(join(root, '.git', part), text);
/** Makes `.git` a file that names a folder inside the project, which claims this work tree. */
const claim = () => {
  renameSync(join(root, '.git'), join(root, 'hidden'));
  writeFileSync(join(root, '.git'), 'gitdir: hidden\n');
  writeFileSync(join(root, 'hidden/gitdir'), '../.git\n');
};

const ESCAPES: readonly (readonly [name: string, plant: () => void])[] = [
  ['a `commondir` file', () => own('commondir', theirs)],
  [
    'a `commondir` file behind a `.git` file',
    () => {
      claim();
      writeFileSync(join(root, 'hidden/commondir'), theirs);
    },
  ],
  [
    'a `commondir` file behind a `.git` file whose settings name this work tree',
    () => {
      claim();
      rmSync(join(root, 'hidden/gitdir'));
      writeFileSync(join(root, 'hidden/config'), '[core]\n\tworktree = ..\n');
      writeFileSync(join(root, 'hidden/commondir'), theirs);
    },
  ],
  [
    'links behind a `.git` file',
    () => {
      linkTo('refs');
      linkTo('objects');
      claim();
    },
  ],
  [
    'links to `refs` and `objects`',
    () => {
      linkTo('refs');
      linkTo('objects');
    },
  ],
  [
    'a link to a branch and the folders of `objects`',
    () => {
      linkTo('refs/heads/main');
      for (const name of readdirSync(join(theirs, 'objects'))) linkTo(join('objects', name));
    },
  ],
  [
    'a link to a pack and to `packed-refs`',
    () => {
      gitIn(join(folder, 'theirs'), 'gc', '-q');
      linkTo('packed-refs');
      for (const name of readdirSync(join(theirs, 'objects/pack'))) linkTo(join('objects/pack', name));
      rmSync(join(root, '.git/refs/heads/main'));
    },
  ],
  [
    '`objects/info/alternates` and a known commit',
    () => {
      own('objects/info/alternates', `${theirs}/objects\n`);
      own('HEAD', readFileSync(join(theirs, 'refs/heads/main'), 'utf8'));
    },
  ],
  [
    '`objects/info/alternates` by a relative path',
    () => {
      own('objects/info/alternates', '../../../theirs/.git/objects\n');
      own('HEAD', readFileSync(join(theirs, 'refs/heads/main'), 'utf8'));
    },
  ],
];

describe('a hostile `.git` shows nothing of another repository', () => {
  it.each(ESCAPES)('by %s', async (_name, plant) => {
    plant();
    expect(await messages()).not.toContain('private');
    expect(await createFileLister(root).list()).toContain('a.txt');
  });

  it('while plain git follows nearly all of them', () => {
    const followed = ESCAPES.filter(([, plant]) => {
      rmSync(join(folder, 'theirs'), { recursive: true });
      rmSync(root, { recursive: true });
      makeRepository(join(folder, 'theirs'), 'private');
      makeRepository(root, 'own');
      plant();
      return gitIn(root, 'log', '--format=%s') === 'private';
    });
    expect(followed.length).toBeGreaterThanOrEqual(ESCAPES.length - 2);
  });

  it('by an empty `.git` inside a private repository', async () => {
    const inner = join(folder, 'theirs/vendor/inner');
    mkdirSync(join(inner, '.git'), { recursive: true });
    writeFileSync(join(inner, 'x.txt'), 'x\n');
    expect(await messages(inner)).toEqual([]);
    expect(await createFileLister(inner).list()).toEqual(['x.txt']);
  });

  it('by a bare repository that lies open in its folder', async () => {
    const bare = join(folder, 'bare');
    mkdirSync(bare);
    for (const name of ['HEAD', 'config', 'refs', 'objects']) {
      symlinkSync(join(theirs, name), join(bare, name));
    }
    expect(await messages(bare)).toEqual([]);
    await expect(runGit(bare, ['log'])).rejects.toThrow();
  });

  it.each(['info', 'objects', 'refs', 'refs/heads', 'objects/info'])(
    'and does not fail when its `%s` is a file, or a link to itself',
    async (part) => {
      rmSync(join(root, '.git', part), { recursive: true });
      own(part, 'x');
      expect(await messages()).not.toContain('private');
      expect(await createFileLister(root).list()).toContain('a.txt');
      expect(await createGitHistory(root).head()).not.toBe('');
      rmSync(join(root, '.git', part));
      symlinkSync(join(root, '.git', part), join(root, '.git', part));
      expect(await messages()).not.toContain('private');
      expect(await createFileLister(root).list()).toContain('a.txt');
    },
  );

  it('by a link to its index', async () => {
    writeFileSync(join(folder, 'theirs/names-of-theirs.txt'), 'x\n');
    gitIn(join(folder, 'theirs'), 'add', '.');
    linkTo('index');
    expect(await createFileLister(root).list()).toEqual(['a.txt']);
  });
});

describe('a history that is not read', () => {
  it('is told, with what to do, when the project is indexed', async () => {
    const shared = join(folder, 'shared');
    gitIn(folder, 'clone', '-q', '--shared', root, shared);
    const engine = openEngine({
      root: shared,
      settings: { store: join(folder, 's.sqlite'), 'embedder.kind': 'none' },
      environment: {},
    });
    try {
      const { warnings } = await indexProject(engine, {
        now: 1000,
        signal: new AbortController().signal,
        progress: () => undefined,
      });
      expect(warnings).toEqual([
        expect.stringMatching(/^No commits are read: .*alternates.*git repack -a -d/),
      ]);
    } finally {
      await engine.close();
    }
  });
});

describe('a repository of the project’s own is read', () => {
  it('with packed objects and references', async () => {
    gitIn(root, 'gc', '-q');
    expect(await messages()).toEqual(['own']);
  });

  it('with a detached HEAD', async () => {
    gitIn(root, 'checkout', '-q', '--detach');
    expect(await messages()).toEqual(['own']);
  });

  it('before its first commit', async () => {
    const fresh = join(folder, 'fresh');
    mkdirSync(fresh);
    gitIn(fresh, 'init', '-q');
    writeFileSync(join(fresh, 'b.txt'), 'b\n');
    writeFileSync(join(fresh, '.gitignore'), 'c.txt\n');
    writeFileSync(join(fresh, 'c.txt'), 'c\n');
    expect(await createFileLister(fresh).list()).toEqual(['.gitignore', 'b.txt']);
  });

  it('in worktrees, from folders inside them, and where the path has links', async () => {
    const tree = join(folder, 'tree');
    gitIn(root, 'worktree', 'add', '-q', tree, '-b', 'topic/deep/name');
    mkdirSync(join(tree, 'inner'));
    writeFileSync(join(tree, 'inner/b.txt'), 'b\n');
    gitIn(tree, 'add', '.');
    gitIn(tree, 'commit', '-qm', 'of the worktree');
    symlinkSync(tree, join(folder, 'link'));
    expect(await messages(tree)).toEqual(['of the worktree', 'own']);
    expect(await messages(join(tree, 'inner'))).toEqual(['of the worktree']);
    expect(await messages(join(folder, 'link'))).toEqual(['of the worktree', 'own']);
    expect(await createFileLister(join(folder, 'link')).list()).toEqual(['a.txt', 'inner/b.txt']);
  });

  it('in a submodule', async () => {
    gitIn(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', join(folder, 'theirs'), 'sub');
    expect(await messages(join(root, 'sub'))).toEqual(['private']);
  });

  it('with a separate git folder', async () => {
    const apart = join(folder, 'apart');
    gitIn(folder, 'init', '-q', '-b', 'main', '--separate-git-dir', join(folder, 'kept'), apart);
    // Git writes no way back, so nothing tells it from a folder that only claims the repository.
    expect(await messages(apart)).toEqual([]);
  });
});
