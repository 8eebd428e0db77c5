import { execFile } from 'node:child_process';
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ignore, { type Ignore } from 'ignore';
import type { FileLister } from '../../core/file-lister.ts';

/** Lists a project's files with git, or by walking its folders where git does not answer. */
export function createFileLister(root: string): FileLister {
  return {
    async list({ signal } = {}) {
      const paths = (await listWithGit(root, signal)) ?? (await walk(root));
      return [...new Set(paths)].sort();
    },
  };
}

const run = promisify(execFile);
/** Room for the names of about a million files. */
const MAX_OUTPUT_BYTES = 200_000_000;

/** Tracked and new files that are not ignored; undefined when this is no git repository or git is absent. */
async function listWithGit(root: string, signal?: AbortSignal): Promise<readonly string[] | undefined> {
  try {
    const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      maxBuffer: MAX_OUTPUT_BYTES,
      ...(signal === undefined ? {} : { signal }),
    });
    return stdout.split('\0').filter((path) => path !== '' && !path.endsWith('/'));
  } catch (error) {
    if (signal?.aborted) throw error;
    return undefined;
  }
}

async function walk(root: string): Promise<string[]> {
  const found: string[] = [];
  await walkFolder(root, '', [], found);
  return found;
}

/** A .gitignore's rules hold for its folder and below; paths are tested relative to that folder. */
interface Rules {
  readonly folder: string;
  readonly ignored: Ignore;
}

const NEVER_LISTED = new Set(['.git', 'node_modules']);

async function walkFolder(
  root: string,
  folder: string,
  outer: readonly Rules[],
  found: string[],
): Promise<void> {
  const entries = await entriesOf(join(root, folder));
  const own = entries.some((entry) => entry.name === '.gitignore')
    ? [{ folder, ignored: ignore().add(await readFile(join(root, folder, '.gitignore'), 'utf8')) }]
    : [];
  const rules = [...outer, ...own];
  for (const entry of entries) {
    const path = folder + entry.name;
    const isFolder = entry.isDirectory();
    const name = isFolder ? `${path}/` : path;
    if (
      NEVER_LISTED.has(entry.name) ||
      rules.some((each) => each.ignored.ignores(name.slice(each.folder.length)))
    ) {
      continue;
    }
    if (isFolder) await walkFolder(root, name, rules, found);
    else if (entry.isFile()) found.push(path);
  }
}

/** A folder that may not be read has no files for us. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
