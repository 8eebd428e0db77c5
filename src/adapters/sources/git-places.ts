import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { DossierError } from '../../core/errors.ts';

/**
 * The nearest ancestor of `root` (or itself) that has `.git`. If `.git` is a file or a link it leads elsewhere, as in
 * worktrees and submodules; the repository there must know this folder, or another project's history would be read.
 */
export function workTreeOf(root: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const place = join(folder, '.git');
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found?.isDirectory()) return folder;
    if (found !== undefined) {
      const target = found.isFile() ? gitFolderNamedIn(place) : undefined;
      if (target !== undefined && isRegisteredWorktree(target, folder)) return folder;
      throw new DossierError(
        'unavailable',
        `${place} leads to a repository that is not this project's, so git is not asked. Run "git worktree repair", or remove it.`,
      );
    }
    if (dirname(folder) === folder) return undefined;
  }
}

/** The git directory of a folder: `.git`, or where that file points in a worktree or submodule. */
export function gitFolderOf(root: string): string | undefined {
  const workTree = workTreeOf(root);
  if (workTree === undefined) return undefined;
  const place = join(workTree, '.git');
  return lstatSync(place).isDirectory() ? place : gitFolderNamedIn(place);
}

/**
 * The folder in the main work tree that corresponds to `root`, so that all worktrees of a repository share what
 * belongs to it; `root` itself outside worktrees. The repository must contain this worktree's git directory: a `.git`
 * that merely claims to belong to another project gets nothing of it.
 */
export function mainRootOf(root: string): string {
  try {
    const workTree = workTreeOf(root);
    const place = workTree === undefined ? undefined : join(workTree, '.git');
    if (workTree === undefined || place === undefined || !lstatSync(place).isFile()) return root;
    const own = gitFolderNamedIn(place);
    const common = own === undefined ? '' : readShort(join(own, 'commondir')).trim();
    if (own === undefined || common === '') return root;
    const shared = realpathSync(resolve(own, common));
    if (dirname(dirname(realpathSync(own))) !== shared) return root;
    return join(basename(shared) === '.git' ? dirname(shared) : shared, relative(workTree, root));
  } catch (error) {
    // The repository is not this folder's, or is damaged: the folder stands for itself.
    if (!(error instanceof Error)) throw error;
    return root;
  }
}

/** The branch checked out at a folder; undefined without a repository or with a detached HEAD. */
export function branchOf(root: string): string | undefined {
  try {
    const folder = gitFolderOf(root);
    return folder === undefined
      ? undefined
      : /^ref: refs\/heads\/(.+)$/m.exec(readShort(join(folder, 'HEAD')))?.[1];
  } catch (error) {
    if (!(error instanceof DossierError)) throw error;
    return undefined;
  }
}

function gitFolderNamedIn(file: string): string | undefined {
  const [, named] = /^gitdir: (.+)$/m.exec(readShort(file)) ?? [];
  return named === undefined ? undefined : resolve(dirname(file), named);
}

/** Whether the git directory of a worktree or submodule names this work tree. */
function isRegisteredWorktree(gitFolder: string, folder: string): boolean {
  const back = readShort(join(gitFolder, 'gitdir')).trim();
  if (back !== '') return same(resolve(gitFolder, back), join(folder, '.git'));
  const [, workTree] = /^\s*worktree\s*=\s*(.+?)\s*$/m.exec(readShort(join(gitFolder, 'config'))) ?? [];
  return workTree !== undefined && same(resolve(gitFolder, workTree), folder);
}

function same(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return false;
  }
}

/** Reads a small regular file; empty for anything else, since reading a named pipe would block forever. */
function readShort(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() && found.size < 100_000 ? readFileSync(path, 'utf8') : '';
}
