import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/** Whether a path stays below the root once its links are resolved. It need not exist yet. */
export function isInsideRoot(root: string, path: string): boolean {
  const way = relative(realPathOf(root), realPathOf(resolve(root, path)));
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way;
}

/** Resolves the part of a path that exists, and keeps the rest as written. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!(error instanceof Error) || dirname(path) === path) return path;
    return join(realPathOf(dirname(path)), basename(path));
  }
}
