import { averageLinkage } from '../clustering/average-linkage.ts';
import { hdbscan, NOISE } from '../clustering/hdbscan.ts';
import { isCommonWord } from '../common-words.ts';
import {
  type Cluster,
  clusterOf,
  type Member,
  MIN_TO_CLUSTER,
  minClusterSizeFor,
  minSamplesFor,
} from './value.ts';

/** Larger sets have enough density for HDBSCAN, and average linkage would take too long. */
const MAX_LINKED = 200;

/** Groups of experiences that say the same, largest first. Outliers belong to none. */
export function clusterExperiences(members: readonly Member[]): Cluster[] {
  if (members.length < MIN_TO_CLUSTER) return [];
  const labels =
    members.length <= MAX_LINKED
      ? averageLinkage(similarities(members), minClusterSizeFor(members.length))
      : hdbscan(withoutCommonPart(members.map((member) => member.vector)), {
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
 * Pairwise similarity, half words and half meaning. On the scripted week either alone finds less: a small model does
 * not know technical terms, and words do not know synonyms.
 */
function similarities(members: readonly Member[]): Float64Array[] {
  const vectors = withoutCommonPart(members.map(({ vector, theme }) => theme?.vector ?? vector));
  const words = weighWords(members.map(({ theme }) => theme?.words ?? new Map()));
  return members.map((_, row) =>
    Float64Array.from(
      members,
      (_, column) => (dot(vectors[row]!, vectors[column]!) + dotOfWords(words[row]!, words[column]!)) / 2,
    ),
  );
}

type Words = ReadonlyMap<string, number>;

/** Unit TF-IDF vectors. A word of a single entry joins nothing, a common one little. */
function weighWords(entries: readonly Words[]): Words[] {
  const frequencies = new Map<string, number>();
  for (const words of entries)
    for (const term of words.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return entries.map((words) => {
    const weights = new Map<string, number>();
    for (const [term, amount] of words) {
      const frequency = frequencies.get(term)!;
      if (frequency === 1) continue;
      const rarity = Math.log(1 + entries.length / frequency) * (isCommonWord(term) ? COMMON_SHARE : 1);
      weights.set(term, Math.log(1 + amount) * rarity);
    }
    const norm = Math.hypot(...weights.values()) || 1;
    return new Map([...weights].map(([term, weight]) => [term, weight / norm]));
  });
}
const COMMON_SHARE = 0.3;

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (const [index, value] of left.entries()) sum += value * right[index]!;
  return sum;
}

function dotOfWords(left: Words, right: Words): number {
  let sum = 0;
  for (const [term, weight] of left) sum += weight * (right.get(term) ?? 0);
  return sum;
}

/**
 * Subtracts the mean and normalizes again: what all experiences share ("I tried, it failed") does not tell them
 * apart. Better on planted themes than the raw vectors and than their principal components.
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
