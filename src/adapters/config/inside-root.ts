import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/** Whether a path, after all links on the way to it, stays below the root. It need not exist yet. */
export function isInsideRoot(root: string, path: string): boolean {
  const way = relative(realPathOf(root), realPathOf(resolve(root, path)));
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way;
}

/** The real path of what exists of a path, with the rest as written. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!(error instanceof Error) || dirname(path) === path) return path;
    return join(realPathOf(dirname(path)), basename(path));
  }
}
