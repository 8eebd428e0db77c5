import type { Engine } from '../../core/engine.ts';
import { recordsOf } from '../../core/engine.ts';
import { termsOf } from '../../core/text/terms.ts';
import type { Axis } from '../../core/vocabulary.ts';
import { distance } from '../clustering/single-linkage.ts';
import { WORD_MODEL, wordVectors } from '../clustering/word-vectors.ts';
import { embedderOf } from '../embed-records.ts';
import { axisTexts, themeText, themeWords } from '../experiences/axes.ts';
import type { Experience } from '../experiences/experience.ts';
import { experiences } from '../experiences/experiences.ts';
import type { Stored } from '../record-kind.ts';
import { candidateTexts } from './propose-value.ts';
import { greatestTextDistance, type Member } from './value.ts';

/** All pairs are compared, so only the newest are taken beyond this, with a warning. */
const MAX_EXPERIENCES = 8000;

/** The experiences of an axis as points, and how a text maps to a point among them. */
export interface ExperienceSpace {
  readonly model: string;
  readonly experiences: ReadonlyMap<string, Experience>;
  readonly members: readonly Member[];
  readonly embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  readonly warnings: readonly string[];
}

export async function experienceSpace(engine: Engine, axis: Axis): Promise<ExperienceSpace> {
  const found = await experiences.list(engine, {
    where: { status: 'resolved' },
    limit: MAX_EXPERIENCES + 1,
  });
  const warnings =
    found.length > MAX_EXPERIENCES ? [`Only the newest ${MAX_EXPERIENCES} experiences were clustered.`] : [];
  const entries = found
    .slice(0, MAX_EXPERIENCES)
    .filter(({ body }) => axisTexts(body)[axis] !== undefined)
    // Order must not depend on when an entry was written: the same set gives the same clusters.
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const chosen = await vectorsOf(engine, axis, entries);
  const themed = axis === 'full' && entries.length <= MAX_THEMED;
  const themes = themed ? await chosen.embed(entries.map(({ body }) => themeText(body))) : [];
  const members = entries.flatMap(({ id, body }, index) => {
    const vector = chosen.vectors[index];
    if (vector === undefined) return [];
    const themeVector = themes[index] ?? vector;
    const words = themed ? themeWords(body) : termCounts(axisTexts(body)[axis] ?? '');
    return [{ id, vector, tier: body.tier ?? 'abandoned', theme: { vector: themeVector, words } }];
  });
  return {
    model: chosen.model,
    experiences: new Map(entries.map(({ id, body }) => [id, body])),
    members,
    embed: chosen.embed,
    warnings: [...warnings, ...chosen.warnings],
  };
}

/** Larger sets are clustered by density, for which the stored vectors suffice. */
const MAX_THEMED = 200;

function termCounts(text: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const term of termsOf(text)) words.set(term, (words.get(term) ?? 0) + 1);
  return words;
}

/** Stored vectors, with missing ones computed now; word vectors without a model. */
async function vectorsOf(
  engine: Engine,
  axis: Axis,
  entries: readonly Stored<Experience>[],
): Promise<
  Pick<ExperienceSpace, 'model' | 'embed' | 'warnings'> & {
    readonly vectors: readonly (Float32Array | undefined)[];
  }
> {
  const records = await recordsOf(engine);
  const { embedder, warnings } = await embedderOf(engine);
  const texts = entries.map(({ body }) => axisTexts(body)[axis] ?? '');
  if (embedder === undefined) {
    const terms = [...new Set(texts.flatMap((text) => termsOf(text)))];
    const statistics = {
      frequencies: await records.documentFrequencies(experiences.name, terms),
      documents: await records.count(experiences.name),
    };
    const embed = async (some: readonly string[]) => wordVectors(some, statistics);
    return { model: WORD_MODEL, embed, warnings, vectors: await embed(texts) };
  }
  const stored = new Map(
    (await records.vectors(experiences.name, axis, embedder.model)).map(({ id, vector }) => [id, vector]),
  );
  const missing = entries.filter(({ id }) => !stored.has(id));
  const made = await embedder.embedDocuments(missing.map(({ body }) => axisTexts(body)[axis] ?? ''));
  const fresh = missing.flatMap(({ id }, index) => {
    const vector = made[index];
    return vector === undefined ? [] : { id, axis, vector };
  });
  for (const { id, vector } of fresh) stored.set(id, vector);
  if (fresh.length > 0) await records.putVectors(experiences.name, embedder.model, fresh);
  return {
    model: embedder.model,
    embed: (some) => embedder.embedDocuments(some),
    warnings,
    vectors: entries.map(({ id }) => stored.get(id)),
  };
}

/** The members' sentences, nearest to the centroid first, and how far out one may be. */
export async function sentencesOf(
  space: ExperienceSpace,
  centroid: Float32Array,
  members: readonly string[],
): Promise<{ readonly nearest: readonly PlacedText[]; readonly greatestDistance: number }> {
  const byMember = members.flatMap((id) => {
    const experience = space.experiences.get(id);
    const texts = experience === undefined ? [] : candidateTexts(experience);
    return texts.length === 0 ? [] : [texts];
  });
  const nearest = await distancesTo(space, centroid, [...new Set(byMember.flat())]);
  const distances = new Map(nearest.map(({ text, distance: far }) => [text, far]));
  const ofMembers = byMember.map((texts) => Math.min(...texts.map((text) => distances.get(text) ?? 1)));
  return { nearest, greatestDistance: greatestTextDistance(ofMembers) };
}

export interface PlacedText {
  readonly text: string;
  readonly distance: number;
}

export async function distancesTo(
  space: ExperienceSpace,
  centroid: Float32Array,
  texts: readonly string[],
): Promise<PlacedText[]> {
  const vectors = await space.embed(texts);
  return texts
    .map((text, index) => ({ text, distance: distance(vectors[index]!, centroid) }))
    .sort((a, b) => a.distance - b.distance);
}
