import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { LineSpan, Snapshots } from '../../core/ports.ts';
import { changedSpans, type Hunk, hunksOf, oldLineOf } from './diff-lines.ts';
import { readBlobs, runGit } from './run-git.ts';

/** Pins every output option that settings could change, and runs no program the repository chooses. */
const DIFF = [
  'diff',
  '-U0',
  '--no-color',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--relative',
  '--inter-hunk-context=0',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** Earlier snapshots of the repository around a folder. `open` gets the folder with the old tree. */
export function createGitSnapshots<Project extends { readonly close: () => Promise<void> }>(
  root: string,
  open: (folder: { readonly root: string; readonly store: string }) => Project,
): Snapshots<Project> {
  const git = async (...args: readonly string[]): Promise<string> => (await runGit(root, args)).stdout;
  /**
   * Writes the tree of a commit into a folder, blob by blob: a checkout would run the repository's filters. Skips
   * links and submodules; writes nothing outside the folder, whatever the tree says.
   */
  const checkOut = async (sha: string, tree: string): Promise<void> => {
    await mkdir(tree);
    const prefix = (await git('rev-parse', '--show-prefix')).trim();
    const entries = (await git('ls-tree', '-r', '-z', '--full-tree', `${sha}:${prefix}`)).split('\0');
    const blobs = entries.flatMap((entry) => {
      const [, mode, id = '', path = ''] = /^(\d+) blob ([0-9a-f]+)\t([\s\S]+)$/.exec(entry) ?? [];
      const isInside = !relative(tree, join(tree, path)).startsWith('..');
      return mode?.startsWith('100') && isInside ? [{ id, path }] : [];
    });
    for await (const { path, bytes } of readBlobs(root, blobs)) {
      await mkdir(dirname(join(tree, path)), { recursive: true });
      await writeFile(join(tree, path), bytes);
    }
  };
  return {
    async changedLines(sha, base) {
      const changed = hunksOf(await git(...DIFF, `${sha}^`, sha, '--', '.'));
      const paths = [...changed.keys()];
      if (paths.length === 0) return [];
      const since = hunksOf(await git(...DIFF, base, `${sha}^`, '--', ...paths));
      const present = new Set((await git('ls-tree', '-r', '-z', '--name-only', base)).split('\0'));
      return paths
        .filter((path) => present.has(path))
        .flatMap((path) => mapBack(changedSpans(path, changed.get(path) ?? []), since.get(path) ?? []));
    },
    async open(sha) {
      const folder = await mkdtemp(join(tmpdir(), 'dossier-snapshot-'));
      const tree = join(folder, 'tree');
      try {
        await checkOut(sha, tree);
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

/** Maps spans of a later version to lines of the earlier one; lines added in between are dropped. */
function mapBack(spans: readonly LineSpan[], since: readonly Hunk[]): LineSpan[] {
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
