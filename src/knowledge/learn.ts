import type { Engine } from '../core/engine.ts';
import { TIERS, type Tier } from '../core/vocabulary.ts';
import { readUsage } from '../sessions/feedback.ts';
import type { Experience } from './experiences/experience.ts';
import { experiences } from './experiences/experiences.ts';
import { notesOn } from './memories/check-memory.ts';
import type { Memory } from './memories/memory.ts';
import { memories } from './memories/memory-records.ts';
import {
  differsInOneValue,
  isNearDuplicate,
  type Statement,
  statementOf,
} from './memories/near-duplicate.ts';
import type { Stored } from './record-kind.ts';
import type { Value } from './values/value.ts';
import { valuesOf } from './values/values.ts';

interface Named {
  readonly id: string;
  readonly text: string;
}

/** What is known, what changed, and what should no longer be trusted. */
interface LearnReport {
  readonly known: {
    readonly memories: number;
    readonly experiences: Readonly<Record<Tier | 'active', number>>;
    readonly values: number;
  };
  readonly principles: readonly (Named & { readonly size: number; readonly accepted: boolean })[];
  /** Since the given time, newest first. */
  readonly changed: readonly (Named & { readonly what: string; readonly at: number })[];
  /** Memories whose code changed or is gone, values without a cluster, abandoned active entries. */
  readonly stale: readonly (Named & { readonly why: string })[];
  /** Pairs of current memories on one subject that differ in one value. */
  readonly contradicted: readonly { readonly one: Named; readonly other: Named }[];
  readonly warnings: readonly string[];
}

export async function learn(
  engine: Engine,
  options: { readonly since: number; readonly now: number },
): Promise<LearnReport> {
  const [remembered, tried, values] = await Promise.all([
    memories.list(engine, { limit: MAX_READ }),
    experiences.list(engine, { limit: MAX_READ }),
    valuesOf(engine, {}),
  ]);
  const current = remembered.filter(({ body }) => body.status === 'current');
  const warnings =
    Math.max(remembered.length, tried.length) === MAX_READ
      ? [`Only the newest ${MAX_READ} of each kind were read.`]
      : [];
  return {
    known: {
      memories: current.length,
      experiences: countTiers(tried),
      values: values.filter(({ body }) => body.status === 'current').length,
    },
    principles: principlesOf(values),
    changed: changes(remembered, tried, options.since),
    stale: [
      ...(await staleMemories(engine, current)),
      ...(await neverUsed(engine, current, options.now)),
      ...staleValues(tried, values, options.now),
    ],
    contradicted: contradictions(current),
    warnings,
  };
}

/** Current principles, largest first. Groups on several axes often propose the same sentence, or nearly: it is listed once. */
export function principlesOf(values: readonly Stored<Value>[]): LearnReport['principles'] {
  const listed: LearnReport['principles'][number][] = [];
  const current = values
    .filter(({ body }) => body.status === 'current')
    .sort((a, b) => Number(b.body.accepted) - Number(a.body.accepted) || b.body.size - a.body.size);
  for (const { id, body } of current) {
    if (listed.some(({ text }) => saysTheSame(text, body.text))) continue;
    listed.push({ id, text: body.text, size: body.size, accepted: body.accepted });
  }
  return listed.sort((a, b) => b.size - a.size);
}

function saysTheSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase() || isNearDuplicate(one, other);
}

/** Enough for years of one person's work; the report says when it is not. */
const MAX_READ = 20_000;
/** A session silent for two days will not return to its entry. */
const DEAD_AFTER = 2 * 24 * 3_600_000;

function countTiers(tried: readonly Stored<Experience>[]): Record<Tier | 'active', number> {
  const counts: Record<Tier | 'active', number> = { active: 0, gold: 0, silver: 0, bronze: 0, abandoned: 0 };
  for (const { body: experience } of tried) {
    const tier = TIERS.find((name) => name === experience.tier);
    counts[experience.status === 'active' ? 'active' : (tier ?? 'abandoned')]++;
  }
  return counts;
}

function changes(
  remembered: readonly Stored<Memory>[],
  tried: readonly Stored<Experience>[],
  since: number,
): LearnReport['changed'] {
  const ofMemories = remembered.flatMap(({ id, body: memory }) => {
    const change = memory.history.at(-1);
    const at = memory.validUntil ?? change?.at ?? memory.validFrom;
    const what =
      memory.status === 'current' ? (change === undefined ? 'remembered' : change.why) : memory.status;
    return at >= since ? [{ id, text: memory.content, what, at }] : [];
  });
  const ofExperiences = tried.flatMap(({ id, body: experience }) => {
    const at = experience.resolvedAt ?? experience.startedAt;
    return at >= since ? [{ id, text: experience.goal, what: experience.outcome ?? 'started', at }] : [];
  });
  return [...ofMemories, ...ofExperiences].sort((a, b) => b.at - a.at);
}

async function staleMemories(
  engine: Engine,
  remembered: readonly Stored<Memory>[],
): Promise<LearnReport['stale']> {
  const checked: { id: string; text: string; why: string }[] = [];
  for (const { id, body: memory } of remembered) {
    const notes = await notesOn(engine, memory);
    if (notes.length > 0) checked.push({ id, text: memory.content, why: notes.join(' ') });
  }
  return checked;
}

/** Older memories that no answer ever used, least important first. */
async function neverUsed(
  engine: Engine,
  current: readonly Stored<Memory>[],
  now: number,
): Promise<LearnReport['stale']> {
  const old = current.filter(({ body }) => now - body.validFrom > UNUSED_AFTER);
  const usage = await readUsage(
    engine,
    old.map(({ id }) => id),
    now,
  );
  return old
    .filter(({ id }) => !usage.has(id))
    .sort((a, b) => a.body.importance - b.body.importance)
    .slice(0, MAX_UNUSED)
    .map(({ id, body }) => ({ id, text: body.content, why: 'no answer used it in 90 days: still true?' }));
}
const UNUSED_AFTER = 90 * 24 * 3_600_000;
const MAX_UNUSED = 10;

function staleValues(
  tried: readonly Stored<Experience>[],
  values: readonly Stored<Value>[],
  now: number,
): LearnReport['stale'] {
  return [
    ...values
      .filter(({ body }) => body.status === 'stale')
      .map(({ id, body }) => ({ id, text: body.text, why: 'its experiences no longer form a group' })),
    ...tried
      .filter(
        ({ body: experience }) => experience.status === 'active' && now - experience.startedAt > DEAD_AFTER,
      )
      .map(({ id, body: experience }) => ({
        id,
        text: experience.goal,
        why: `still active in session ${experience.session}: adopt it or resolve it as abandoned`,
      })),
  ];
}

/** Contradictions share a word, so only memories under the same word are compared. */
function contradictions(remembered: readonly Stored<Memory>[]): LearnReport['contradicted'] {
  const found: { one: Named; other: Named }[] = [];
  const byWord = new Map<string, Compared[]>();
  for (const { id, body: memory } of remembered) {
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
      else if (same.length < MAX_COMPARED) same.push(own);
    }
  }
  return found;
}
interface Compared extends Named {
  readonly statement: Statement;
}
const MAX_COMPARED = 50;

function named({ id, text }: Named): Named {
  return { id, text };
}
