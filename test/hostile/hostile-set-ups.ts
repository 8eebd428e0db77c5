import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What nobody may be shown: it stands in files and commits of another repository of the user. */
export const PRIVATE = 'walrus-ledger-of-the-neighbour';

/** A project that somebody else made, beside a private repository, and a program that leaves a sentinel when it runs. */
export interface HostilePlace {
  readonly folder: string;
  readonly root: string;
  readonly theirs: string;
  readonly program: string;
  readonly sentinel: string;
}

export function createHostilePlace(): HostilePlace {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-set-up-'));
  const place = {
    folder,
    root: join(folder, 'project'),
    theirs: join(folder, 'theirs'),
    program: join(folder, 'program'),
    sentinel: join(folder, 'ran'),
  };
  writeFileSync(place.program, `#!/bin/sh\necho ran >> ${place.sentinel}\n`);
  chmodSync(place.program, 0o755);
  for (const [where, text] of [
    [place.theirs, PRIVATE],
    [place.root, 'own'],
  ] as const) {
    mkdirSync(where);
    gitIn(where, 'init', '-q', '-b', 'main');
    for (const count of [1, 2]) {
      writeFileSync(join(where, 'upload.ts'), `export function uploadFile${count}() {}\n// ${text}\n`);
      gitIn(where, 'add', '.');
      gitIn(where, 'commit', '-qm', `${text} ${count}`);
    }
  }
  return place;
}

function gitIn(cwd: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
}

type Plant = (place: HostilePlace) => unknown;
type Row = readonly [name: string, value: (place: HostilePlace) => string];

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A setting of git as people write it: `section.key`, or `section.name.key`. */
const setting =
  (...rows: readonly Row[]): Plant =>
  (place) => {
    for (const [name, value] of rows) {
      const [section = '', ...rest] = name.split('.');
      const key = rest.pop() ?? '';
      const title = rest.length === 0 ? `[${section}]` : `[${section} "${rest.join('.')}"]`;
      appendFileSync(join(place.root, '.git/config'), `\n${title}\n\t${key} = ${value(place)}\n`);
    }
  };
const program = ({ program }: HostilePlace): string => program;

const attributes =
  (line: string, ...rows: readonly Row[]): Plant =>
  (place) => {
    write(join(place.root, '.git/info/attributes'), `${line}\n`);
    setting(...rows)(place);
  };

const hook =
  (name: string): Plant =>
  ({ root, program }) => {
    mkdirSync(join(root, '.git/hooks'), { recursive: true });
    symlinkSync(program, join(root, '.git/hooks', name));
  };

/** A partial clone that lacks a blob, so that reading it makes git fetch. */
const promisor =
  (...rows: readonly Row[]): Plant =>
  (place) => {
    const blob = gitIn(place.root, 'rev-parse', 'HEAD:upload.ts').trim();
    rmSync(join(place.root, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    setting(
      ['core.repositoryformatversion', () => '1'],
      ['extensions.partialClone', () => 'origin'],
      ['remote.origin.promisor', () => 'true'],
      ['remote.origin.partialclonefilter', () => 'blob:none'],
      ...rows,
    )(place);
  };

/** Replaces a part of the project's `.git` with a link to the same part of the private repository. */
const linkTo =
  (...parts: readonly string[]): Plant =>
  ({ root, theirs }) => {
    for (const part of parts) {
      rmSync(join(root, '.git', part), { recursive: true, force: true });
      symlinkSync(join(theirs, '.git', part), join(root, '.git', part));
    }
  };

const pipe =
  (path: string): Plant =>
  ({ root }) => {
    rmSync(join(root, path), { force: true });
    mkdirSync(dirname(join(root, path)), { recursive: true });
    execFileSync('mkfifo', [join(root, path)]);
  };

const link =
  (path: string, target: (place: HostilePlace) => string): Plant =>
  (place) => {
    rmSync(join(place.root, path), { force: true });
    mkdirSync(dirname(join(place.root, path)), { recursive: true });
    symlinkSync(target(place), join(place.root, path));
  };

const file =
  (path: string, text: string): Plant =>
  ({ root }) =>
    write(join(root, path), text);

/** Ways to set up a repository, each of which would run a program, lead out of the project, or never end. */
export const HOSTILE_SET_UPS: readonly (readonly [name: string, plant: Plant])[] = [
  ...['core.fsmonitor', 'core.pager', 'core.editor', 'core.askPass', 'core.gitProxy', 'core.sshCommand'].map(
    (name) => [name, setting([name, program])] as const,
  ),
  ...[
    'core.alternateRefsCommand',
    'credential.helper',
    'diff.external',
    'pager.log',
    'interactive.diffFilter',
  ].map((name) => [name, setting([name, program])] as const),
  ...['post-index-change', 'post-checkout', 'reference-transaction', 'fsmonitor-watchman'].map(
    (name) => [`hooks/${name}`, hook(name)] as const,
  ),
  [
    'core.hooksPath',
    (place) => {
      mkdirSync(join(place.folder, 'hooks'));
      symlinkSync(place.program, join(place.folder, 'hooks/post-index-change'));
      setting(['core.hooksPath', () => join(place.folder, 'hooks')])(place);
    },
  ],
  ['a diff driver', attributes('* diff=evil', ['diff.evil.command', program])],
  ['textconv', attributes('* diff=evil', ['diff.evil.textconv', program])],
  [
    'a smudge filter',
    attributes('* filter=evil', ['filter.evil.smudge', program], ['filter.evil.clean', program]),
  ],
  ['a filter process', attributes('* filter=evil', ['filter.evil.process', program])],
  ['gpg.program', setting(['log.showSignature', () => 'true'], ['gpg.program', program])],
  [
    'an alias',
    setting(
      ['alias.log', (place) => `!${place.program}`],
      ['alias.ls-files', (place) => `!${place.program}`],
    ),
  ],
  ['trace2.eventTarget', setting(['trace2.eventTarget', ({ sentinel }) => sentinel])],
  [
    'a promisor with uploadpack',
    promisor(['remote.origin.uploadpack', program], ['remote.origin.url', () => 'file:///nowhere']),
  ],
  [
    'a promisor with ssh',
    promisor(['core.sshCommand', program], ['remote.origin.url', () => 'ssh://localhost/x']),
  ],
  ['a promisor with ext::', promisor(['remote.origin.url', (place) => `ext::${place.program}`])],
  [
    'include.path',
    (place) => {
      write(
        join(place.folder, 'more'),
        `[core]\n\tfsmonitor = ${place.program}\n[diff]\n\texternal = ${place.program}\n`,
      );
      setting(['include.path', () => join(place.folder, 'more')])(place);
    },
  ],
  [
    'config.worktree',
    (place) => {
      setting(['extensions.worktreeConfig', () => 'true'])(place);
      write(join(place.root, '.git/config.worktree'), `[core]\n\tfsmonitor = ${place.program}\n`);
    },
  ],
  ['core.worktree', setting(['core.worktree', ({ theirs }) => theirs])],
  ['a `commondir` file', (place) => write(join(place.root, '.git/commondir'), join(place.theirs, '.git'))],
  ['links to `refs` and `objects`', linkTo('refs', 'objects')],
  ['a link to the index', linkTo('index')],
  [
    'alternates',
    (place) => {
      write(join(place.root, '.git/objects/info/alternates'), `${join(place.theirs, '.git/objects')}\n`);
      const head = readFileSync(join(place.theirs, '.git/refs/heads/main'), 'utf8');
      writeFileSync(join(place.root, '.git/HEAD'), head);
    },
  ],
  [
    'a linked `.git`',
    (place) => {
      rmSync(join(place.root, '.git'), { recursive: true });
      symlinkSync(join(place.theirs, '.git'), join(place.root, '.git'));
    },
  ],
  [
    'a `.git` file',
    (place) => {
      renameSync(join(place.root, '.git'), join(place.root, 'hidden'));
      write(join(place.root, '.git'), `gitdir: ${join(place.theirs, '.git')}\n`);
    },
  ],
  [
    'a replaced object',
    (place) => {
      const head = gitIn(place.root, 'rev-parse', 'HEAD').trim();
      write(
        join(place.root, '.git/refs/replace', head),
        readFileSync(join(place.theirs, '.git/refs/heads/main'), 'utf8'),
      );
      for (const name of readdirSync(join(place.theirs, '.git/objects'))) {
        rmSync(join(place.root, '.git/objects', name), { recursive: true, force: true });
        symlinkSync(join(place.theirs, '.git/objects', name), join(place.root, '.git/objects', name));
      }
    },
  ],
  ...['.gitignore', '.gitattributes', '.git/HEAD', '.git/config', '.git/info/exclude', '.git/index'].map(
    (path) => [`a pipe as \`${path}\``, pipe(path)] as const,
  ),
  ...['notes.md', 'package.json', 'tsconfig.json', '.dossierignore', '.dossier/memories/rule.md'].map(
    (path) => [`a pipe as \`${path}\``, pipe(path)] as const,
  ),
  ...['notes.md', 'package.json', 'AGENTS.md', '.dossier/memories/rule.md', 'dossier.config.json'].map(
    (path) =>
      [
        `a link to a private file as \`${path}\``,
        link(path, ({ theirs }) => join(theirs, 'upload.ts')),
      ] as const,
  ),
  ['a link to a private folder', link('vendor', ({ theirs }) => theirs)],
  [
    'a chain of links',
    (place) => {
      symlinkSync('one', join(place.root, 'two'));
      symlinkSync(place.theirs, join(place.root, 'one'));
    },
  ],
  ['a link to itself', link('round.ts', ({ root }) => join(root, 'round.ts'))],
  ['a folder of memories that is a link', link('.dossier', ({ theirs }) => theirs)],
  ['an endless file', link('zeros.ts', () => '/dev/zero')],
  ['the environment of the process', link('environment.md', () => '/proc/self/environ')],
  [
    'a socket',
    ({ root }) => {
      // The file of the socket stays while the server listens.
      createServer().listen(join(root, 'socket.ts')).unref();
    },
  ],
  [
    'settings with a server',
    file('dossier.config.json', '{"store":"postgres://me@127.0.0.1:1/x?replica=127.0.0.1:2"}'),
  ],
  [
    'settings with a model outside',
    file('dossier.config.json', '{"embedder":{"kind":"onnx","model":"../theirs"}}'),
  ],
  ['settings without an end', file('dossier.config.json', `${'['.repeat(200_000)}`)],
  [
    'settings of the prototype',
    file('dossier.config.json', '{"__proto__":{"store":"/tmp/x"},"constructor":{}}'),
  ],
  ['imports that lead out', file('AGENTS.md', '@../theirs/upload.ts\n@/etc/passwd\n')],
  [
    'a tsconfig that leads out',
    file('tsconfig.json', '{"extends":"../theirs/upload.ts","include":["../theirs/**"]}'),
  ],
  [
    'a workspace that leads out',
    file('package.json', '{"name":"x","workspaces":["../theirs"],"main":"../theirs/upload.ts"}'),
  ],
];
