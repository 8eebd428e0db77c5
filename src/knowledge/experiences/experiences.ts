import { asBody, decodeRecord } from '../../core/decode-record.ts';
import type { Engine } from '../../core/engine.ts';
import { recordsOf } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import type { StoredRecord } from '../../core/store.ts';
import { hashText } from '../../core/text/hash.ts';
import { withoutSecrets } from '../../core/text/redact-secrets.ts';
import { putNew, updateRecord } from '../../core/write-records.ts';
import { embedRecord } from '../embed-records.ts';
import { axisTexts, fullText } from './axes.ts';
import {
  adoptExperience as adopted,
  type Experience,
  type ExperienceInput,
  type ExperienceUpdate,
  experienceSchema,
  type Resolution,
  resolveExperience as resolved,
  startExperience as started,
  updateExperience as updated,
} from './experience.ts';

export {
  EXPERIENCE_STATUSES,
  experienceInputSchema,
  experienceSchema,
  experienceUpdateSchema,
  lessonOf,
  lessonSchema,
  resolutionSchema,
} from './experience.ts';

export const EXPERIENCE = 'experience';
/** One per session: says which entry is active. Taking it is what keeps two from being active at once. */
const SLOT = 'active-experience';

export interface StoredExperience {
  readonly id: string;
  readonly experience: Experience;
}

export interface ExperienceReply {
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
  const experience = started(clean, now);
  const id = `exp-${hashText(`${clean.session}\n${clean.goal}\n${clean.hypothesis}\n${now}`).slice(0, 12)}`;
  // Saved before the session is claimed: a claim always points to an entry that is there.
  const records = await recordsOf(engine);
  await putNew(records, () => recordOf(id, experience, now));
  try {
    await takeSlot(engine, clean.session, id, now);
  } catch (error) {
    await records.delete(EXPERIENCE, id);
    throw error;
  }
  return { ok: true, id, warnings: [...masked, ...(await embed(engine, id, experience))] };
}

export async function updateExperience(
  engine: Engine,
  id: string,
  update: ExperienceUpdate,
  now: number,
): Promise<ExperienceReply> {
  const { clean, warnings: masked } = withoutSecrets(update);
  const experience = await changeStored(engine, id, now, (entry) => updated(entry, clean, now));
  return { ok: true, id, warnings: [...masked, ...(await embed(engine, id, experience))] };
}

export async function resolveExperience(
  engine: Engine,
  id: string,
  resolution: Resolution,
  now: number,
): Promise<ExperienceReply & { readonly tier: Experience['tier'] }> {
  const { clean, warnings: masked } = withoutSecrets(resolution);
  const experience = await changeStored(engine, id, now, (entry) => resolved(entry, clean, now));
  await freeSlot(engine, experience.session, id, now);
  const warnings = [...masked, ...(await embed(engine, id, experience))];
  return { ok: true, id, tier: experience.tier, warnings };
}

/** Takes over an entry that another session left active. */
export async function adoptExperience(
  engine: Engine,
  id: string,
  session: string,
  now: number,
): Promise<ExperienceReply> {
  const { experience: before } = await experienceOf(engine, id);
  if (before.session === session) return { ok: true, id, warnings: [] };
  // The rule is asked before the slot is taken, so that a refusal changes nothing.
  adopted(before, session);
  await takeSlot(engine, session, id, now);
  await changeStored(engine, id, now, (entry) => adopted(entry, session));
  await freeSlot(engine, before.session, id, now);
  return { ok: true, id, warnings: [] };
}

/** Removes an entry for good; values learnt from it change when they are next clustered. */
export async function deleteExperience(engine: Engine, id: string, now: number): Promise<void> {
  const { experience } = await experienceOf(engine, id);
  await (await recordsOf(engine)).delete(EXPERIENCE, id);
  await freeSlot(engine, experience.session, id, now);
}

export async function experienceOf(engine: Engine, id: string): Promise<StoredExperience> {
  const record = await (await recordsOf(engine)).get(EXPERIENCE, id);
  if (record === undefined) throw unknownExperience(id);
  return readExperience(record);
}

/** The entry a session is working on, if any. */
export async function activeExperience(
  engine: Engine,
  session: string,
): Promise<StoredExperience | undefined> {
  const records = await recordsOf(engine);
  const id = (await records.get(SLOT, session))?.body['experienceId'];
  const record = typeof id === 'string' ? await records.get(EXPERIENCE, id) : undefined;
  if (record === undefined) return undefined;
  const found = readExperience(record);
  const adoptedAway = found.experience.session !== session && found.experience.adoptedFrom.includes(session);
  return found.experience.status === 'active' && !adoptedAway ? found : undefined;
}

/** The entry meant: the one named, or else the session's active one. */
export async function sessionEntry(engine: Engine, id: string | undefined, session: string): Promise<string> {
  const found = id ?? (await activeExperience(engine, session))?.id;
  if (found !== undefined) return found;
  throw new DossierError(
    'not-found',
    `Session ${session} has no active experience: start one, or name the one you mean by its id.`,
  );
}

export async function listExperiences(
  engine: Engine,
  options: {
    readonly limit: number;
    readonly since?: number | undefined;
  } & { readonly [Field in 'status' | 'domain' | 'strategy' | 'outcome' | 'author']?: string | undefined },
): Promise<StoredExperience[]> {
  const { limit, since, ...fields } = options;
  const where = Object.fromEntries(
    (['status', 'domain', 'strategy', 'outcome', 'author'] as const).flatMap((field) =>
      fields[field] === undefined ? [] : [[field, fields[field]]],
    ),
  );
  const records = await recordsOf(engine);
  return (await records.list(EXPERIENCE, { where, limit, ...(since !== undefined && { since }) })).map(
    readExperience,
  );
}

export function readExperience(record: StoredRecord): StoredExperience {
  return { id: record.id, experience: decodeRecord(experienceSchema, record) };
}

export function recordOf(id: string, experience: Experience, now: number): Omit<StoredRecord, 'version'> {
  return {
    kind: EXPERIENCE,
    id,
    body: asBody(experience),
    text: fullText(experience),
    createdAt: experience.startedAt,
    updatedAt: now,
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

async function changeStored(
  engine: Engine,
  id: string,
  now: number,
  change: (experience: Experience) => Experience,
): Promise<Experience> {
  const record = await updateRecord(await recordsOf(engine), EXPERIENCE, id, (before) => {
    if (before === undefined) throw unknownExperience(id);
    return recordOf(id, change(readExperience(before).experience), now);
  });
  return readExperience(record).experience;
}

function embed(engine: Engine, id: string, experience: Experience): Promise<readonly string[]> {
  return embedRecord(engine, { kind: EXPERIENCE, id, texts: axisTexts(experience) });
}

function unknownExperience(id: string): DossierError {
  return new DossierError(
    'not-found',
    `There is no experience ${id}: "dossier experience list" shows those there are.`,
  );
}

function oneActive(session: string, { id, experience }: StoredExperience): DossierError {
  return new DossierError(
    'conflict',
    `Session ${session} already works on ${id} ("${experience.goal}"): resolve it first, or give it up with ` +
      `"dossier experience resolve ${id} --outcome abandoned".`,
  );
}
