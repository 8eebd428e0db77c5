import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { DossierError } from '../../core/errors.ts';
import { readRegularFile } from '../config/read-regular-file.ts';

/** Where the repository of a folder is. */
interface GitPlaces {
  readonly workTree: string;
  /** The git directory of the work tree. */
  readonly own: string;
  /** The git directory with what all work trees of the repository share: `own`, but for worktrees. */
  readonly common: string;
}

/**
 * The repository at the nearest ancestor of `root` (or itself) that has `.git`. If `.git` is a file or a link it leads
 * elsewhere, as in worktrees and submodules; the repository there must know this folder, or another project's history
 * would be read.
 */
export function gitPlacesOf(root: string): GitPlaces | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const place = join(folder, '.git');
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found !== undefined) {
      const own = found.isDirectory() ? place : found.isFile() ? gitFolderNamedIn(place) : undefined;
      const common = own === undefined ? undefined : commonFolderOf(own);
      const isOurs = own === place ? common === own : own !== undefined && isRegisteredWorktree(own, folder);
      if (own !== undefined && common !== undefined && isOurs) return { workTree: folder, own, common };
      throw new DossierError(
        'unavailable',
        `${place} leads to a repository that is not this project's, so git is not asked. Run "git worktree repair", or remove it.`,
      );
    }
    if (dirname(folder) === folder) return undefined;
  }
}

export function workTreeOf(root: string): string | undefined {
  return gitPlacesOf(root)?.workTree;
}

/** The git directory of a folder: `.git`, or where that file points in a worktree or submodule. */
export function gitFolderOf(root: string): string | undefined {
  return gitPlacesOf(root)?.own;
}

/**
 * What a git directory shares: itself, unless `commondir` names another one. Undefined if that is not the repository
 * which contains this git directory: the file may claim any.
 */
function commonFolderOf(own: string): string | undefined {
  const file = join(own, 'commondir');
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return own;
  const named = readShort(file).trim();
  const common = resolve(own, named);
  return named !== '' && same(join(own, '../..'), common) ? common : undefined;
}

/**
 * The folder in the main work tree that corresponds to `root`, so that all worktrees of a repository share what
 * belongs to it; `root` itself outside worktrees. The repository must contain this worktree's git directory: a `.git`
 * that merely claims to belong to another project gets nothing of it.
 */
export function mainRootOf(root: string): string {
  try {
    const { workTree, own, common } = gitPlacesOf(root) ?? {};
    if (workTree === undefined || common === undefined || own === common) return root;
    const shared = realpathSync(common);
    return join(basename(shared) === '.git' ? dirname(shared) : shared, relative(workTree, root));
  } catch (error) {
    // The repository is not this folder's, or is damaged: the folder stands for itself.
    if (!(error instanceof Error)) throw error;
    return root;
  }
}

/** The branch checked out at a folder; undefined without a repository, with a detached HEAD or one in a reftable. */
export function branchOf(root: string): string | undefined {
  try {
    const folder = gitFolderOf(root);
    const head = folder === undefined ? '' : readShort(join(folder, 'HEAD'));
    // Where references are kept in a reftable, this file only says `.invalid`.
    return /^ref: refs\/heads\/(?!\.invalid$)(.+)$/m.exec(head)?.[1];
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

/** The text of a small file; empty for anything else, links included. */
function readShort(path: string): string {
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? (readRegularFile(path, 100_000) ?? '') : '';
}
