import type { Engine } from '../../core/engine.ts';
import { recordsOf } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import type { StoredRecord } from '../../core/store.ts';
import { hashText } from '../../core/text/hash.ts';
import { withoutSecrets } from '../../core/text/redact-secrets.ts';
import { putNew } from '../../core/write-records.ts';
import { recordKind, type Stored } from '../record-kind.ts';
import { axisTexts, fullText } from './axes.ts';
import {
  adoptExperience as adopted,
  type Experience,
  type ExperienceInput,
  type ExperienceUpdate,
  experienceSchema,
  type Resolution,
  reopenExperience as reopened,
  resolveExperience as resolved,
  startExperience as started,
  updateExperience as updated,
} from './experience.ts';
import { withWorkNames } from './work-names.ts';

export const experiences = recordKind<Experience>({
  name: 'experience',
  schema: experienceSchema,
  text: fullText,
  texts: axisTexts,
  createdAt: ({ startedAt }) => startedAt,
  listCommand: 'dossier experience list',
});
/** One record per session that names its active entry. Claiming it keeps two from being active at once. */
const SLOT = 'active-experience';

interface ExperienceReply {
  readonly ok: true;
  readonly id: string;
  readonly warnings: readonly string[];
}

export async function startExperience(
  engine: Engine,
  input: ExperienceInput,
  now: number,
): Promise<ExperienceReply> {
  const { clean, warnings: masked } = withoutSecrets(input);
  const { value, tags, notes } = withWorkNames(clean);
  const experience = withTags(started(value, now), tags);
  const id = `exp-${hashText(`${clean.session}\n${clean.goal}\n${clean.hypothesis}\n${now}`).slice(0, 12)}`;
  // Save before claiming the session: a claim must always point to an existing entry.
  const records = await recordsOf(engine);
  await putNew(records, () => experiences.recordOf(id, experience, now));
  try {
    await takeSlot(engine, clean.session, id, now);
  } catch (error) {
    await experiences.delete(engine, id);
    throw error;
  }
  return {
    ok: true,
    id,
    warnings: [...masked, ...notes, ...(await experiences.embed(engine, id, experience))],
  };
}

export async function updateExperience(
  engine: Engine,
  id: string,
  update: ExperienceUpdate,
  now: number,
): Promise<ExperienceReply> {
  const { clean, warnings: masked } = withoutSecrets(update);
  const { value, tags, notes } = withWorkNames(clean);
  const experience = await experiences.update(engine, id, now, (entry) =>
    withTags(updated(entry, value, now), tags),
  );
  return {
    ok: true,
    id,
    warnings: [...masked, ...notes, ...(await experiences.embed(engine, id, experience))],
  };
}

export async function resolveExperience(
  engine: Engine,
  id: string,
  resolution: Resolution,
  now: number,
): Promise<ExperienceReply & { readonly tier: Experience['tier'] }> {
  const { clean, warnings: masked } = withoutSecrets(resolution);
  const { value, tags, notes } = withWorkNames(clean);
  const experience = await experiences.update(engine, id, now, (entry) =>
    withTags(resolved(entry, value, now), tags),
  );
  await freeSlot(engine, experience.session, id, now);
  const warnings = [...masked, ...notes, ...(await experiences.embed(engine, id, experience))];
  return { ok: true, id, tier: experience.tier, warnings };
}

function withTags(experience: Experience, tags: readonly string[]): Experience {
  return { ...experience, tags: [...new Set([...experience.tags, ...tags])] };
}

/** Undoes a resolution; refused while the session works on another entry. */
export async function reopenExperience(engine: Engine, id: string, now: number): Promise<ExperienceReply> {
  const { body: before } = await experiences.get(engine, id);
  // Check the rule before taking the slot, so that a refusal changes nothing.
  reopened(before);
  await takeSlot(engine, before.session, id, now);
  const experience = await experiences.update(engine, id, now, reopened);
  return { ok: true, id, warnings: await experiences.embed(engine, id, experience) };
}

/** Takes over an entry that another session left active. */
export async function adoptExperience(
  engine: Engine,
  id: string,
  session: string,
  now: number,
): Promise<ExperienceReply> {
  const { body: before } = await experiences.get(engine, id);
  if (before.session === session) return { ok: true, id, warnings: [] };
  // Check the rule before taking the slot, so that a refusal changes nothing.
  adopted(before, session);
  await takeSlot(engine, session, id, now);
  await experiences.update(engine, id, now, (entry) => adopted(entry, session));
  await freeSlot(engine, before.session, id, now);
  return { ok: true, id, warnings: [] };
}

/** Deletes an entry for good; values learnt from it change at the next clustering. */
export async function deleteExperience(engine: Engine, id: string, now: number): Promise<void> {
  const { body: experience } = await experiences.get(engine, id);
  await experiences.delete(engine, id);
  await freeSlot(engine, experience.session, id, now);
}

/** The session's active entry, if any. */
export async function activeExperience(
  engine: Engine,
  session: string,
): Promise<Stored<Experience> | undefined> {
  const records = await recordsOf(engine);
  const id = (await records.get(SLOT, session))?.body['experienceId'];
  const record = typeof id === 'string' ? await records.get(experiences.name, id) : undefined;
  if (record === undefined) return undefined;
  const found = experiences.read(record);
  const { body } = found;
  const adoptedAway = body.session !== session && body.adoptedFrom.includes(session);
  return body.status === 'active' && !adoptedAway ? found : undefined;
}

/** The named entry, or else the session's active one. */
export async function sessionEntry(engine: Engine, id: string | undefined, session: string): Promise<string> {
  const found = id ?? (await activeExperience(engine, session))?.id;
  if (found !== undefined) return found;
  throw new DossierError(
    'not-found',
    `Session ${session} has no active experience: start one, or name the one you mean by its id.`,
  );
}

/** A page of them, and how many there are. */
export async function listExperiences(
  engine: Engine,
  options: {
    readonly limit: number;
    readonly offset?: number;
    readonly since?: number | undefined;
  } & { readonly [Field in 'status' | 'domain' | 'strategy' | 'outcome' | 'author']?: string | undefined },
): Promise<{ readonly total: number; readonly listed: readonly Stored<Experience>[] }> {
  const { limit, offset = 0, since, ...fields } = options;
  const where = Object.fromEntries(
    (['status', 'domain', 'strategy', 'outcome', 'author'] as const).flatMap((field) =>
      fields[field] === undefined ? [] : [[field, fields[field]]],
    ),
  );
  const filter = { where, ...(since !== undefined && { since }) };
  return {
    total: await experiences.count(engine, filter),
    listed: await experiences.list(engine, { ...filter, limit, offset }),
  };
}

async function takeSlot(engine: Engine, session: string, id: string, now: number): Promise<void> {
  const records = await recordsOf(engine);
  const slot = await records.get(SLOT, session);
  const active = await activeExperience(engine, session);
  if (active !== undefined) throw oneActive(session, active);
  try {
    await records.put(slotRecord(session, id, now), { expectedVersion: slot?.version ?? 0 });
  } catch (error) {
    const winner = await activeExperience(engine, session);
    throw winner === undefined ? error : oneActive(session, winner);
  }
}

async function freeSlot(engine: Engine, session: string, id: string, now: number): Promise<void> {
  const records = await recordsOf(engine);
  const slot = await records.get(SLOT, session);
  if (slot?.body['experienceId'] === id) await records.put(slotRecord(session, null, now));
}

function slotRecord(
  session: string,
  experienceId: string | null,
  now: number,
): Omit<StoredRecord, 'version'> {
  return { kind: SLOT, id: session, body: { experienceId }, text: '', createdAt: now, updatedAt: now };
}

function oneActive(session: string, { id, body }: Stored<Experience>): DossierError {
  return new DossierError(
    'conflict',
    `Session ${session} already works on ${id} ("${body.goal}"): resolve it first, or give it up with ` +
      `"dossier experience resolve ${id} --outcome abandoned".`,
  );
}
