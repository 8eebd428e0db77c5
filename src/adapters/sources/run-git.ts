import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { DossierError, errorMessage } from '../../core/errors.ts';
import { refuseForeignParts } from './git-boundaries.ts';
import { gitPlacesOf } from './git-places.ts';
import { watchForStuck } from './stuck-process.ts';

/**
 * Overrides settings that make git run a program, reach another machine or read an endless file. A repository's configuration may be
 * hostile; `-c` overrides every file, included ones too. Filters (`filter.*.smudge`) and textconv have names of their
 * own, so the commands avoid them: blobs are read with `cat-file`.
 */
const SAFE_SETTINGS = [
  'core.attributesFile=/dev/null',
  // Larger files count as binary: two versions of one would be held in memory.
  'core.bigFileThreshold=32m',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.sshCommand=false',
  'core.gitProxy=',
  'core.askPass=',
  'core.alternateRefsCommand=',
  'core.pager=cat',
  'core.quotePath=false',
  'credential.helper=',
  'diff.external=',
  'diff.orderFile=/dev/null',
  'gpg.program=false',
  'gpg.ssh.program=false',
  'gpg.x509.program=false',
  'log.mailmap=false',
  'log.showSignature=false',
  'protocol.allow=never',
  'safe.bareRepository=explicit',
  'submodule.recurse=false',
].flatMap((setting) => ['-c', setting]);

/** What git inherits from the environment. Not `GIT_*`: inside a git hook, the caller has its own `GIT_DIR`. */
const INHERITED = [
  'PATH',
  'HOME',
  'XDG_CONFIG_HOME',
  'USERPROFILE',
  'APPDATA',
  'PROGRAMDATA',
  'SYSTEMROOT',
  'SystemRoot',
  'TMPDIR',
  'TEMP',
];

const CLOSED = {
  LC_ALL: 'C',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_ASKPASS: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

/** Git hangs if it prints nothing for this long. */
const IDLE_LIMIT = 60_000;
/** Room for the names of about a million files. */
const MAX_OUTPUT = 256 * 1024 * 1024;

interface GitOptions {
  readonly signal?: AbortSignal | undefined;
  readonly environment?: Readonly<Record<string, string>>;
  /** Git is killed after this many milliseconds without output. */
  readonly idleLimit?: number;
  /** Git may wait for another machine. Otherwise it is killed when it is stuck, as on a pipe that a setting names. */
  readonly mayWait?: boolean;
  /** Written to git's standard input. */
  readonly input?: string;
}

interface RunningGit {
  readonly output: AsyncIterable<Buffer>;
  /** Resolves when git has ended: with its exit status, or null if it was killed or could not start. */
  readonly ended: Promise<{ readonly status: number | null; readonly complaints: string }>;
  /** Kills git and everything it started. */
  readonly stop: () => void;
}

/** The work tree around a folder. Throws `unavailable` if its repository is not its own. */
export function ownWorkTreeOf(root: string): string | undefined {
  const { workTree, own, common } = gitPlacesOf(root) ?? {};
  if (own !== undefined && common !== undefined) refuseForeignParts(own, common);
  return workTree;
}

/** Starts git on a folder in a closed environment. Throws `unavailable` if the repository is not the folder's own. */
export function startGit(root: string, args: readonly string[], options: GitOptions = {}): RunningGit {
  const workTree = ownWorkTreeOf(root);
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(
    'git',
    ['--no-pager', ...SAFE_SETTINGS, ...(workTree === undefined ? [] : [`--work-tree=${workTree}`]), ...args],
    {
      cwd: root,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A separate process group, so that git's children end with it.
      detached: process.platform !== 'win32',
      env: {
        ...inherited(),
        ...CLOSED,
        // Where a `.git` is not a repository, git would go on to the folders around it.
        ...(workTree === undefined ? {} : { GIT_CEILING_DIRECTORIES: dirname(workTree) }),
        ...options.environment,
      },
    },
  );
  const stop = () => kill(child.pid);
  // Git may exit before it has read everything; its status tells.
  child.stdin.on('error', () => undefined).end(options.input ?? '');
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    if (complaints.length < 100_000) complaints += part;
  });
  options.signal?.addEventListener('abort', stop);
  const ended = new Promise<{ status: number | null; complaints: string }>((settle) => {
    const end = (status: number | null, more = '') => {
      options.signal?.removeEventListener('abort', stop);
      settle({ status, complaints: complaints + more });
    };
    child.once('error', (error) => end(null, errorMessage(error)));
    child.once('close', (status) => end(status));
  });
  const limit = options.idleLimit ?? IDLE_LIMIT;
  const watch = () => {
    const timer = setTimeout(stop, limit);
    const { pid } = child;
    const unwatch = options.mayWait === true || pid === undefined ? undefined : watchForStuck(pid, stop);
    return () => {
      clearTimeout(timer);
      unwatch?.();
    };
  };
  return { output: watched(child.stdout, watch, stop), ended, stop };
}

/** The chunks of a stream. Git is watched while one is awaited: a slow consumer does not count. */
async function* watched(stream: Readable, watch: () => () => void, stop: () => void): AsyncIterable<Buffer> {
  const parts = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const unwatch = watch();
      const next = await parts.next().finally(unwatch);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    stop();
  }
}

/** Runs git to completion. Rejects with git's own message when it fails. */
export async function runGit(
  root: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<{ readonly stdout: string; readonly complaints: string }> {
  const git = startGit(root, args, options);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of git.output) {
    parts.push(part);
    length += part.length;
    if (length > MAX_OUTPUT) git.stop();
  }
  const { status, complaints } = await git.ended;
  if (options.signal?.aborted) throw options.signal.reason;
  if (status !== 0) {
    const said = complaints.trim().split('\n')[0] ?? '';
    throw new DossierError('unavailable', `git ${args[0]} failed: ${said || 'it was stopped'}.`);
  }
  return { stdout: Buffer.concat(parts).toString('utf8'), complaints };
}

/** The bytes of blobs as stored, without filters and text conversion. Missing blobs are left out. */
export async function* readBlobs(
  root: string,
  blobs: readonly { readonly id: string; readonly path: string }[],
): AsyncIterable<{ readonly path: string; readonly bytes: Buffer }> {
  const input = blobs.map(({ id }) => `${id}\n`).join('');
  const git = startGit(root, ['cat-file', '--batch', '--buffer'], { input });
  let pending = Buffer.alloc(0);
  const queue = [...blobs];
  for await (const part of git.output) {
    pending = Buffer.concat([pending, part]);
    for (;;) {
      const lineEnd = pending.indexOf(10);
      if (lineEnd < 0) break;
      const [, type, size = '0'] = pending.toString('utf8', 0, lineEnd).split(' ');
      const length = type === 'blob' ? Number(size) : -1;
      const end = lineEnd + 1 + Math.max(length + 1, 0);
      if (pending.length < end) break;
      const path = queue.shift()?.path;
      if (path !== undefined && length >= 0) {
        yield { path, bytes: pending.subarray(lineEnd + 1, lineEnd + 1 + length) };
      }
      pending = pending.subarray(end);
    }
  }
  const { status, complaints } = await git.ended;
  if (status !== 0) throw new DossierError('unavailable', `git cat-file failed: ${complaints.trim()}.`);
}

function inherited(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of INHERITED) {
    const value = process.env[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    // It has already ended.
    if (!(error instanceof Error)) throw error;
  }
}
