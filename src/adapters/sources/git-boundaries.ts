import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { DossierError, errorCode } from '../../core/errors.ts';
import { readRegularFile } from '../config/read-regular-file.ts';
import { isInside } from './inside-base.ts';

/** What makes a repository's content: were one of these a link, git would read the content of another. */
const PARTS = ['HEAD', 'index', 'packed-refs', 'refs', 'reftable', 'objects'];
const FOLDERS = ['objects', 'objects/info', 'objects/pack', 'refs', 'reftable'];
/** Files that git reads to the end, wherever they lead: a pipe has no end, and a device may have none. */
const READ_WHOLE = [
  ...['HEAD', 'config', 'config.worktree', 'index', 'packed-refs', 'shallow'],
  ...['info/attributes', 'info/exclude', 'info/grafts'],
];
/** Git follows this many references that name another one. */
const MOST_HOPS = 5;

/**
 * Throws unless the content of a repository lies in its own folders. A `.git` that comes with a project may have links,
 * or files that name other folders, with which git would show the history of a private repository. `own` is the git
 * directory of a work tree, `common` the one it shares with others.
 */
export function refuseForeignParts(own: string, common: string): void {
  const bases = [own, common].map((folder) => realpathSync(folder));
  const refuse = (path: string, isLink: boolean) => {
    if (isLink && !bases.some((base) => isInside(realOf(path), base))) {
      throw new DossierError(
        'unavailable',
        `${path} is a link to another place, so git is not asked. Replace it with what it leads to.`,
      );
    }
  };
  for (const folder of new Set([own, common])) {
    for (const part of READ_WHOLE) refuseSpecial(join(folder, part));
    for (const part of PARTS) refuse(join(folder, part), isLink(join(folder, part)));
    for (const entry of FOLDERS.flatMap((part) => entriesOf(join(folder, part)))) {
      refuse(join(entry.parentPath, entry.name), entry.isSymbolicLink());
    }
  }
  for (const place of referencesOf(own, common)) {
    refuse(place, isLink(place));
    refuseSpecial(place);
  }
  const alternates = join(common, 'objects/info/alternates');
  if (textOf(alternates)?.trim() !== '') {
    throw new DossierError(
      'unavailable',
      `${alternates} names the objects of another repository, so git is not asked. Run "git repack -a -d" and remove the file.`,
    );
  }
}

function refuseSpecial(path: string): void {
  const found = lookedUp(() => statSync(path));
  if (found === undefined || found.isFile() || found.isDirectory()) return;
  throw new DossierError(
    'unavailable',
    `${path} is not a file but a pipe or a device, so git is not asked. Remove it.`,
  );
}

/** Where git looks for the commit of HEAD: the files of the references, and their folders. */
function referencesOf(own: string, common: string): string[] {
  const places: string[] = [];
  let text = textOf(join(own, 'HEAD')) ?? '';
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    const [, name] = /^ref:\s*(\S+)/.exec(text) ?? [];
    if (name === undefined) break;
    for (const folder of new Set([own, common])) {
      for (
        let place = join(folder, name);
        isInside(place, folder) && place !== folder;
        place = dirname(place)
      ) {
        places.push(place);
      }
    }
    text = textOf(join(common, name)) ?? '';
  }
  return places;
}

/** Empty when there is no such file; undefined for a pipe, a folder or a huge file. */
function textOf(path: string): string | undefined {
  try {
    return readRegularFile(path);
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isLink(path: string): boolean {
  return lookedUp(() => lstatSync(path))?.isSymbolicLink() === true;
}

/** Undefined when there is no such file, also because a folder on its way is a file, or a link leads in a circle. */
function lookedUp<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The root of all files when the link leads nowhere: inside of no repository. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (isMissing(error)) return sep;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP';
}
