import { hdbscan, NOISE } from '../clustering/hdbscan.ts';
import {
  type Cluster,
  clusterOf,
  LEAST_TO_CLUSTER,
  type Member,
  minClusterSizeFor,
  minSamplesFor,
} from './value.ts';

/** Groups of experiences that say the same, most members first. Outliers belong to none. */
export function clusterExperiences(members: readonly Member[]): Cluster[] {
  if (members.length < LEAST_TO_CLUSTER) return [];
  const points = withoutCommonPart(members.map((member) => member.vector));
  const labels = hdbscan(points, {
    minClusterSize: minClusterSizeFor(members.length),
    minSamples: minSamplesFor(members.length),
  });
  const groups = new Map<number, Member[]>();
  for (const [index, member] of members.entries()) {
    const label = labels[index]!;
    if (label === NOISE) continue;
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [member]);
    else group.push(member);
  }
  return [...groups.values()].map(clusterOf).sort((a, b) => b.members.length - a.members.length);
}

/**
 * The vectors less their mean, at unit length again: what all experiences share ("I tried, it failed")
 * says nothing of what tells them apart. Better on planted themes than the vectors as they are, and than
 * their principal components.
 */
function withoutCommonPart(vectors: readonly Float32Array[]): Float32Array[] {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    for (const [index, value] of vector.entries()) mean[index] = mean[index]! + value / vectors.length;
  }
  return vectors.map((vector) => {
    const rest = vector.map((value, index) => value - mean[index]!);
    const norm = Math.hypot(...rest) || 1;
    return rest.map((value) => value / norm);
  });
}
