import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { BoundedMap } from '../../core/bounded-map.ts';
import { DossierError } from '../../core/errors.ts';
import type { FileChange } from '../../core/item.ts';
import type { Commit, History } from '../../core/ports.ts';
import { maskSecretsIn, maskSecretsInPath } from '../../core/text/mask-secrets.ts';
import type { SecretRules } from '../../core/text/secrets/secret-rules.ts';
import { gitFolderOf } from './git-places.ts';
import { ownWorkTreeOf, runGit, startGit } from './run-git.ts';
import { type GitEnd, whyGitEnded } from './why-git-ended.ts';

/** The history of the repository around a folder, read with git. Paths are relative to the folder. */
export function createGitHistory(root: string, rules?: SecretRules): History {
  const git = async (...args: readonly string[]): Promise<string | undefined> => {
    try {
      return (await runGit(root, args)).stdout.trim();
    } catch {
      // No git, no repository, or no commit yet: no history. A repository that git must not read is told by `refusal`.
      return undefined;
    }
  };
  const head = () => git('rev-parse', '--verify', '--quiet', 'HEAD');
  return {
    head,
    refusal: () => refusalOf(root),
    movedAt: async () => {
      const folder = folderOf(root);
      // Git appends to this log when HEAD moves, and checking it needs no process. It may be disabled.
      return folder === undefined ? undefined : changedAt(join(folder, 'logs/HEAD'));
    },
    contains: async (sha) => (await git('merge-base', '--is-ancestor', sha, 'HEAD')) !== undefined,
    commits: (options) => readCommits(root, head, { ...options, rules }),
  };
}

/** Every question asks, so it is synchronous: loading what waits for files takes longer than this file. */
function changedAt(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  } catch (error) {
    // A file that cannot be looked at tells nothing.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

function refusalOf(root: string): string | undefined {
  try {
    ownWorkTreeOf(root);
    return undefined;
  } catch (error) {
    if (!(error instanceof DossierError)) throw error;
    return error.message;
  }
}

function folderOf(root: string): string | undefined {
  try {
    return gitFolderOf(root);
  } catch (error) {
    // A `.git` that leads to another project's repository is not this folder's history.
    if (!(error instanceof DossierError)) throw error;
    return undefined;
  }
}

/**
 * What starts a record, separates its parts and ends it. A message or a file's name may contain any character but NUL,
 * so the marks are drawn at random: nobody can write a commit that forges another.
 */
interface Marks {
  readonly start: string;
  readonly part: string;
  readonly end: string;
  readonly format: string;
}

function drawMarks(): Marks {
  const nonce = randomBytes(8).toString('hex');
  const fields = ['%H', '%an', '%ae', '%at', '%B'].join(`%x02${nonce}`);
  return {
    start: `\u0001${nonce}`,
    part: `\u0002${nonce}`,
    end: `\u0003${nonce}`,
    format: `--format=%x01${nonce}${fields}%x03${nonce}`,
  };
}

/** Large enough to index the words of many commits at once, small enough for memory. */
const BATCH = { commits: 1000, changes: 20_000 };

/**
 * Git allocates and frees a buffer for every file it compares. By default, glibc returns larger ones to the system
 * each time; told to keep them, git uses a third less CPU. Other C libraries ignore these variables.
 */
const KEEP_MEMORY = { MALLOC_TRIM_THRESHOLD_: '268435456', MALLOC_MMAP_THRESHOLD_: '33554432' };

type CommitOptions = Parameters<History['commits']>[0] & { readonly rules: SecretRules | undefined };

/**
 * Reads commits with the lines each file gained and lost. Where git lacks old contents, as in a clone with
 * `--filter=blob:none`, it goes on with the names of the files alone.
 */
async function* readCommits(
  root: string,
  head: History['head'],
  options: CommitOptions,
): AsyncIterable<readonly Commit[]> {
  let read = 0;
  let end: GitEnd = { status: 0, complaints: '' };
  for (const changes of ['--numstat', '--name-only']) {
    const part = readPart(root, changes, { ...options, skip: read });
    try {
      for (;;) {
        const next = await part.next();
        if (next.done === true) {
          end = next.value;
          if (end.status === 0 || options.signal?.aborted) return;
          break;
        }
        read += next.value.length;
        yield next.value;
      }
    } finally {
      // A reader that has enough stops here; git would wait for it, and this process for git.
      await part.return(end);
    }
    // No HEAD, no history; and no HEAD without git or a repository.
    if ((await head()) === undefined) return;
  }
  throw new DossierError('unavailable', `${whyGitEnded(end)}.`);
}

/** Returns how git ended: with status 0 at the end of the history. */
async function* readPart(
  root: string,
  changed: string,
  { since, limit, signal, rules, skip }: CommitOptions & { readonly skip: number },
): AsyncGenerator<readonly Commit[], GitEnd> {
  const range = since === undefined ? 'HEAD' : `${since}..HEAD`;
  const limits = limit === undefined ? [] : ['-n', String(limit - skip)];
  const marks = drawMarks();
  const args = [
    'log',
    '--encoding=UTF-8',
    changed,
    '--no-ext-diff',
    '--no-textconv',
    '--no-show-signature',
    '--no-renames',
    '--relative',
    '-z',
    marks.format,
    `--skip=${skip}`,
    ...limits,
    range,
    '--',
    '.',
  ];
  const git = startIn(root, args, signal);
  if (git === undefined) return { status: 1, complaints: '' };
  const decoder = new StringDecoder('utf8');
  try {
    let pending = '';
    let batch: Commit[] = [];
    let changes = 0;
    const parse = recordParser(rules, marks);
    for await (const part of git.output) {
      pending += decoder.write(part);
      const records = pending.split(marks.start);
      pending = records.pop() ?? '';
      for (const record of records) {
        const commit = parse(record);
        if (commit === undefined) continue;
        batch.push(commit);
        changes += commit.files.length;
      }
      if (batch.length >= BATCH.commits || changes >= BATCH.changes) {
        yield batch;
        batch = [];
        changes = 0;
      }
    }
    const end = await git.ended;
    // If git failed, the last commit lacks the file that it failed at.
    const last = end.status === 0 ? parse(pending) : undefined;
    if (last !== undefined) batch.push(last);
    if (batch.length > 0) yield batch;
    return end;
  } finally {
    git.stop();
  }
}

/** Undefined if the repository is not the folder's own. */
function startIn(root: string, args: readonly string[], signal: AbortSignal | undefined) {
  try {
    return startGit(root, args, { signal, environment: KEEP_MEMORY });
  } catch (error) {
    if (!(error instanceof DossierError)) throw error;
    return undefined;
  }
}

function recordParser(rules: SecretRules | undefined, marks: Marks): (record: string) => Commit | undefined {
  // The same people change the same files again and again.
  const maskName = memoized((name) => maskSecretsIn(name, rules).text);
  const maskPath = memoized(maskSecretsInPath);
  return (record) => {
    const end = record.indexOf(marks.end);
    if (end < 0) return undefined;
    const [sha = '', author = '', email = '', time = '', message = ''] = record
      .slice(0, end)
      .split(marks.part);
    const files: FileChange[] = [];
    for (const line of record.slice(end + marks.end.length).split('\0')) {
      const change = parseChange(line);
      if (change !== undefined) files.push({ ...change, path: maskPath(change.path) });
    }
    return {
      sha,
      author: maskName(author),
      email: maskName(email),
      message: maskSecretsIn(message.trim(), rules).text,
      time: Number(time) * 1000,
      files,
    };
  };
}

const MAX_CACHED = 50_000;

function memoized(work: (text: string) => string): (text: string) => string {
  const known = new BoundedMap<string, string>(MAX_CACHED);
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = work(text);
    known.set(text, made);
    return made;
  };
}

/** `3<tab>1<tab>path`, with dashes instead of numbers for binary files; or the path alone. */
function parseChange(line: string): FileChange | undefined {
  const found = /^\n*(?:(\d+|-)\t(\d+|-)\t)?([^\n][\s\S]*)$/.exec(line);
  if (found?.[3] === undefined) return undefined;
  return {
    path: found[3],
    insertions: Number(found[1]) || 0,
    deletions: Number(found[2]) || 0,
  };
}
