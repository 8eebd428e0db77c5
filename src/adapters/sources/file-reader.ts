import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { BoundedMap } from '../../core/bounded-map.ts';
import { errorCode } from '../../core/errors.ts';
import { languageOfPath } from '../../core/languages.ts';
import type { ReadFailure, SourceFile, SourceReader } from '../../core/ports.ts';
import { hashLines } from '../../core/text/hash.ts';
import { splitLines } from '../../core/text/lines.ts';
import { maskSecretsIn } from '../../core/text/mask-secrets.ts';
import { isSecretFile } from '../../core/text/secrets/secret-file.ts';
import type { SecretRules } from '../../core/text/secrets/secret-rules.ts';
import { isInside, isOpenedInside, SNIFFED_BYTES, staysBelow } from './inside-base.ts';

interface FileReaderOptions {
  readonly root: string;
  /** Larger files are not read; code may be `LARGER_CODE` times as large. */
  readonly maxFileBytes: number;
  /** The project's additions and exceptions to the known secrets. */
  readonly secrets?: SecretRules | undefined;
  /** Bytes of file text to cache. Default 32 MB: the source files of a large repository. */
  readonly cacheBytes?: number;
  /**
   * The store's file, which may be in the project. It and its side files are never opened: closing one releases the
   * locks SQLite holds on it in this process, and another process then truncates memory that is in use.
   */
  readonly store?: string | undefined;
  /** Dossier's own folder, with its tokens, leases and logs: never read where it lies in the project. */
  readonly ownFolder?: string | undefined;
}

/**
 * Reads text files below a root. Every read checks where the opened file really is, so neither `..`, an absolute
 * path, a symbolic link nor one swapped in between leads outside. Files are cached while their time, size and inode
 * stay the same. System calls are synchronous: for files of a few kilobytes, promises around eight of them cost ten
 * times the read itself.
 */
export function createFileReader({
  root,
  maxFileBytes,
  secrets,
  cacheBytes = 32_000_000,
  store,
  ownFolder,
}: FileReaderOptions): SourceReader {
  const cache = new BoundedMap<string, Entry>(cacheBytes, ({ bytes }) => bytes);
  let realRoot: string | undefined;
  let realOwn: string | undefined;
  const mostBytes = (path: string) =>
    languageOfPath(path)?.role === 'code' ? maxFileBytes * LARGER_CODE : maxFileBytes;

  return {
    async stat(path) {
      if (!staysBelow(path)) return 'outside-root';
      if (isSecretFile(path)) return 'secret';
      try {
        const found = lstatSync(join(root, path));
        if (!found.isFile()) return 'not-a-file';
        return found.size > mostBytes(path) ? 'too-large' : { size: found.size, modifiedAt: found.mtimeMs };
      } catch (error) {
        return failureOf(error);
      }
    },
    async read(path, { maskedHash, isGenerated } = {}) {
      if (!staysBelow(path)) return 'outside-root';
      if (isSecretFile(path)) return 'secret';
      try {
        realRoot ??= realpathSync.native(root);
        const base = realRoot;
        // The same file that was checked and read before: no need to resolve its path again.
        const known = cache.get(path);
        if (known !== undefined && known.version === versionOf(statSync(join(base, path)))) {
          cache.set(path, known);
          return isGenerated?.(known.file.lines) ? 'generated' : known.file;
        }
        const real = realpathSync.native(join(base, path));
        if (!isInside(real, base)) return 'outside-root';
        // A link may have any name.
        if (isSecretFile(relative(base, real).replaceAll(sep, '/'))) return 'secret';
        if (isOfStore(real, store)) return 'binary';
        if (ownFolder !== undefined && existsSync(ownFolder)) realOwn ??= realpathSync.native(ownFolder);
        if (isOwn(real, base, realOwn)) return 'secret';
        const found = statSync(real);
        if (!found.isFile()) return 'not-a-file';
        const maxBytes = mostBytes(path);
        if (found.size > maxBytes) return 'too-large';
        const file = readOpened({ real, base, path }, { maxBytes, secrets, maskedHash, isGenerated });
        if (typeof file !== 'string') cache.set(path, { version: versionOf(found), file, bytes: found.size });
        return file;
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

/** Prose and data of a size at which code is still written by hand are logs and tables. */
const LARGER_CODE = 4;
const STORE_ENDINGS = ['', '-wal', '-shm', '-journal'];

/** Whether a file is in Dossier's own folder below the project; repositories that it fetched lie the other way round. */
function isOwn(real: string, base: string, own: string | undefined): boolean {
  return own !== undefined && own !== base && isInside(own, base) && isInside(real, own);
}

function isOfStore(real: string, store: string | undefined): boolean {
  if (store === undefined || !basename(real).startsWith(basename(store))) return false;
  const place = join(realpathSync.native(dirname(store)), basename(store));
  return STORE_ENDINGS.some((ending) => real === place + ending) || real.startsWith(`${place}-vectors-`);
}

function readOpened(
  { real, base, path }: { readonly real: string; readonly base: string; readonly path: string },
  {
    maxBytes,
    secrets,
    maskedHash,
    isGenerated,
  }: {
    readonly maxBytes: number;
    readonly secrets: SecretRules | undefined;
    readonly maskedHash: string | undefined;
    readonly isGenerated: ((lines: readonly string[]) => boolean) | undefined;
  },
): SourceFile | ReadFailure {
  // Does not follow a final link, or wait for a pipe's writer.
  const handle = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const opened = fstatSync(handle);
    if (!opened.isFile()) return 'not-a-file';
    if (opened.size > maxBytes) return 'too-large';
    if (!isOpenedInside(handle, real, base)) return 'outside-root';
    const bytes = bytesOf(handle, opened.size);
    if (bytes.length > maxBytes) return 'too-large';
    if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) return 'binary';
    const whole = bytes.toString('utf8').replace(/^\uFEFF/, '');
    const found = splitLines(whole);
    if (isGenerated?.(found)) return 'generated';
    const isMasked = maskedHash !== undefined && hashLines(found) === maskedHash;
    const { text, masked, kinds } = isMasked
      ? { text: whole, masked: 0, kinds: {} }
      : maskSecretsIn(whole, secrets);
    const lines = text === whole ? found : splitLines(text);
    let contentHash = isMasked ? maskedHash : undefined;
    return {
      path,
      lines,
      // Lazy: a question reads many files but needs few hashes.
      get contentHash() {
        contentHash ??= hashLines(lines);
        return contentHash;
      },
      modifiedAt: opened.mtimeMs,
      size: bytes.length,
      maskedLines: masked,
      ...(masked === 0 ? {} : { maskedKinds: kinds }),
    };
  } finally {
    closeSync(handle);
  }
}

/** One buffer that fits most files: they are read one at a time and copied out at once. */
const shared = Buffer.allocUnsafeSlow(256 * 1024);

/** The bytes of an open file, valid until the next call. */
function bytesOf(handle: number, size: number): Buffer {
  if (size > shared.length) return readFileSync(handle);
  let length = 0;
  for (let read = -1; read !== 0 && length < size; length += read) {
    read = readSync(handle, shared, length, size - length, length);
  }
  return shared.subarray(0, length);
}

function failureOf(error: unknown): ReadFailure {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
  if (code === 'ELOOP') return 'outside-root';
  return 'unreadable';
}

function versionOf({ dev, ino, size, mtimeMs }: Stats): string {
  return `${dev}:${ino}:${size}:${mtimeMs}`;
}

interface Entry {
  readonly version: string;
  readonly file: SourceFile;
  readonly bytes: number;
}
