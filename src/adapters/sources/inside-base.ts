import { fstatSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { isAbsolute, normalize, sep } from 'node:path';

/** A zero byte this early means binary: git's rule. */
export const SNIFFED_BYTES = 8000;

/**
 * Whether the opened file is below the base. Linux knows where an open file is, whatever happens to its path.
 * Elsewhere the path is resolved again and must name the very file that was opened.
 */
export function isOpenedInside(handle: number, real: string, base: string): boolean {
  const opened = openedPath(handle);
  if (opened !== undefined) return isInside(opened, base);
  const [own, named] = [fstatSync(handle, { bigint: true }), lstatSync(real, { bigint: true })];
  return own.ino === named.ino && own.dev === named.dev && realpathSync.native(real) === real;
}

function openedPath(handle: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`);
  } catch {
    // Only Linux has /proc/self/fd.
    return undefined;
  }
}

export function staysBelow(path: string): boolean {
  if (path === '' || path.includes('\0') || isAbsolute(path) || /^[A-Za-z]:/.test(path)) return false;
  const plain = normalize(path);
  return plain !== '..' && !plain.startsWith(`..${sep}`);
}

export function isInside(path: string, base: string): boolean {
  return path === base || path.startsWith(base.endsWith(sep) ? base : base + sep);
}
