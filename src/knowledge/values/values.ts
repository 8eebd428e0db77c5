import { asBody, decodeRecord } from '../../core/decode-record.ts';
import type { Engine } from '../../core/engine.ts';
import { recordsOf } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import type { StoredRecord } from '../../core/store.ts';
import { withoutSecrets } from '../../core/text/redact-secrets.ts';
import type { Axis } from '../../core/vocabulary.ts';
import { updateRecord } from '../../core/write-records.ts';
import { embedRecord } from '../embed-records.ts';
import { clusterExperiences } from './cluster-experiences.ts';
import { distancesTo, type ExperienceSpace, experienceSpace, sentencesOf } from './experience-space.ts';
import { type Cluster, LEAST_TO_CLUSTER, matchValueIds, type Value, valueSchema } from './value.ts';

export { VALUE_STATUSES, valueSchema } from './value.ts';

export const VALUE = 'value';
/** Under this name a value keeps the centre of its cluster; under `full` the embedding of its text. */
const CENTROID = 'centroid';

export interface StoredValue {
  readonly id: string;
  readonly value: Value;
}

export interface ClusterReply {
  readonly ok: true;
  readonly experiences: number;
  readonly values: readonly StoredValue[];
  readonly stale: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Finds what experiences have in common on one axis. A cluster keeps the id and the accepted text of the
 * earlier value it shares its members with; values whose cluster is gone are marked stale, not deleted.
 */
export async function clusterValues(
  engine: Engine,
  options: { readonly axis: Axis; readonly now: number },
): Promise<ClusterReply> {
  const { axis, now } = options;
  const space = await experienceSpace(engine, axis);
  const warnings = [...space.warnings];
  if (space.members.length < LEAST_TO_CLUSTER) {
    warnings.push(
      `${space.members.length} resolved experiences on the ${axis} axis: at least ${LEAST_TO_CLUSTER} are needed.`,
    );
  }
  const clusters = clusterExperiences(space.members);
  const earlier = await valuesOf(engine, { axis });
  const ids = matchValueIds(
    axis,
    clusters,
    earlier.map(({ id, value }) => ({ id, members: value.members })),
  );
  const values: StoredValue[] = [];
  for (const [index, cluster] of clusters.entries()) {
    const id = ids[index]!;
    const before = earlier.find((value) => value.id === id)?.value;
    const value = await makeValue(space, axis, cluster, before, now);
    await saveValue(engine, id, value, now);
    const centroid = { id, axis: CENTROID, vector: cluster.centroid };
    await (await recordsOf(engine)).putVectors(VALUE, space.model, [centroid]);
    if (before?.text !== value.text) {
      warnings.push(...(await embedRecord(engine, { kind: VALUE, id, texts: { full: value.text } })));
    }
    values.push({ id, value });
  }
  const stale = earlier.filter(({ id }) => !ids.includes(id));
  for (const { id, value } of stale) await saveValue(engine, id, { ...value, status: 'stale' }, now);
  return {
    ok: true,
    experiences: space.members.length,
    values,
    stale: stale.map(({ id }) => id),
    warnings: [...new Set(warnings)],
  };
}

/** Texts that could stand for a value, nearest to its centre first, with whether each may be accepted. */
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

/** Gives a value its text, the proposed one unless told. A text that lies outside the cluster is refused. */
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
  if (textDistance > greatest) {
    throw new DossierError(
      'invalid-input',
      `"${text}" lies ${textDistance.toFixed(3)} from what the members of ${id} say, more than ${greatest.toFixed(3)}: ` +
        `word it closer to them; "dossier values propose ${id}" shows texts that fit.`,
    );
  }
  await saveValue(engine, id, { ...value, text, textDistance, accepted: true }, options.now);
  const told = await embedRecord(engine, { kind: VALUE, id, texts: { full: text } });
  return { ok: true, id, warnings: [...masked, ...told] };
}

export async function valuesOf(
  engine: Engine,
  filter: { readonly axis?: Axis | undefined; readonly status?: Value['status'] | undefined },
): Promise<StoredValue[]> {
  const where = {
    ...(filter.axis !== undefined && { axis: filter.axis }),
    ...(filter.status !== undefined && { status: filter.status }),
  };
  const found = await (await recordsOf(engine)).list(VALUE, { where, limit: MOST_VALUES });
  return found.map(readValue);
}

export function readValue(record: StoredRecord): StoredValue {
  return { id: record.id, value: decodeRecord(valueSchema, record) };
}

const MOST_VALUES = 1000;

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
  // An accepted text stays while it still fits; otherwise the nearest sentence of the members is proposed.
  const kept = own.find((text) => text.distance <= greatestDistance);
  const nearest = kept ?? sentences[0];
  return {
    axis,
    status: 'current',
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

async function valueWithCentre(
  engine: Engine,
  id: string,
): Promise<{ readonly value: Value; readonly space: ExperienceSpace; readonly centroid: Float32Array }> {
  const records = await recordsOf(engine);
  const record = await records.get(VALUE, id);
  if (record === undefined) {
    throw new DossierError(
      'not-found',
      `There is no value ${id}: "dossier values list" shows those there are.`,
    );
  }
  const { value } = readValue(record);
  const space = await experienceSpace(engine, value.axis);
  const centroid = (await records.vectors(VALUE, CENTROID, space.model)).find(
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

async function saveValue(engine: Engine, id: string, value: Value, now: number): Promise<void> {
  await updateRecord(await recordsOf(engine), VALUE, id, (before) => ({
    kind: VALUE,
    id,
    body: asBody(value),
    text: value.text,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  }));
}
