import type { Engine } from '../../core/engine.ts';
import type { Reason } from '../../core/item.ts';
import type { Scalar, StoredRecord } from '../../core/store.ts';
import type { Axis, Outcome } from '../../core/vocabulary.ts';
import { readUsage } from '../../sessions/feedback.ts';
import { adjust } from '../score-records.ts';
import { searchRecords } from '../search-records.ts';
import { tellingParts } from './axes.ts';
import type { Experience } from './experience.ts';
import { experiences } from './experiences.ts';

interface ExperienceQuery {
  readonly query: string;
  readonly axis: Axis;
  readonly limit: number;
  readonly now: number;
  readonly domain?: string | undefined;
  readonly strategy?: string | undefined;
  readonly outcome?: Outcome | undefined;
  readonly author?: string | undefined;
  readonly since?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The text is a task: match the parts of a story one by one, and only the vectors of surprises. */
  readonly isTask?: boolean;
  /** Also what shares no word and is not clearly alike, with a score of 0. */
  readonly faint?: boolean;
}

/**
 * A task and what surprised in such a task share few words, and three in a hundred unrelated pairs reach this cosine.
 */
const TASK_MEANING = { share: 1, clear: 0.2 };

export interface FoundExperience {
  readonly id: string;
  readonly experience: Experience;
  readonly score: number;
  readonly reasons: readonly Reason[];
  /** Whether it shares enough with the question to be shown unasked. */
  readonly clear: boolean;
  /** Of the question's vector and its own; 0 without any. */
  readonly cosine: number;
}

/** Resolved experiences that answer a question on one axis, best first, weighted by trust. */
export async function searchExperiences(
  engine: Engine,
  query: ExperienceQuery,
): Promise<{ readonly found: readonly FoundExperience[]; readonly warnings: readonly string[] }> {
  const where: Record<string, Scalar | readonly Scalar[]> = { status: 'resolved' };
  // Only falsified entries have these two axes.
  const outcome = query.axis === 'surprise' || query.axis === 'root_cause' ? 'falsified' : query.outcome;
  for (const [field, value] of Object.entries({ ...query, outcome })) {
    if (FILTERS.has(field) && value !== undefined) where[field] = String(value);
  }
  const { hits, warnings } = await searchRecords(engine, {
    kind: experiences.name,
    axis: query.isTask === true && query.axis !== 'surprise' ? undefined : query.axis,
    ...(query.isTask === true && {
      meaning: TASK_MEANING,
      partsOf: (record: StoredRecord) => tellingParts(experiences.read(record).body),
    }),
    text: query.query,
    filter: { where, ...(query.since !== undefined && { since: query.since }) },
    limit: query.limit * 2,
    faint: query.faint,
    ...(query.signal !== undefined && { signal: query.signal }),
  });
  const usage = await readUsage(
    engine,
    hits.map(({ record }) => record.id),
    query.now,
  );
  const found = hits
    .map(({ record, clear, cosine, ...scored }) => {
      const { id, body: experience } = experiences.read(record);
      const age = query.now - (experience.resolvedAt ?? experience.startedAt);
      const standing = { tier: experience.tier ?? 'abandoned', age, usage: usage.get(id) };
      return { id, experience, clear, cosine, ...adjust(scored, standing) };
    })
    .sort((a, b) => b.score - a.score || b.cosine - a.cosine || (a.id < b.id ? -1 : 1));
  return { found: found.slice(0, query.limit), warnings };
}

const FILTERS: ReadonlySet<string> = new Set(['domain', 'strategy', 'outcome', 'author']);
