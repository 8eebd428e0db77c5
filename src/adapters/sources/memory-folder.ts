import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DossierError, errorMessage } from '../../core/errors.ts';
import type { MemoryFolder } from '../../core/ports.ts';
import { hashText } from '../../core/text/hash.ts';
import { splitLines } from '../../core/text/lines.ts';
import { maskSecretsIn } from '../../core/text/mask-secrets.ts';
import { runGit } from './run-git.ts';

/** A memory has at most 10,000 characters of up to four bytes, plus its front matter. */
const MAX_BYTES = 64_000;
const MAX_FILES = 5000;
const NAME = /^([A-Za-z0-9][A-Za-z0-9_-]{0,99})\.md$/;
/** Git's union merge driver keeps the lines of both sides, so no merge of memories needs a person. */
const ATTRIBUTES = '*.md merge=union\n';

/**
 * The folder `parts` below `base`. It comes with a repository, so nothing in it is trusted: no folder on the way and
 * no file may be a link, a pipe or a device, and a file that contains a secret is refused.
 */
export function createMemoryFolder(
  base: string,
  parts: readonly string[],
  options: { readonly git: boolean },
): MemoryFolder {
  const folder = join(base, ...parts);
  const place = (depth: number) => join(base, ...parts.slice(0, depth));
  /** The first part of the path that exists but is not a folder. */
  const obstacle = () =>
    parts
      .map((_, index) => place(index + 1))
      .find((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false);
  const exists = () => obstacle() === undefined && lstatSync(folder, { throwIfNoEntry: false }) !== undefined;
  const refuseObstacle = () => {
    const path = obstacle();
    if (path === undefined) return;
    throw new DossierError(
      'invalid-input',
      `${path} is a link or a file: remove it, so that memories can be kept there.`,
    );
  };
  return {
    key: hashText(folder),
    exists,
    async signature() {
      if (!exists()) return obstacle() ?? '';
      const versions = readdirSync(folder)
        .sort()
        .map((name) => {
          const { size, mtimeMs, ino } = lstatSync(join(folder, name), { throwIfNoEntry: false }) ?? {};
          return `${name}:${size}:${mtimeMs}:${ino}`;
        });
      return hashText(versions.join('\n'));
    },
    async read() {
      const files: { id: string; lines: string[] }[] = [];
      const refused: { file: string; reason: string }[] = [];
      const inTheWay = obstacle();
      if (inTheWay !== undefined)
        refused.push({ file: inTheWay, reason: 'it is a link or a file, not a folder.' });
      const names = exists() ? readdirSync(folder).sort() : [];
      for (const file of names.filter((name) => name.endsWith('.md') && !name.startsWith('.'))) {
        const id = NAME.exec(file)?.[1];
        const lines =
          id === undefined
            ? 'a name is the id of the memory and ".md".'
            : files.length >= MAX_FILES
              ? `a project has at most ${MAX_FILES} of them.`
              : readLines(join(folder, file));
        if (typeof lines === 'string' || id === undefined) refused.push({ file, reason: String(lines) });
        else files.push({ id, lines });
      }
      return { files, refused };
    },
    async readOne(id) {
      const path = join(folder, fileOf(id));
      const isFile = exists() && lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
      return isFile ? readLines(path) : undefined;
    },
    async make() {
      refuseObstacle();
      if (exists()) return;
      mkdirSync(folder, { recursive: true, ...(options.git ? {} : { mode: 0o700 }) });
      if (options.git) writeFileSync(join(folder, '.gitattributes'), ATTRIBUTES, { flag: 'wx' });
    },
    async write(id, text) {
      refuseObstacle();
      const path = join(folder, fileOf(id));
      const temporary = `${path}.${process.pid}.tmp`;
      try {
        // Written to a temporary file and renamed: a link is replaced, never followed; readers see all or nothing.
        rmSync(temporary, { force: true });
        writeFileSync(temporary, text, { flag: 'wx' });
        renameSync(temporary, path);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw new DossierError(
          'unavailable',
          `${path} cannot be written: ${errorMessage(error)}. The memory is in the store; "dossier memory sync" writes it later.`,
          { cause: error },
        );
      }
    },
    async remove(id) {
      if (exists()) rmSync(join(folder, fileOf(id)), { force: true });
    },
    async deleted(ids) {
      if (!options.git || ids.length === 0) return ids;
      const paths = new Map(ids.map((id) => [[...parts, fileOf(id)].join('/'), id]));
      try {
        // In HEAD's tree but not on disk: deleted here. Deleted in HEAD's history: deleted by a commit.
        const tracked = await gitPaths(base, [
          'ls-tree',
          '--name-only',
          '-z',
          'HEAD',
          '--',
          `${parts.join('/')}/`,
        ]);
        const removed = await gitPaths(base, [
          'log',
          '--no-renames',
          '--diff-filter=D',
          '--name-only',
          '--relative',
          '--format=',
          '-z',
          'HEAD',
          '--',
          `${parts.join('/')}/`,
        ]);
        return [...paths].filter(([path]) => tracked.has(path) || removed.has(path)).map(([, id]) => id);
      } catch (error) {
        // If git fails (no repository, no commit yet), a missing file counts as deleted.
        if (!(error instanceof DossierError)) throw error;
        return ids;
      }
    },
  };
}

async function gitPaths(root: string, args: readonly string[]): Promise<ReadonlySet<string>> {
  const { stdout } = await runGit(root, ['--literal-pathspecs', ...args]);
  return new Set(
    stdout
      .split('\0')
      .map((path) => path.trim())
      .filter((path) => path !== ''),
  );
}

function fileOf(id: string): string {
  if (NAME.test(`${id}.md`)) return `${id}.md`;
  throw new DossierError(
    'invalid-input',
    `"${id}" cannot be the name of a file. An id has only letters, digits, - and _.`,
  );
}

/** The lines of a file, or why it is refused. */
function readLines(path: string): string[] | string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return 'it is a link or not a file.';
  const handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(handle);
    if (!fstatSync(handle).isFile()) return 'it is no file.';
    if (size > MAX_BYTES) return `it has ${size} bytes; a memory has at most ${MAX_BYTES}.`;
    const text = readFileSync(handle, 'utf8').replace(/^\uFEFF/, '');
    if (text.includes('\0')) return 'it is not a text.';
    if (maskSecretsIn(text).masked > 0) return 'it holds a secret: remove it, also from the history of git.';
    return splitLines(text);
  } finally {
    closeSync(handle);
  }
}
