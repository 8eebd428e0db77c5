import { hdbscan, NOISE } from './hdbscan.ts';
import { principalComponents } from './principal-components.ts';
import { type Cluster, clusterOf, LEAST_TO_CLUSTER, type Member, minClusterSizeFor } from './value.ts';

/** Groups of experiences that say the same, most members first. Outliers belong to none. */
export function clusterExperiences(members: readonly Member[]): Cluster[] {
  if (members.length < LEAST_TO_CLUSTER) return [];
  const points = principalComponents(
    members.map((member) => member.vector),
    DENSITY_DIMENSIONS,
  );
  const minClusterSize = minClusterSizeFor(members.length);
  const minSamples = Math.min(MOST_SAMPLES, Math.max(LEAST_SAMPLES, Math.floor(minClusterSize * 0.75)));
  const labels = hdbscan(points, { minClusterSize, minSamples });
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

/** Densities mean little in hundreds of dimensions; measured in docs/benchmarks.md. */
const DENSITY_DIMENSIONS = 24;
/** Three quarters of a cluster's least size: smoother densities where there is more to see. */
const LEAST_SAMPLES = 3;
const MOST_SAMPLES = 10;
