import type { Engine } from '../../core/engine.ts';
import { recordsOf } from '../../core/engine.ts';
import type { Reason } from '../../core/item.ts';
import type { Scalar, StoredRecord } from '../../core/store.ts';
import type { MemoryScope } from '../../core/vocabulary.ts';
import { readUsage } from '../../sessions/feedback.ts';
import { NEAR, nearTheBest } from '../near-the-best.ts';
import type { Stored } from '../record-kind.ts';
import { adjust } from '../score-records.ts';
import { type RecordAnswer, type RecordHit, searchRecords } from '../search-records.ts';
import { notesOn } from './check-memory.ts';
import type { Memory } from './memory.ts';
import { holdsHere, memories } from './memory-records.ts';
import { spreadToNeighbours } from './neighbours.ts';
import { speakerFactor, speakerOf, speakersNamed } from './speakers.ts';

interface RecallQuery {
  readonly query: string;
  readonly limit: number;
  readonly now: number;
  readonly categories?: readonly Memory['category'][] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly author?: string | undefined;
  readonly scopes?: readonly MemoryScope[] | undefined;
  readonly since?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Recall what was held true at this time instead of now. */
  readonly asOf?: number | undefined;
  /** Drop what scores far below the best. */
  readonly onlyNear?: boolean;
  /** Also what shares no word and is not clearly alike, last, with a score of 0. */
  readonly faint?: boolean;
}

interface RecalledMemory {
  readonly id: string;
  readonly memory: Memory;
  readonly score: number;
  readonly reasons: readonly Reason[];
  /** Whether it shares enough with the question to be shown unasked. */
  readonly clear: boolean;
  /** Of the question's vector and its own; 0 without any. */
  readonly cosine: number;
  /** Set when the code it names has changed. */
  readonly notes: readonly string[];
}

/** Current memories that answer a question, most relevant first. */
export async function recall(
  engine: Engine,
  query: RecallQuery,
): Promise<{ readonly memories: readonly RecalledMemory[]; readonly warnings: readonly string[] }> {
  const { tags = [], categories = [] } = query;
  const where: Record<string, Scalar | readonly Scalar[]> =
    query.asOf === undefined ? { status: 'current' } : {};
  if (categories.length > 0) where['category'] = categories;
  if (query.author !== undefined) where['author'] = query.author;
  const answer = await searchRecords(engine, {
    kind: memories.name,
    axis: 'full',
    text: query.query,
    filter: { where, ...(query.since !== undefined && { since: query.since }) },
    // Neighbours and importance reorder hits, and tags drop some, so the limit applies after them.
    limit: query.limit * 2,
    faint: query.faint,
    ...(query.signal !== undefined && { signal: query.signal }),
  });
  const holds = await holdsHere(engine);
  const candidates = (await addNeighbours(engine, query.query, answer, where)).filter(
    ({ record: { body } }) =>
      holds({ body }) &&
      (query.scopes === undefined ||
        query.scopes.length === 0 ||
        isIn(query.scopes, body['scope'] ?? 'project')) &&
      (query.asOf === undefined || Number(body['validFrom'] ?? 0) <= query.asOf) &&
      (query.asOf ?? query.now) < Number(body['validUntil'] ?? Number.POSITIVE_INFINITY) &&
      tags.every((tag) => isIn(body['tags'], tag.toLowerCase())),
  );
  const usage = await readUsage(
    engine,
    candidates.map(({ record }) => record.id),
    query.now,
  );
  const ranked = candidates
    .map(({ record, clear, cosine, ...scored }) => ({
      record,
      clear,
      cosine,
      ...adjust(bySpeaker(record, scored), {
        importance: Number(record.body['importance'] ?? 0),
        usage: usage.get(record.id),
      }),
    }))
    // Of two that answer equally well, the newer more likely still holds.
    .sort(
      (a, b) =>
        b.score - a.score ||
        (b.score === 0 ? b.cosine - a.cosine : 0) ||
        b.record.createdAt - a.record.createdAt ||
        (a.record.id < b.record.id ? -1 : 1),
    );
  const best = (query.onlyNear === true ? nearTheBest(ranked, NEAR.asked) : ranked).slice(0, query.limit);
  const recalled = await Promise.all(
    // Only shown records are decoded: decoding costs more than everything else.
    best.map(async ({ record, score, reasons, clear, cosine }) => {
      const { id, body: memory } = memories.read(record);
      return { id, memory, score, reasons, clear, cosine, notes: await notesOn(engine, memory) };
    }),
  );
  return { memories: recalled, warnings: answer.warnings };
}

/** What an assistant said answers a question less often than what it was told; 0.7 is untuned. */
function bySpeaker(
  record: StoredRecord,
  scored: { readonly score: number; readonly reasons: readonly Reason[] },
): { readonly score: number; readonly reasons: readonly Reason[] } {
  if (speakerOf(record.text) !== 'assistant') return scored;
  return {
    score: scored.score * ASSISTANT_SHARE,
    reasons: [...scored.reasons, { rule: 'speaker', score: ASSISTANT_SHARE, detail: 'assistant' }],
  };
}
const ASSISTANT_SHARE = 0.7;

function isIn(list: unknown, value: unknown): boolean {
  return Array.isArray(list) && list.includes(value);
}

/** Adds turns of a conversation next to the hits; see `spreadToNeighbours`. Notes made by hand stand alone. */
async function addNeighbours(
  engine: Engine,
  question: string,
  { hits, rarity }: RecordAnswer,
  where: Readonly<Record<string, Scalar | readonly Scalar[]>>,
): Promise<readonly RecordHit[]> {
  const sessions = [
    ...new Set(hits.slice(0, HITS_WITH_NEIGHBOURS).flatMap(({ record }) => sessionOf(record) ?? [])),
  ];
  if (sessions.length === 0) return hits;
  const near = await (await recordsOf(engine)).list(memories.name, {
    where: { ...where, session: sessions },
    limit: MAX_NEIGHBOURS,
  });
  const byId = new Map<string, RecordHit>(
    near.map((record) => [
      record.id,
      { record, score: 0, reasons: [], words: NO_WORDS, clear: false, cosine: 0 },
    ]),
  );
  for (const hit of hits) byId.set(hit.record.id, hit);
  const inSessions = [...byId.values()].flatMap(({ record, score, words }) => {
    const session = sessionOf(record);
    return session === undefined
      ? []
      : [{ id: record.id, session, position: record.createdAt, score, words, text: record.text }];
  });
  const spread = spreadToNeighbours(inSessions, rarity);
  const named = speakersNamed(
    question,
    inSessions.map(({ text }) => text),
  );
  return [...byId.values()]
    .map((hit) => {
      const raised = spread.get(hit.record.id);
      if (raised === undefined) return hit;
      const score = raised * speakerFactor(hit.record.text, named);
      const gained = Math.round((score - hit.score) * 1000) / 1000;
      return { ...hit, score, reasons: [...hit.reasons, { rule: 'session', score: gained }] };
    })
    .filter(({ score }) => score > 0);
}

const NO_WORDS: ReadonlyMap<string, number> = new Map();
const HITS_WITH_NEIGHBOURS = 30;
const MAX_NEIGHBOURS = 1000;

/** The conversation of a record that is a turn: it has a session and a speaker. */
function sessionOf(record: StoredRecord): string | undefined {
  const session = record.body['session'];
  return typeof session === 'string' && speakerOf(record.text) !== undefined ? session : undefined;
}

export async function listMemories(
  engine: Engine,
  options: {
    readonly status: Memory['status'] | 'all';
    readonly categories: readonly Memory['category'][];
    readonly scopes?: readonly MemoryScope[];
    readonly limit: number;
    readonly offset: number;
  },
): Promise<Stored<Memory>[]> {
  const where: Record<string, Scalar | readonly Scalar[]> = {};
  if (options.status !== 'all') where['status'] = options.status;
  if (options.categories.length > 0) where['category'] = options.categories;
  const { limit, offset, scopes = [] } = options;
  const listed = await memories.list(engine, { where, limit, offset });
  const holds = await holdsHere(engine);
  return listed.filter(
    ({ body }) =>
      holds({ body: { scope: body.scope, branch: body.branch ?? '' } }) &&
      (scopes.length === 0 || scopes.includes(body.scope)),
  );
}
