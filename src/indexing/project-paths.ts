/** The project's paths, looked up by suffix: how most languages import files. */
export interface ProjectPaths {
  has(path: string): boolean;
  /** The path that ends with these whole segments and is closest to `from`. */
  endingWith(suffix: string, from: string): string | undefined;
  /** A source file directly in the folder that ends with these segments, preferably named after it. */
  inFolder(suffix: string, from: string): string | undefined;
}

const made = new WeakMap<readonly string[], ProjectPaths>();

/** Cached per list: a process that watches files passes the same one for every change. */
export function projectPathsOf(paths: readonly string[]): ProjectPaths {
  const known = made.get(paths) ?? lookUpOf(paths);
  made.set(paths, known);
  return known;
}

function lookUpOf(paths: readonly string[]): ProjectPaths {
  const all = new Set<string>();
  const byName = new Map<string, string[]>();
  const byPair = new Map<string, string[]>();
  const byFolder = new Map<string, string[]>();
  const filesOf = new Map<string, string[]>();
  for (const path of paths) {
    all.add(path);
    if (push(byName, lastSegment(path), path) <= MAX_CANDIDATES) push(byPair, lastPair(path), path);
    const folder = folderOf(path);
    if (!filesOf.has(folder)) push(byFolder, lastSegment(folder), folder);
    push(filesOf, folder, path);
  }
  return {
    has: (path) => all.has(path),
    endingWith(suffix, from) {
      const alike = suffix.includes('/') ? byPair.get(lastPair(suffix)) : byName.get(suffix);
      return closest(alike ?? [], suffix, from);
    },
    inFolder(suffix, from) {
      const folder = closest(byFolder.get(lastSegment(suffix)) ?? [], suffix, from);
      return folder === undefined
        ? undefined
        : representative(filesOf.get(folder) ?? [], lastSegment(folder), from);
    },
  };
}

/** Returns the new number of values of the key. */
function push(map: Map<string, string[]>, key: string, value: string): number {
  const list = map.get(key);
  if (list !== undefined) return list.push(value);
  map.set(key, [value]);
  return 1;
}

/** Names like index.ts occur by the thousand; checking more than this costs more than it finds. */
const MAX_CANDIDATES = 2000;

function closest(candidates: readonly string[], suffix: string, from: string): string | undefined {
  let best: string | undefined;
  let bestShared = -1;
  const tail = `/${suffix}`;
  for (let index = 0; index < Math.min(candidates.length, MAX_CANDIDATES); index++) {
    const path = candidates[index]!;
    if (path !== suffix && !path.endsWith(tail)) continue;
    const shared = sharedPrefix(path, from);
    if (shared > bestShared || (shared === bestShared && path.length < best!.length)) {
      best = path;
      bestShared = shared;
    }
  }
  return best;
}

function sharedPrefix(a: string, b: string): number {
  let index = 0;
  while (index < a.length && index < b.length && a[index] === b[index]) index++;
  return index;
}

/** A package's file named after it, else its first that is not a test. */
function representative(files: readonly string[], name: string, from: string): string | undefined {
  const extension = from.slice(from.lastIndexOf('.'));
  const sources = files.filter((file) => file.endsWith(extension) && !/[_.]test\b/.test(file));
  return sources.find((file) => lastSegment(file) === name + extension) ?? sources[0];
}

export function folderOf(path: string): string {
  const cut = path.lastIndexOf('/');
  return cut < 0 ? '' : path.slice(0, cut);
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The last two segments: few of the thousands of __init__.py are in a folder of the same name. */
function lastPair(path: string): string {
  const last = path.lastIndexOf('/');
  return last <= 0 ? path : path.slice(path.lastIndexOf('/', last - 1) + 1);
}

/** Resolves `folder/../x`; undefined when it leaves the project. */
export function joinPath(folder: string, relative: string): string | undefined {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/');
}
