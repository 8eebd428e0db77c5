/** Two groups merged; each is named after its first point. */
interface Join {
  readonly kept: number;
  readonly joined: number;
}

/**
 * Average linkage over a similarity matrix, cut where groups are most cohesive: it maximizes the sum, over all pairs
 * within groups, of similarity minus `mean + CUT_DEVIATIONS · deviation` of all pairs. Points then move to where that
 * sum grows, since a merge is never undone by linkage. Groups below `minSize` are dissolved. Returns one label per
 * point, -1 for no group. Cubic: meant for a few hundred points.
 */
export function averageLinkage(similarity: readonly Float64Array[], minSize: number): Int32Array {
  const count = similarity.length;
  const usual = usualSimilarity(similarity);
  const group = Int32Array.from({ length: count }, (_, index) => index);
  let best = labelsOf(group, minSize);
  let bestGain = 0;
  for (const { kept, joined } of joinsOf(similarity)) {
    for (let point = 0; point < count; point++) if (group[point] === joined) group[point] = kept;
    const labels = labelsOf(group, minSize);
    const gain = gainOf(labels, similarity, usual);
    if (gain > bestGain) {
      bestGain = gain;
      best = labels;
    }
  }
  return labelsOf(movePoints(best, similarity, usual), minSize);
}

/**
 * Moves each point to the group it is most similar to in sum, or out of all groups, until none moves. The gain grows
 * with every move, so this ends; the bound is for rounding.
 */
function movePoints(labels: Int32Array, similarity: readonly Float64Array[], usual: number): Int32Array {
  // A point without a group may be joined, so each gets a label of its own.
  const group = labels.map((label, point) => (label === -1 ? labels.length + point : label));
  let unused = 2 * labels.length;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let moved = false;
    for (const [point, values] of similarity.entries()) {
      const gains = new Map<number, number>();
      for (const [other, value] of values.entries()) {
        if (other !== point) gains.set(group[other]!, (gains.get(group[other]!) ?? 0) + value - usual);
      }
      const own = gains.get(group[point]!) ?? 0;
      let [to, most] = [unused, 0];
      for (const [label, gain] of gains) if (gain > most) [to, most] = [label, gain];
      if (most <= own + ROUNDING) continue;
      if (to === unused) unused++;
      group[point] = to;
      moved = true;
    }
    if (!moved) break;
  }
  return group;
}
const MAX_ROUNDS = 100;
const ROUNDING = 1e-9;

/** Results are flat between 0.25 and 0.6 on the seven sets of the scripted week. */
const CUT_DEVIATIONS = 0.4;

function usualSimilarity(similarity: readonly Float64Array[]): number {
  let sum = 0;
  let squares = 0;
  let pairs = 0;
  for (const [row, values] of similarity.entries()) {
    for (let column = 0; column < row; column++) {
      sum += values[column]!;
      squares += values[column]! ** 2;
      pairs++;
    }
  }
  const mean = sum / Math.max(1, pairs);
  return mean + CUT_DEVIATIONS * Math.sqrt(Math.max(0, squares / Math.max(1, pairs) - mean ** 2));
}

/** All merges, most similar groups first. */
function joinsOf(similarity: readonly Float64Array[]): Join[] {
  const between = similarity.map((row) => Float64Array.from(row));
  const sizes = similarity.map(() => 1);
  const alive = similarity.map((_, index) => index);
  const joins: Join[] = [];
  while (alive.length > 1) {
    let kept = 0;
    let joined = 0;
    let nearest = Number.NEGATIVE_INFINITY;
    for (const [position, row] of alive.entries()) {
      for (const column of alive.slice(0, position)) {
        if (between[row]![column]! <= nearest) continue;
        nearest = between[row]![column]!;
        [kept, joined] = [column, row];
      }
    }
    for (const other of alive) {
      if (other === kept || other === joined) continue;
      const mean =
        (between[kept]![other]! * sizes[kept]! + between[joined]![other]! * sizes[joined]!) /
        (sizes[kept]! + sizes[joined]!);
      between[kept]![other] = mean;
      between[other]![kept] = mean;
    }
    sizes[kept] = sizes[kept]! + sizes[joined]!;
    alive.splice(alive.indexOf(joined), 1);
    joins.push({ kept, joined });
  }
  return joins;
}

function labelsOf(group: Int32Array, minSize: number): Int32Array {
  const sizes = new Map<number, number>();
  for (const label of group) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  return group.map((label) => ((sizes.get(label) ?? 0) < minSize ? -1 : label));
}

function gainOf(labels: Int32Array, similarity: readonly Float64Array[], usual: number): number {
  let gain = 0;
  for (const [row, values] of similarity.entries()) {
    if (labels[row] === -1) continue;
    for (let column = 0; column < row; column++) {
      if (labels[column] === labels[row]) gain += values[column]! - usual;
    }
  }
  return gain;
}
