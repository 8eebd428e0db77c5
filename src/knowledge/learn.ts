import type { Engine } from '../core/engine.ts';
import { recordsOf } from '../core/engine.ts';
import { TIERS, type Tier } from '../core/vocabulary.ts';
import { EXPERIENCE, readExperience, type StoredExperience } from './experiences/experiences.ts';
import { notesOn } from './memories/check-memory.ts';
import { differsInOneValue, type Statement, statementOf } from './memories/near-duplicate.ts';
import { MEMORY, readMemory, type StoredMemory } from './memories/remember.ts';
import { type StoredValue, valuesOf } from './values/values.ts';

interface Named {
  readonly id: string;
  readonly text: string;
}

/** What is known, what changed, and what should no longer be trusted. */
export interface LearnReport {
  readonly known: {
    readonly memories: number;
    readonly experiences: Readonly<Record<Tier | 'active', number>>;
    readonly values: number;
  };
  readonly principles: readonly (Named & { readonly size: number; readonly accepted: boolean })[];
  /** Since the given time, newest first. */
  readonly changed: readonly (Named & { readonly what: string; readonly at: number })[];
  /** Memories whose code changed or is gone, values without a cluster, entries left active. */
  readonly stale: readonly (Named & { readonly why: string })[];
  /** Pairs of current memories about the same subject that differ in one value. */
  readonly contradicted: readonly { readonly one: Named; readonly other: Named }[];
  readonly warnings: readonly string[];
}

export async function learn(
  engine: Engine,
  options: { readonly since: number; readonly now: number },
): Promise<LearnReport> {
  const records = await recordsOf(engine);
  const [memories, experiences, values] = await Promise.all([
    records.list(MEMORY, { limit: MOST_READ }).then((found) => found.map(readMemory)),
    records.list(EXPERIENCE, { limit: MOST_READ }).then((found) => found.map(readExperience)),
    valuesOf(engine, {}),
  ]);
  const current = memories.filter(({ memory }) => memory.status === 'current');
  const warnings =
    Math.max(memories.length, experiences.length) === MOST_READ
      ? [`Only the newest ${MOST_READ} of each kind were read.`]
      : [];
  return {
    known: {
      memories: current.length,
      experiences: countTiers(experiences),
      values: values.filter(({ value }) => value.status === 'current').length,
    },
    principles: values
      .filter(({ value }) => value.status === 'current')
      .sort((a, b) => b.value.size - a.value.size)
      .map(({ id, value }) => ({ id, text: value.text, size: value.size, accepted: value.accepted })),
    changed: changes(memories, experiences, options.since),
    stale: [...(await staleMemories(engine, current)), ...staleOthers(experiences, values, options.now)],
    contradicted: contradictions(current),
    warnings,
  };
}

/** Enough for years of one person's work; the report says when it was not. */
const MOST_READ = 20_000;
/** A session that was silent for two days is not coming back to its entry. */
const DEAD_AFTER = 2 * 24 * 3_600_000;

function countTiers(experiences: readonly StoredExperience[]): Record<Tier | 'active', number> {
  const counts: Record<Tier | 'active', number> = { active: 0, gold: 0, silver: 0, bronze: 0, abandoned: 0 };
  for (const { experience } of experiences) {
    const tier = TIERS.find((name) => name === experience.tier);
    counts[experience.status === 'active' ? 'active' : (tier ?? 'abandoned')]++;
  }
  return counts;
}

function changes(
  memories: readonly StoredMemory[],
  experiences: readonly StoredExperience[],
  since: number,
): LearnReport['changed'] {
  const ofMemories = memories.flatMap(({ id, memory }) => {
    const change = memory.history.at(-1);
    const at = memory.validUntil ?? change?.at ?? memory.validFrom;
    const what =
      memory.status === 'current' ? (change === undefined ? 'remembered' : change.why) : memory.status;
    return at >= since ? [{ id, text: memory.content, what, at }] : [];
  });
  const ofExperiences = experiences.flatMap(({ id, experience }) => {
    const at = experience.resolvedAt ?? experience.startedAt;
    return at >= since ? [{ id, text: experience.goal, what: experience.outcome ?? 'started', at }] : [];
  });
  return [...ofMemories, ...ofExperiences].sort((a, b) => b.at - a.at);
}

async function staleMemories(
  engine: Engine,
  memories: readonly StoredMemory[],
): Promise<LearnReport['stale']> {
  const checked: { id: string; text: string; why: string }[] = [];
  for (const { id, memory } of memories) {
    const notes = await notesOn(engine, memory);
    if (notes.length > 0) checked.push({ id, text: memory.content, why: notes.join(' ') });
  }
  return checked;
}

function staleOthers(
  experiences: readonly StoredExperience[],
  values: readonly StoredValue[],
  now: number,
): LearnReport['stale'] {
  return [
    ...values
      .filter(({ value }) => value.status === 'stale')
      .map(({ id, value }) => ({ id, text: value.text, why: 'its experiences no longer form a group' })),
    ...experiences
      .filter(({ experience }) => experience.status === 'active' && now - experience.startedAt > DEAD_AFTER)
      .map(({ id, experience }) => ({
        id,
        text: experience.goal,
        why: `still active in session ${experience.session}: adopt it or resolve it as abandoned`,
      })),
  ];
}

/** Candidates share a word, so only memories under the same word are compared. */
function contradictions(memories: readonly StoredMemory[]): LearnReport['contradicted'] {
  const found: { one: Named; other: Named }[] = [];
  const byWord = new Map<string, Compared[]>();
  for (const { id, memory } of memories) {
    const own = { id, text: memory.content, statement: statementOf(memory.content) };
    const seen = new Set<string>();
    const words = memory.content.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
    for (const word of new Set(words)) {
      for (const other of byWord.get(word) ?? []) {
        if (seen.has(other.id)) continue;
        seen.add(other.id);
        if (differsInOneValue(own.statement, other.statement))
          found.push({ one: named(other), other: named(own) });
      }
      const same = byWord.get(word);
      if (same === undefined) byWord.set(word, [own]);
      // A word in very many memories does not tell which belong together.
      else if (same.length < MOST_COMPARED) same.push(own);
    }
  }
  return found;
}
interface Compared extends Named {
  readonly statement: Statement;
}
const MOST_COMPARED = 50;

function named({ id, text }: Named): Named {
  return { id, text };
}
