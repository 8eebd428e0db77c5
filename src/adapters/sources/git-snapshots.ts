import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LineSpan, Snapshots } from '../../core/ports.ts';
import { changedSpans, type Hunk, hunksOf, oldLineOf } from './diff-lines.ts';

const run = promisify(execFile);
const MOST_OUTPUT = 256 * 1024 * 1024;
/** Everything that a user's own settings could change of the form is said. */
const DIFF = [
  '-c',
  'core.quotepath=off',
  'diff',
  '-U0',
  '--no-color',
  '--no-renames',
  '--no-ext-diff',
  '--relative',
  '--inter-hunk-context=0',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** Earlier states of the repository around a folder. `open` is given the folder with the old tree. */
export function createGitSnapshots<Project extends { readonly close: () => Promise<void> }>(
  root: string,
  open: (folder: { readonly root: string; readonly store: string }) => Project,
): Snapshots<Project> {
  const git = async (args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> => {
    const options = { cwd: root, maxBuffer: MOST_OUTPUT, env: { ...process.env, ...environment } };
    return (await run('git', args, options)).stdout;
  };
  /** Puts the tree of a commit into a folder. An index of its own leaves the user's staged changes alone. */
  const checkOut = async (sha: string, tree: string, index: string): Promise<void> => {
    await mkdir(tree);
    const environment = { GIT_INDEX_FILE: index };
    const prefix = (await git(['rev-parse', '--show-prefix'])).trim();
    await git(['read-tree', `${sha}:${prefix}`], environment);
    await run('git', ['checkout-index', '--all', '--force', `--prefix=${tree}/`], {
      cwd: (await git(['rev-parse', '--show-toplevel'])).trim(),
      env: { ...process.env, ...environment },
    });
  };
  return {
    async changedLines(sha, base) {
      const changed = hunksOf(await git([...DIFF, `${sha}^`, sha, '--', '.']));
      const paths = [...changed.keys()];
      if (paths.length === 0) return [];
      const since = hunksOf(await git([...DIFF, base, `${sha}^`, '--', ...paths]));
      const present = new Set((await git(['ls-tree', '-r', '-z', '--name-only', base])).split('\0'));
      return paths
        .filter((path) => present.has(path))
        .flatMap((path) => carriedBack(changedSpans(path, changed.get(path) ?? []), since.get(path) ?? []));
    },
    async open(sha) {
      const folder = await mkdtemp(join(tmpdir(), 'dossier-snapshot-'));
      const tree = join(folder, 'tree');
      try {
        await checkOut(sha, tree, join(folder, 'index'));
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
      const project = open({ root: tree, store: join(folder, 'store.sqlite') });
      return {
        ...project,
        close: async () => {
          await project.close();
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
  };
}

/** Spans of a later version as lines of the earlier one; lines written in between fall away. */
function carriedBack(spans: readonly LineSpan[], since: readonly Hunk[]): LineSpan[] {
  return spans.flatMap(({ path, startLine, endLine }) => {
    const lines: number[] = [];
    for (let line = startLine; line <= endLine; line++) {
      const old = oldLineOf(line, since);
      if (old !== undefined) lines.push(old);
    }
    const first = lines[0];
    const last = lines.at(-1);
    return first === undefined || last === undefined ? [] : [{ path, startLine: first, endLine: last }];
  });
}
