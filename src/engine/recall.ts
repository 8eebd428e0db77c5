import type { Reason } from '../core/item.ts';
import type { Scalar } from '../core/store.ts';
import type { Memory } from '../knowledge/memory.ts';
import { adjust } from '../knowledge/score-records.ts';
import { notesOn } from './check-memory.ts';
import type { Engine } from './engine.ts';
import { MEMORY, readMemory, type StoredMemory } from './remember.ts';
import { searchRecords } from './search-records.ts';
import { recordsOf } from './threads.ts';

export interface RecallQuery {
  readonly query: string;
  readonly limit: number;
  readonly now: number;
  readonly categories?: readonly Memory['category'][] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly author?: string | undefined;
  readonly since?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RecalledMemory {
  readonly id: string;
  readonly memory: Memory;
  readonly score: number;
  readonly reasons: readonly Reason[];
  /** Said when the code it names is no longer what it was. */
  readonly notes: readonly string[];
}

/** Current memories that answer a question, the most relevant first. */
export async function recall(
  engine: Engine,
  query: RecallQuery,
): Promise<{ readonly memories: readonly RecalledMemory[]; readonly warnings: readonly string[] }> {
  const { tags = [], categories = [] } = query;
  const where: Record<string, Scalar | readonly Scalar[]> = { status: 'current' };
  if (categories.length > 0) where['category'] = categories;
  if (query.author !== undefined) where['author'] = query.author;
  const { hits, warnings } = await searchRecords(engine, {
    kind: MEMORY,
    axis: 'full',
    text: query.query,
    filter: { where, ...(query.since !== undefined && { since: query.since }) },
    // Importance changes the order and tags drop some; what is cut is cut after both.
    limit: query.limit * 2,
    ...(query.signal !== undefined && { signal: query.signal }),
  });
  const best = hits
    .map(({ record, ...scored }) => {
      const { id, memory } = readMemory(record);
      return { id, memory, ...adjust(scored, { importance: memory.importance }) };
    })
    .filter(({ memory }) => tags.every((tag) => memory.tags.includes(tag.toLowerCase())))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, query.limit);
  const memories = await Promise.all(
    best.map(async (found) => ({ ...found, notes: await notesOn(engine, found.memory) })),
  );
  return { memories, warnings };
}

export async function listMemories(
  engine: Engine,
  options: {
    readonly status: Memory['status'] | 'all';
    readonly categories: readonly Memory['category'][];
    readonly limit: number;
    readonly offset: number;
  },
): Promise<StoredMemory[]> {
  const where: Record<string, Scalar | readonly Scalar[]> = {};
  if (options.status !== 'all') where['status'] = options.status;
  if (options.categories.length > 0) where['category'] = options.categories;
  const { limit, offset } = options;
  return (await (await recordsOf(engine)).list(MEMORY, { where, limit, offset })).map(readMemory);
}
