/** Two groups merged at a distance. Ids below the number of points are points; higher ones are merges, in order. */
export interface Merge {
  readonly left: number;
  readonly right: number;
  readonly distance: number;
  readonly size: number;
}

/**
 * Single linkage over mutual reachability distances: the distance of two points, or the distance at which either has
 * `minSamples` neighbours (including itself), whichever is larger.
 */
export function mergeByDistance(points: readonly Float32Array[], minSamples: number): Merge[] {
  const distances = pairwiseDistances(points);
  const edges = spanningTree(distances, coreDistances(distances, points.length, minSamples));
  return mergesOf(edges, points.length);
}

/** Row by row, only pairs (i, j) with j < i. */
function pairwiseDistances(points: readonly Float32Array[]): Float32Array {
  const distances = new Float32Array((points.length * (points.length - 1)) / 2);
  let position = 0;
  for (let row = 1; row < points.length; row++) {
    const left = points[row]!;
    for (let column = 0; column < row; column++) distances[position++] = distance(left, points[column]!);
  }
  return distances;
}

/** Euclidean. Four partial sums, since a single one would make each addition wait for the previous one. */
export function distance(left: Float32Array, right: Float32Array): number {
  const length = left.length;
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    first += (left[at]! - right[at]!) ** 2;
    second += (left[at + 1]! - right[at + 1]!) ** 2;
    third += (left[at + 2]! - right[at + 2]!) ** 2;
    fourth += (left[at + 3]! - right[at + 3]!) ** 2;
  }
  for (; at < length; at++) first += (left[at]! - right[at]!) ** 2;
  return Math.sqrt(first + second + third + fourth);
}

function between(distances: Float32Array, one: number, other: number): number {
  if (one === other) return 0;
  return one > other
    ? distances[(one * (one - 1)) / 2 + other]!
    : distances[(other * (other - 1)) / 2 + one]!;
}

/** Each point's distance to its `minSamples`-th neighbour, counting itself as the first. */
function coreDistances(distances: Float32Array, count: number, minSamples: number): Float32Array {
  const width = minSamples - 1;
  if (width === 0) return new Float32Array(count);
  // The nearest of each point, ascending; one pass over the pairs in memory order.
  const nearest = new Float32Array(count * width).fill(Number.POSITIVE_INFINITY);
  const offer = (point: number, value: number) => {
    const first = point * width;
    let at = first + width - 1;
    if (value >= nearest[at]!) return;
    for (; at > first && nearest[at - 1]! > value; at--) nearest[at] = nearest[at - 1]!;
    nearest[at] = value;
  };
  let position = 0;
  for (let row = 1; row < count; row++) {
    for (let column = 0; column < row; column++) {
      const value = distances[position++]!;
      offer(row, value);
      offer(column, value);
    }
  }
  return Float32Array.from({ length: count }, (_, point) => nearest[point * width + width - 1]!);
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly distance: number;
}

/** Prim's algorithm: quadratic time and linear extra memory suit a complete graph. */
function spanningTree(distances: Float32Array, core: Float32Array): Edge[] {
  const count = core.length;
  const nearest = new Float32Array(count).fill(Number.POSITIVE_INFINITY);
  const nearestFrom = new Int32Array(count);
  const inTree = new Uint8Array(count);
  const edges: Edge[] = [];
  let current = 0;
  for (let step = 1; step < count; step++) {
    inTree[current] = 1;
    let next = -1;
    for (let other = 0; other < count; other++) {
      if (inTree[other] === 1) continue;
      const reach = Math.max(between(distances, current, other), core[current]!, core[other]!);
      if (reach < nearest[other]!) {
        nearest[other] = reach;
        nearestFrom[other] = current;
      }
      if (next < 0 || nearest[other]! < nearest[next]!) next = other;
    }
    edges.push({ from: nearestFrom[next]!, to: next, distance: nearest[next]! });
    current = next;
  }
  return edges.sort((a, b) => a.distance - b.distance);
}

function mergesOf(edges: readonly Edge[], count: number): Merge[] {
  const group = Int32Array.from({ length: 2 * count - 1 }, (_, index) => index);
  const sizes = new Int32Array(2 * count - 1).fill(1, 0, count);
  const find = (start: number): number => {
    let node = start;
    while (group[node] !== node) {
      group[node] = group[group[node]!]!;
      node = group[node]!;
    }
    return node;
  };
  return edges.map((edge, index) => {
    const left = find(edge.from);
    const right = find(edge.to);
    const merged = count + index;
    const size = sizes[left]! + sizes[right]!;
    group[left] = merged;
    group[right] = merged;
    sizes[merged] = size;
    return { left, right, distance: edge.distance, size };
  });
}
