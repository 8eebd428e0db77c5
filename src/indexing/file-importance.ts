import type { IndexStore } from '../core/store.ts';

export interface FileEdge {
  readonly from: string;
  readonly to: string;
  readonly weight: number;
}

/** The usual probability of following an edge. */
const DAMPING = 0.85;
/** The order of files no longer changes after about this many iterations. */
const ROUNDS = 20;

/**
 * PageRank of files over their references to one another, as the share of files that rank lower: 1 for the most
 * referenced file, 0 for the least. Shares do not depend on the size of the project.
 */
export function fileImportance(
  paths: readonly string[],
  edges: readonly FileEdge[],
): readonly { readonly path: string; readonly importance: number }[] {
  const numbers = new Map(paths.map((path, number) => [path, number]));
  const links = edges.flatMap(({ from, to, weight }) => {
    const source = numbers.get(from);
    const target = numbers.get(to);
    return source === undefined || target === undefined || weight <= 0 ? [] : [{ source, target, weight }];
  });
  const outgoing = new Float64Array(paths.length);
  for (const { source, weight } of links) outgoing[source]! += weight;
  let ranks = new Float64Array(paths.length).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(paths.length).fill(1 - DAMPING);
    for (const { source, target, weight } of links) {
      next[target]! += (DAMPING * ranks[source]! * weight) / outgoing[source]!;
    }
    ranks = next;
  }
  const ordered = paths
    .map((path, number) => ({ path, rank: ranks[number] ?? 0 }))
    .sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1));
  const last = Math.max(1, ordered.length - 1);
  let tied = 0;
  return ordered.map(({ path, rank }, place) => {
    // Tied files share the position of the first.
    if (place === 0 || ordered[place - 1]!.rank !== rank) tied = place;
    return { path, importance: tied / last };
  });
}

/** Computes and stores which files the others rely on most, so that no query has to. */
export async function updateImportance(index: IndexStore): Promise<void> {
  const [files, edges] = await Promise.all([index.files(), index.fileEdges()]);
  const paths = files.map(({ path }) => path);
  await index.putImportance(fileImportance(paths, edges));
}
