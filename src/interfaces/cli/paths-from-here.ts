import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * Resolves paths against the shell's folder and makes them relative to the project root. A path that does not exist
 * there stays unchanged: it is a glob, or already relative to the root.
 */
export function pathsFromHere(
  input: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  { folder, root }: { readonly folder: string; readonly root: string },
): Record<string, unknown> {
  const fromRoot = (given: unknown): unknown => {
    if (typeof given !== 'string' || given === '' || (folder === root && !isAbsolute(given))) return given;
    const negation = given.startsWith('!') ? '!' : '';
    // Where the lines are named with the file, as in `a.ts:12-40`, they stay.
    const [lines = ''] = /(?::[\d,:-]+)?$/.exec(given) ?? [];
    const absolute = resolve(folder, given.slice(negation.length, given.length - lines.length));
    const path = relative(root, absolute);
    if (path.startsWith('..') || isAbsolute(path) || !existsSync(absolute)) return given;
    return negation + (path === '' ? '.' : path.split(sep).join('/')) + lines;
  };
  const named = Object.entries(input).filter(([field]) => fields.includes(field));
  return {
    ...input,
    ...Object.fromEntries(
      named.map(([field, value]) => [field, Array.isArray(value) ? value.map(fromRoot) : fromRoot(value)]),
    ),
  };
}
