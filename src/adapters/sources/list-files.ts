import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { FileLister, LeftOut } from '../../core/ports.ts';
import { readRegularFile } from '../config/read-regular-file.ts';
import { runGit } from './run-git.ts';

/** Its rules, in .gitignore syntax, add to git's. */
const IGNORE_FILE = '.dossierignore';

/** Memories kept as files are records, and are found as such. */
const MEMORY_FILE = /^\.dossier\/memories\//;

/** Lists a project's files with git, or by walking its folders where git fails. */
export function createFileLister(root: string): FileLister {
  return {
    async list({ signal, paths } = {}) {
      const [listed, ownRules] = await Promise.all([
        listAll(root, signal, paths),
        readRules(join(root, IGNORE_FILE)),
      ]);
      const wanted = paths === undefined ? undefined : new Set(paths);
      const kept = listed.paths.filter(
        (path) =>
          (wanted?.has(path) ?? true) && !(ownRules?.ignores(path) ?? false) && !MEMORY_FILE.test(path),
      );
      return [...new Set(kept)].sort();
    },
    async leftOut({ signal } = {}) {
      const [listed, ownRules, ignored] = await Promise.all([
        listAll(root, signal),
        readRules(join(root, IGNORE_FILE)),
        gitLines(root, ['ls-files', '-oi', '--exclude-standard', '--directory', '-z'], signal),
      ]);
      const own = listed.paths.filter((path) => ownRules?.ignores(path) ?? false);
      return [
        ...listed.leftOut,
        ...[...own, ...(ignored?.lines ?? [])].map((path): LeftOut => ({ path, reason: 'ignored' })),
      ];
    },
  };
}

interface Listed {
  readonly paths: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

async function listAll(root: string, signal?: AbortSignal, paths?: readonly string[]): Promise<Listed> {
  const args = ['--literal-pathspecs', 'ls-files', '-co', '--exclude-standard', '-z'];
  const listed = await gitLines(root, paths === undefined ? args : [...args, '--', ...paths], signal);
  if (listed === undefined) return walk(root);
  const submodules = await submodulesOf(root);
  // Git lists a nested repository that is not a submodule with a trailing slash.
  const isOther = (path: string) => path.endsWith('/') || submodules.has(path);
  const closed = [...listed.complaints.matchAll(CLOSED_FOLDER)].map(([, path = '']) => path);
  return {
    paths: listed.lines.filter((path) => !isOther(path)),
    leftOut: [
      ...closed.map((path): LeftOut => ({ path, reason: 'unreadable' })),
      ...listed.lines
        .filter(isOther)
        .map((path): LeftOut => ({ path: path.replace(/\/?$/, '/'), reason: 'submodule' })),
    ],
  };
}

/** Folders of the project that are separate repositories; another root (`--also`) searches them. */
async function submodulesOf(root: string): Promise<ReadonlySet<string>> {
  try {
    const text = readRegularFile(join(root, '.gitmodules')) ?? '';
    return new Set([...text.matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)].map(([, path = '']) => path));
  } catch {
    // Most projects have no submodules.
    return new Set();
  }
}

const CLOSED_FOLDER = /could not open directory '([^']+)'/g;

async function readRules(path: string): Promise<Ignore | undefined> {
  try {
    return ignore().add((readRegularFile(path) ?? '').split('\n').filter(isQuick));
  } catch {
    // Most folders have no such file; an unreadable one, or a folder, has no rules for us.
    return undefined;
  }
}

/** Rules become regular expressions, which take time exponential in the number of stars. No real rule has that many. */
function isQuick(rule: string): boolean {
  const parts = rule.split('/');
  return (
    parts.filter((part) => part === '**').length <= MAX_STARS &&
    parts.every((part) => (part.match(/\*+/g) ?? []).length <= MAX_STARS)
  );
}
const MAX_STARS = 3;

/** Git's output, split at zero bytes; undefined without git or a repository. */
async function gitLines(
  root: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<{ readonly lines: readonly string[]; readonly complaints: string } | undefined> {
  try {
    const { stdout, complaints } = await runGit(root, args, { signal });
    return { lines: stdout.split('\0').filter((path) => path !== ''), complaints };
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}

async function walk(root: string): Promise<Listed> {
  const found: Found = { paths: [], leftOut: [] };
  await walkFolder(root, '', [], found);
  return found;
}

interface Found {
  readonly paths: string[];
  readonly leftOut: LeftOut[];
}

/** A .gitignore applies to its folder and below; paths are tested relative to that folder. */
interface Rules {
  readonly folder: string;
  readonly ignored: Ignore;
}

const NEVER_LISTED = new Set(['.git', 'node_modules']);

async function walkFolder(
  root: string,
  folder: string,
  outer: readonly Rules[],
  found: Found,
): Promise<void> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(root, folder), { withFileTypes: true });
  } catch {
    // An unreadable folder has no files for us; the report names it.
    found.leftOut.push({ path: folder, reason: 'unreadable' });
    return;
  }
  const ignored = entries.some((entry) => entry.name === '.gitignore')
    ? await readRules(join(root, folder, '.gitignore'))
    : undefined;
  const rules = ignored === undefined ? outer : [...outer, { folder, ignored }];
  for (const entry of entries) {
    const path = folder + entry.name;
    const name = entry.isDirectory() ? `${path}/` : path;
    if (entry.name === '.git') continue;
    if (
      NEVER_LISTED.has(entry.name) ||
      rules.some((each) => each.ignored.ignores(name.slice(each.folder.length)))
    ) {
      found.leftOut.push({ path: name, reason: 'ignored' });
    } else if (entry.isDirectory()) await walkFolder(root, name, rules, found);
    else if (entry.isFile()) found.paths.push(path);
    else found.leftOut.push({ path, reason: 'not-a-file' });
  }
}
