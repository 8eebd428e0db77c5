import { z } from 'zod';
import { hashText } from '../../core/text/hash.ts';
import { AXES, type Axis, type Tier } from '../../core/vocabulary.ts';
import { distance } from '../clustering/single-linkage.ts';

/** `current`: the last clustering found its cluster. `stale`: it did not; kept and marked. */
export const VALUE_STATUSES = ['current', 'stale'] as const;

export const valueSchema = z.object({
  axis: z.enum(AXES),
  status: z.enum(VALUE_STATUSES),
  /** A few words that distinguish it. */
  name: z.string().default(''),
  /** The principle in words; only proposed until someone accepts it. */
  text: z.string(),
  accepted: z.boolean(),
  /** Experiences it was learnt from. */
  members: z.array(z.string()),
  size: z.int(),
  /** Distances of the members from the centroid. */
  meanDistance: z.number(),
  stdDistance: z.number(),
  /** Distance of the text's embedding from the centroid. */
  textDistance: z.number(),
  clusteredAt: z.number(),
});
export type Value = Readonly<z.output<typeof valueSchema>>;

/** A value as it is stored: with what the last clustering made of it, until somebody decides on it. */
export const storedValueSchema = valueSchema.extend({
  /** When that clustering was, and the value as it was before; null: there was none. */
  beforeRun: z.object({ at: z.number(), value: valueSchema.nullable() }).optional(),
});
export type StoredValue = Readonly<z.output<typeof storedValueSchema>>;

/** Weight of a member in the centroid: observed outcomes count more than stated ones. */
export const TIER_WEIGHTS: Readonly<Record<Tier, number>> = {
  gold: 1,
  silver: 0.8,
  bronze: 0.5,
  abandoned: 0.2,
};

export interface Member {
  readonly id: string;
  readonly vector: Float32Array;
  readonly tier: Tier;
  /** What groups are found by: the vector of its theme, and its weighted words. */
  readonly theme?: { readonly vector: Float32Array; readonly words: ReadonlyMap<string, number> };
}

export interface Cluster {
  readonly members: readonly string[];
  readonly centroid: Float32Array;
  readonly meanDistance: number;
  readonly stdDistance: number;
}

/** The weighted mean of the members at unit length. */
export function clusterOf(members: readonly Member[]): Cluster {
  const centroid = new Float32Array(members[0]?.vector.length ?? 0);
  for (const { vector, tier } of members) {
    for (let index = 0; index < centroid.length; index++) {
      centroid[index] = centroid[index]! + vector[index]! * TIER_WEIGHTS[tier];
    }
  }
  const norm = Math.hypot(...centroid) || 1;
  for (let index = 0; index < centroid.length; index++) centroid[index] = centroid[index]! / norm;
  const distances = members.map((member) => distance(member.vector, centroid));
  const meanDistance = mean(distances);
  const stdDistance = Math.sqrt(mean(distances.map((value) => (value - meanDistance) ** 2)));
  return { members: members.map((member) => member.id).sort(), centroid, meanDistance, stdDistance };
}

/**
 * A text represents a cluster if it is no farther out than members usually are. `distances` are those of the members'
 * sentences: a sentence is farther than a whole story from a centroid of stories, so sentences are compared only with
 * sentences.
 */
export function greatestTextDistance(distances: readonly number[]): number {
  const average = mean(distances);
  const deviation = Math.sqrt(mean(distances.map((value) => (value - average) ** 2)));
  return average + STANDARD_DEVIATIONS * deviation;
}
const STANDARD_DEVIATIONS = 0.5;

/**
 * The smallest cluster worth a value, scaled to the data: 3 of 10 experiences, 4 of 60, 7 of 600, 16 of 6,000. A
 * fixed minimum of fifteen finds nothing in sixty entries.
 */
export function minClusterSizeFor(count: number): number {
  return Math.max(3, Math.round(Math.sqrt(count) / 5 + 2.5));
}

/**
 * Neighbours that make a region dense, scaled likewise: 4 of 60, 5 of 600, 15 of 6,000. On planted themes fewer split
 * a large theme by wording, and more drop the edges of a small one.
 */
export function minSamplesFor(count: number): number {
  return Math.max(4, Math.round(Math.sqrt(count) / 5));
}

/** Fewer experiences teach no principle. */
export const MIN_TO_CLUSTER = 10;

/**
 * Gives each cluster the id of the earlier value it shares most members with, best match first, each id once; an
 * unmatched cluster gets an id derived from its first members.
 */
export function matchValueIds(
  axis: Axis,
  clusters: readonly Pick<Cluster, 'members'>[],
  earlier: readonly { readonly id: string; readonly members: readonly string[] }[],
): string[] {
  const overlaps = clusters.flatMap((cluster, index) => {
    const members = new Set(cluster.members);
    return earlier.map((value) => {
      const shared = value.members.filter((member) => members.has(member)).length;
      return { index, id: value.id, overlap: shared / Math.min(members.size, value.members.length || 1) };
    });
  });
  const ids: (string | undefined)[] = clusters.map(() => undefined);
  const used = new Set<string>();
  for (const { index, id } of overlaps
    .filter((candidate) => candidate.overlap >= MIN_OVERLAP)
    .sort((a, b) => b.overlap - a.overlap || a.index - b.index || (a.id < b.id ? -1 : 1))) {
    if (ids[index] !== undefined || used.has(id)) continue;
    ids[index] = id;
    used.add(id);
  }
  const taken = new Set(earlier.map((value) => value.id));
  return ids.map((id, index) => {
    if (id !== undefined) return id;
    const seed = `${axis} ${clusters[index]!.members.join(' ')}`;
    let fresh = `val-${hashText(seed).slice(0, 12)}`;
    for (let attempt = 1; taken.has(fresh); attempt++) {
      fresh = `val-${hashText(`${seed} ${attempt}`).slice(0, 12)}`;
    }
    taken.add(fresh);
    return fresh;
  });
}

/** A cluster is the same value if it shares half of the smaller group's experiences. */
const MIN_OVERLAP = 0.5;

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
