import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isSecretFile } from '../../core/text/secrets/secret-file.ts';
import { isOpenedInside, SNIFFED_BYTES, staysBelow } from './inside-base.ts';

/** Shared memory for several threads, each counting a few files at a time. */
export interface CountJob {
  readonly root: string;
  /** The store's file, which is never opened. */
  readonly store?: string | undefined;
  readonly paths: readonly string[];
  readonly words: readonly string[];
  /** The index of the next file to count, and the number of files left. */
  readonly progress: Int32Array;
  readonly counts: Uint8Array;
  readonly bytes: Uint32Array;
}

export const NEXT = 0;
export const LEFT = 1;
const FILES_AT_A_TIME = 64;
const MAX_BYTES = 262_144;

/** Returns a function that counts words in the next few files, and returns false when none are left. */
export function countingOf(job: CountJob): () => boolean {
  const { paths, words, progress, bytes } = job;
  const count = counterOf(job);
  const buffer = Buffer.allocUnsafe(MAX_BYTES);
  const base = realpathSync.native(job.root);
  return () => {
    const from = Atomics.add(progress, NEXT, FILES_AT_A_TIME);
    const to = Math.min(from + FILES_AT_A_TIME, paths.length);
    if (from >= to) return false;
    for (let place = from; place < to; place++) {
      const length = readBytes(job, { base, path: paths[place]! }, buffer);
      bytes[place] = length;
      // One byte per character: words in other scripts are matched by their bytes too.
      if (length > 0) count(buffer.toString('latin1', 0, length), place * words.length);
    }
    Atomics.sub(progress, LEFT, to - from);
    return true;
  };
}

/** One pass for all words: a regular expression of plain alternatives reads half a gigabyte a second. */
function counterOf({ words, counts }: CountJob): (text: string, row: number) => void {
  const needles = words.map((word) => Buffer.from(word).toString('latin1'));
  const columns = new Map(needles.map((needle, column) => [needle.toLowerCase(), column]));
  const alternatives = [...needles].sort((a, b) => b.length - a.length).map(patternOf);
  const pattern = new RegExp(alternatives.join('|'), 'gi');
  return (text, row) => {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const column = columns.get(match[0].toLowerCase());
      const at = row + (column ?? 0);
      if (column !== undefined && counts[at]! < 255) counts[at]!++;
    }
  };
}

/** A short word must match whole: it is part of many others. */
function patternOf(needle: string): string {
  const literal = needle.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  return needle.length > 3 ? literal : `(?<![a-z])${literal}(?![a-z])`;
}

/** Reads the start of a text file below the base; 0 for anything else. Same checks as the file reader. */
function readBytes(
  { store }: CountJob,
  { base, path }: { readonly base: string; readonly path: string },
  buffer: Buffer,
): number {
  if (!staysBelow(path) || isSecretFile(path)) return 0;
  if (store !== undefined && basename(path).startsWith(basename(store))) return 0;
  let handle: number | undefined;
  try {
    const full = join(base, path);
    handle = openSync(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (!fstatSync(handle).isFile() || !isOpenedInside(handle, full, base)) return 0;
    const bytes = readSync(handle, buffer, 0, buffer.length, 0);
    return buffer.subarray(0, Math.min(bytes, SNIFFED_BYTES)).includes(0) ? 0 : bytes;
  } catch (error) {
    // Gone or unreadable: the run that indexes it reports that.
    if (error instanceof Error && 'code' in error) return 0;
    throw error;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
