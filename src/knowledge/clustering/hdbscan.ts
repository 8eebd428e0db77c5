import { type Merge, mergeByDistance } from './single-linkage.ts';

interface HdbscanOptions {
  /** Smaller groups are noise; at least 2. */
  readonly minClusterSize: number;
  /** Neighbours, including the point itself, that make a region dense. */
  readonly minSamples: number;
}

/** Label of a point in no cluster. */
export const NOISE = -1;

/**
 * Density clustering after Campello, Moulavi and Sander: mutual reachability distances, their minimum spanning tree,
 * the condensed tree, and the clusters with the greatest excess of mass. Labels match scikit-learn's HDBSCAN up to
 * numbering. Needs memory for n²/2 distances.
 */
export function hdbscan(points: readonly Float32Array[], options: HdbscanOptions): Int32Array {
  const count = points.length;
  if (count < Math.max(2, options.minClusterSize)) return new Int32Array(count).fill(NOISE);
  const merges = mergeByDistance(points, Math.min(options.minSamples, count));
  const tree = condense(merges, count, options.minClusterSize);
  return label(tree, selectByMass(tree), count);
}

/** One row of the condensed tree: `child` (a point below `count`, or a cluster) leaves `parent` at `lambda`. */
interface Row {
  readonly parent: number;
  readonly child: number;
  readonly lambda: number;
  readonly size: number;
}

/** A zero distance would make the density infinite, and sums of it incomparable. */
const GREATEST_LAMBDA = 1e12;

/** Traverses the merges from the top and keeps only splits into two groups that are both large enough. */
function condense(merges: readonly Merge[], count: number, minClusterSize: number): Row[] {
  const rows: Row[] = [];
  const root = 2 * count - 2;
  let nextCluster = count;
  const clusterOf = new Map([[root, nextCluster++]]);
  const queue = [root];
  for (let position = 0; position < queue.length; position++) {
    const node = queue[position]!;
    const parent = clusterOf.get(node)!;
    const { left, right, distance } = merges[node - count]!;
    const lambda = distance > 1 / GREATEST_LAMBDA ? 1 / distance : GREATEST_LAMBDA;
    const sizes = [sizeOf(merges, left, count), sizeOf(merges, right, count)];
    const splits = sizes.every((size) => size >= minClusterSize);
    for (const [index, child] of [left, right].entries()) {
      const size = sizes[index]!;
      if (splits) {
        const cluster = nextCluster++;
        rows.push({ parent, child: cluster, lambda, size });
        clusterOf.set(child, cluster);
        if (child >= count) queue.push(child);
      } else if (size >= minClusterSize) {
        clusterOf.set(child, parent);
        queue.push(child);
      } else {
        for (const point of pointsBelow(merges, child, count)) {
          rows.push({ parent, child: point, lambda, size: 1 });
        }
      }
    }
  }
  return rows;
}

function sizeOf(merges: readonly Merge[], node: number, count: number): number {
  return node < count ? 1 : merges[node - count]!.size;
}

function pointsBelow(merges: readonly Merge[], node: number, count: number): number[] {
  const points: number[] = [];
  const stack = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next < count) points.push(next);
    else stack.push(merges[next - count]!.right, merges[next - count]!.left);
  }
  return points;
}

/** Clusters with more mass than their best descendants; the root never counts. */
function selectByMass(tree: readonly Row[]): Set<number> {
  const born = new Map<number, number>();
  const children = new Map<number, number[]>();
  const mass = new Map<number, number>();
  for (const { parent, child, lambda, size } of tree) {
    if (!mass.has(parent)) mass.set(parent, 0);
    mass.set(parent, mass.get(parent)! + (lambda - (born.get(parent) ?? 0)) * size);
    if (size === 1) continue;
    born.set(child, lambda);
    if (!mass.has(child)) mass.set(child, 0);
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const root = tree[0]?.parent;
  const selected = new Set<number>();
  for (const cluster of [...mass.keys()].sort((a, b) => b - a)) {
    if (cluster === root) continue;
    const below = children.get(cluster) ?? [];
    const massBelow = below.reduce((sum, child) => sum + mass.get(child)!, 0);
    if (below.length > 0 && massBelow > mass.get(cluster)!) {
      mass.set(cluster, massBelow);
      continue;
    }
    const stack = [...below];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      selected.delete(next);
      stack.push(...(children.get(next) ?? []));
    }
    selected.add(cluster);
  }
  return selected;
}

function label(tree: readonly Row[], selected: ReadonlySet<number>, count: number): Int32Array {
  const parentOf = new Map(tree.map((row) => [row.child, row.parent]));
  const numbers = new Map([...selected].sort((a, b) => a - b).map((cluster, index) => [cluster, index]));
  const labels = new Int32Array(count).fill(NOISE);
  for (let point = 0; point < count; point++) {
    let cluster = parentOf.get(point);
    while (cluster !== undefined && !selected.has(cluster)) cluster = parentOf.get(cluster);
    if (cluster !== undefined) labels[point] = numbers.get(cluster)!;
  }
  return labels;
}
