import { nameKey } from './comparable-name.ts';

/** A name defined in more files than this says little about where an edge goes. */
const MAX_DEFINING_FILES = 5;
/** Shorter names (`get`, `run`) match by chance. */
const MIN_DISTINCTIVE_NAME = 4;

export interface FileEdge {
  readonly from: string;
  readonly to: string;
  readonly weight: number;
}

/**
 * Sums up the edges between files. An edge to a bare name is split among the few files that define it. Relations must
 * come grouped by file; only one file's edges are held at a time.
 */
export function joinFiles(input: {
  readonly files: Iterable<{ readonly number: number; readonly path: string }>;
  readonly definitions: Iterable<{ readonly name_key: string; readonly file: number }>;
  readonly relations: Iterable<{
    readonly file: number;
    readonly to_name: string;
    readonly to_path: string | null;
    readonly weight: number;
  }>;
}): FileEdge[] {
  const paths = new Map<number, string>();
  for (const { number, path } of input.files) paths.set(number, path);
  const known = new Set(paths.values());
  const definers = filesByName(input.definitions, paths);
  const edges: FileEdge[] = [];
  let from: number | undefined;
  let weights = new Map<string, number>();
  const add = (to: string, weight: number) => weights.set(to, (weights.get(to) ?? 0) + weight);
  const finish = () => {
    const path = paths.get(from ?? Number.NaN);
    if (path !== undefined) {
      for (const [to, weight] of weights) if (to !== path) edges.push({ from: path, to, weight });
    }
    weights = new Map();
  };
  for (const { file, to_name, to_path, weight } of input.relations) {
    if (file !== from) finish();
    from = file;
    if (to_path !== null) {
      if (known.has(to_path)) add(to_path, weight);
      continue;
    }
    const targets = definers.get(nameKey(to_name));
    if (targets === undefined || targets.size > MAX_DEFINING_FILES) continue;
    for (const target of targets) add(target, weight / targets.size);
  }
  finish();
  return edges.sort((left, right) => compare(left.from, right.from) || compare(left.to, right.to));
}

function filesByName(
  definitions: Iterable<{ readonly name_key: string; readonly file: number }>,
  paths: ReadonlyMap<number, string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const definers = new Map<string, Set<string>>();
  for (const { name_key, file } of definitions) {
    const path = paths.get(file);
    if (path === undefined || name_key.length < MIN_DISTINCTIVE_NAME) continue;
    const files = definers.get(name_key);
    if (files === undefined) definers.set(name_key, new Set([path]));
    else if (files.size <= MAX_DEFINING_FILES) files.add(path);
  }
  return definers;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
