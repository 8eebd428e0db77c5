import type { Engine } from '../../core/engine.ts';
import { recordsOf } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import { withoutSecrets } from '../../core/text/redact-secrets.ts';
import { stem, wordsOf } from '../../core/text/terms.ts';
import type { Axis } from '../../core/vocabulary.ts';
import { updateRecord } from '../../core/write-records.ts';
import { isCommonWord } from '../common-words.ts';
import { themeText } from '../experiences/axes.ts';
import { recordKind, type Stored } from '../record-kind.ts';
import { clusterExperiences } from './cluster-experiences.ts';
import { distancesTo, type ExperienceSpace, experienceSpace, sentencesOf } from './experience-space.ts';
import { lessonsOf } from './propose-value.ts';
import {
  type Cluster,
  MIN_TO_CLUSTER,
  matchValueIds,
  type StoredValue,
  storedValueSchema,
  type Value,
  valueSchema,
} from './value.ts';

export const values = recordKind<StoredValue>({
  name: 'value',
  schema: storedValueSchema,
  text: ({ text }) => text,
  texts: ({ text }) => ({ full: text }),
  createdAt: ({ clusteredAt }) => clusteredAt,
  listCommand: 'dossier values list',
});
/** Axis of a value's centroid; the embedding of its text is under `full`. */
export const CENTROID = 'centroid';

interface ClusterReply {
  readonly ok: true;
  readonly experiences: number;
  readonly values: readonly Stored<Value>[];
  readonly stale: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Finds what experiences have in common on one axis. A cluster keeps the id and accepted text of the earlier value it
 * shares members with; values whose cluster is gone are marked stale, not deleted. What each was before is kept, so
 * that the run can be undone.
 */
export async function clusterValues(
  engine: Engine,
  options: { readonly axis: Axis; readonly now: number },
): Promise<ClusterReply> {
  const { axis, now } = options;
  const space = await experienceSpace(engine, axis);
  const warnings = [...space.warnings];
  if (space.members.length < MIN_TO_CLUSTER) {
    warnings.push(
      `${space.members.length} resolved experiences on the ${axis} axis: at least ${MIN_TO_CLUSTER} are needed.`,
    );
  }
  const clusters = clusterExperiences(space.members);
  const earlier = await valuesOf(engine, { axis });
  const ids = matchValueIds(
    axis,
    clusters,
    earlier.map(({ id, body }) => ({ id, members: body.members })),
  );
  const found: Stored<Value>[] = [];
  for (const [index, cluster] of clusters.entries()) {
    const id = ids[index]!;
    const before = earlier.find((value) => value.id === id)?.body;
    const value = await makeValue(space, axis, cluster, before, now);
    await saveValue(engine, id, { ...value, beforeRun: { at: now, value: before ?? null } }, now);
    const centroid = { id, axis: CENTROID, vector: cluster.centroid };
    await (await recordsOf(engine)).putVectors(values.name, space.model, [centroid]);
    if (before?.text !== value.text) {
      warnings.push(...(await values.embed(engine, id, value)));
    }
    found.push({ id, body: value });
  }
  const stale = earlier.filter(({ id }) => !ids.includes(id));
  for (const { id, body } of stale) {
    await saveValue(engine, id, { ...body, status: 'stale', beforeRun: { at: now, value: body } }, now);
  }
  return {
    ok: true,
    experiences: space.members.length,
    values: found,
    stale: stale.map(({ id }) => id),
    warnings: [...new Set(warnings)],
  };
}

/** Candidate texts for a value, nearest to its centroid first, with whether each may be accepted. */
export async function proposeValue(
  engine: Engine,
  id: string,
  options: { readonly text?: string | undefined; readonly limit: number },
): Promise<{
  readonly greatestDistance: number;
  readonly proposals: readonly {
    readonly text: string;
    readonly distance: number;
    readonly valid: boolean;
  }[];
}> {
  const { value, space, centroid } = await valueWithCentre(engine, id);
  const { nearest, greatestDistance } = await sentencesOf(space, centroid, value.members);
  const texts = options.text === undefined ? nearest : await distancesTo(space, centroid, [options.text]);
  const proposals = texts.map((proposal) => ({ ...proposal, valid: proposal.distance <= greatestDistance }));
  return { greatestDistance, proposals: proposals.slice(0, options.limit) };
}

/** Sets a value's text, by default the proposed one. Refuses a text outside the cluster. */
export async function acceptValue(
  engine: Engine,
  id: string,
  options: { readonly text?: string | undefined; readonly now: number },
): Promise<{ readonly ok: true; readonly id: string; readonly warnings: readonly string[] }> {
  const { value, space, centroid } = await valueWithCentre(engine, id);
  const { clean, warnings: masked } = withoutSecrets({ text: options.text ?? value.text });
  const { text } = clean;
  const [measured] = await distancesTo(space, centroid, [text]);
  const textDistance = measured?.distance ?? Number.POSITIVE_INFINITY;
  const { greatestDistance: greatest } = await sentencesOf(space, centroid, value.members);
  // The proposed text is a member's own sentence; only other texts must be near.
  if (text !== value.text && textDistance > greatest) {
    throw new DossierError(
      'invalid-input',
      `"${text}" lies ${textDistance.toFixed(3)} from what the members of ${id} say, more than ${greatest.toFixed(3)}: ` +
        `word it closer to them; "dossier values propose ${id}" shows texts that fit.`,
    );
  }
  const accepted = { ...value, text, textDistance, accepted: true };
  await saveValue(engine, id, accepted, options.now);
  const told = await values.embed(engine, id, accepted);
  return { ok: true, id, warnings: [...masked, ...told] };
}

/** Undoes an acceptance: the members' nearest sentence is proposed again. */
export async function withdrawValue(
  engine: Engine,
  id: string,
  now: number,
): Promise<{ readonly ok: true; readonly id: string; readonly warnings: readonly string[] }> {
  const { value, space, centroid } = await valueWithCentre(engine, id);
  const { nearest, greatestDistance } = await sentencesOf(space, centroid, value.members);
  const [proposal] = nearest;
  const withdrawn = {
    ...value,
    text: proposal?.text ?? value.text,
    textDistance: proposal?.distance ?? greatestDistance,
    accepted: false,
  };
  await saveValue(engine, id, withdrawn, now);
  return { ok: true, id, warnings: await values.embed(engine, id, withdrawn) };
}

export async function valuesOf(
  engine: Engine,
  filter: { readonly axis?: Axis | undefined; readonly status?: Value['status'] | undefined },
): Promise<Stored<Value>[]> {
  const where = {
    ...(filter.axis !== undefined && { axis: filter.axis }),
    ...(filter.status !== undefined && { status: filter.status }),
  };
  const found = await values.list(engine, { where, limit: MAX_VALUES });
  return found.map(({ id, body }) => ({ id, body: valueSchema.parse(body) }));
}

export const MAX_VALUES = 1000;

async function makeValue(
  space: ExperienceSpace,
  axis: Axis,
  cluster: Cluster,
  before: Value | undefined,
  now: number,
): Promise<Value> {
  const { members, meanDistance, stdDistance, centroid } = cluster;
  const { nearest: sentences, greatestDistance } = await sentencesOf(space, centroid, members);
  const own = before?.accepted === true ? await distancesTo(space, centroid, [before.text]) : [];
  // An accepted text stays while it still fits; otherwise the members' nearest sentence is proposed.
  const kept = own.find((text) => text.distance <= greatestDistance);
  // Prefer a lesson, which says what to do, to a surprise or observation.
  const lessons = new Set(members.flatMap((id) => lessonsOf(space.experiences.get(id))));
  const nearest = kept ?? sentences.find(({ text }) => lessons.has(text)) ?? sentences[0];
  return {
    axis,
    status: 'current',
    name: valueName(space, members),
    text: nearest?.text ?? '',
    accepted: kept !== undefined,
    members: [...members],
    size: members.length,
    meanDistance,
    stdDistance,
    textDistance: nearest?.distance ?? greatestDistance,
    clusteredAt: now,
  };
}

/** Words that many members have and few others do. */
function valueName(space: ExperienceSpace, members: readonly string[]): string {
  const own = new Set(members);
  const inside = new Map<string, number>();
  const outside = new Map<string, number>();
  for (const [id, experience] of space.experiences) {
    const words = new Set(wordsOf(themeText(experience)).filter((word) => !isCommonWord(stem(word))));
    const counts = own.has(id) ? inside : outside;
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const others = Math.max(1, space.experiences.size - own.size);
  return [...inside]
    .map(([word, count]) => ({ word, score: count / own.size - (outside.get(word) ?? 0) / others, count }))
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
    .slice(0, NAMING_WORDS)
    .map(({ word }) => word)
    .join(', ');
}
const NAMING_WORDS = 3;

async function valueWithCentre(
  engine: Engine,
  id: string,
): Promise<{ readonly value: Value; readonly space: ExperienceSpace; readonly centroid: Float32Array }> {
  const records = await recordsOf(engine);
  // What a person decides on is no longer undone with the clustering.
  const value = valueSchema.parse((await values.get(engine, id)).body);
  const space = await experienceSpace(engine, value.axis);
  const centroid = (await records.vectors(values.name, CENTROID, space.model)).find(
    (vector) => vector.id === id,
  )?.vector;
  if (centroid === undefined) {
    throw new DossierError(
      'conflict',
      `${id} was clustered with another embedding model: run "dossier values cluster" again first.`,
    );
  }
  return { value, space, centroid };
}

async function saveValue(engine: Engine, id: string, value: StoredValue, now: number): Promise<void> {
  await updateRecord(await recordsOf(engine), values.name, id, (before) =>
    values.recordOf(id, value, now, before),
  );
}
