import { z } from 'zod';
import { reasonSchema } from '../core/item.ts';
import { searchOptionsSchema } from '../core/query.ts';
import { parseSince } from '../core/text/parse-since.ts';
import { MEMORY_CATEGORIES, MEMORY_SCOPES } from '../core/vocabulary.ts';
import { notesOn } from '../knowledge/memories/check-memory.ts';
import { contradicting } from '../knowledge/memories/contradicting.ts';
import {
  MEMORY_STATUSES,
  memoryInputSchema,
  memorySchema,
  standingText,
} from '../knowledge/memories/memory.ts';
import { listMemories, recall as recallMemories } from '../knowledge/memories/recall.ts';
import {
  changeMemory,
  forget as forgetMemory,
  remember as rememberMemory,
  restore,
} from '../knowledge/memories/remember.ts';
import { syncMemories } from '../knowledge/memories/sync-memories.ts';
import { explainReasons } from './explain-reasons.ts';
import { defineOperation } from './operation.ts';
import { offset, pageOf, pageShape } from './page.ts';

const group = 'List, change and restore what was remembered';
const id = z.string().min(1).describe('Id of the memory, for example mem-1f3a9c02');
const warnings = z.array(z.string());
const scopes = z
  .array(z.enum(MEMORY_SCOPES))
  .default([])
  .describe('Only memories of these scopes: project, branch, user, team');
const limit = z.int().min(1).max(1000);
const { since } = searchOptionsSchema.shape;

export const remember = defineOperation({
  name: 'remember',
  summary: 'Keep a fact, preference, decision or warning for later',
  description:
    'Merges a repetition into the memory it repeats. If a memory differs in one value from an older one, both stay and the reply names the other, so that you can supersede the outdated one.',
  topic: 'Everyday',
  input: z.object({
    ...memoryInputSchema.shape,
    until: z.string().optional().describe('Date from which it no longer holds, for example 2026-12-31'),
    supersedes: z.string().optional().describe('Id of the memory this one replaces'),
  }),
  output: z.object({
    ok: z.literal(true),
    id: z.string(),
    action: z.enum(['added', 'merged', 'superseded']),
    mayContradict: z.array(z.object({ id: z.string(), content: z.string() })),
    warnings,
  }),
  positionals: ['content'],
  freeText: true,
  stdin: 'content',
  effect: 'write',
  usesMemories: true,
  waitedFor: true,
  http: { method: 'POST', path: '/memories' },
  mcp: {
    name: 'remember',
    title: 'Keep a memory',
    description: 'Keep a fact, decision, preference or warning about this project for later sessions.',
    fields: ['content', 'category', 'importance', 'tags'],
  },
  examples: [
    { title: 'A fact', command: 'dossier remember "The database listens on port 5432" --tags db' },
    {
      title: 'A decision that must not be missed',
      command: 'dossier remember "Invoices are never deleted" --category decision --importance 1',
    },
  ],
  async run(engine, { supersedes, until, ...input }, { now }) {
    const {
      mayContradict,
      warnings: told,
      ...reply
    } = await rememberMemory(engine, input, { now, supersedes, until: parseSince(until, now) });
    return { ...reply, mayContradict: [...mayContradict], warnings: [...told] };
  },
  print: ({ id: saved, action, mayContradict, warnings: told }) =>
    [
      `${action} ${saved}`,
      ...mayContradict.flatMap((other) => [
        `may contradict ${other.id}: ${other.content}`,
        `  if that no longer holds: dossier forget ${other.id} (it stays in the history)`,
      ]),
      ...told,
    ].join('\n'),
});

export const recall = defineOperation({
  name: 'recall',
  summary: 'Find what was remembered about something',
  topic: 'Everyday',
  input: z.object({
    query: z.string().min(1).describe('What to look for'),
    limit: limit.default(10).describe('At most this many'),
    categories: z.array(z.enum(MEMORY_CATEGORIES)).default([]).describe('Only these categories'),
    tags: z.array(z.string()).default([]).describe('Only memories with all of these tags'),
    author: z.string().optional().describe('Only memories of this author'),
    scope: scopes,
    since,
    asOf: z.string().optional().describe('What was held to be true then: a date, or 3d, 2w, 6m ago'),
    all: z.boolean().default(false).describe('Include memories that score far below the best'),
    explain: z.boolean().default(false).describe('Print why each memory is shown'),
  }),
  output: z.object({
    memories: z.array(
      z.object({
        id: z.string(),
        content: z.string(),
        category: z.enum(MEMORY_CATEGORIES),
        importance: z.number(),
        score: z.number(),
        reasons: z.array(reasonSchema),
        notes: z.array(z.string()).describe('What happened to the code it names'),
      }),
    ),
    explain: z.boolean(),
    warnings,
  }),
  positionals: ['query'],
  freeText: true,
  effect: 'read',
  usesMemories: true,
  waitedFor: true,
  http: { method: 'POST', path: '/memories/search' },
  mcp: {
    name: 'recall',
    title: 'Search memories',
    description: 'Find what was remembered about a topic.',
    fields: ['query', 'categories', 'limit'],
  },
  examples: [{ title: 'Ask', command: 'dossier recall "which port does the database use"' }],
  async run(engine, { all, explain, scope, ...input }, { now, signal }) {
    const found = await recallMemories(engine, {
      ...input,
      scopes: scope,
      onlyNear: !all,
      since: parseSince(input.since, now),
      asOf: parseSince(input.asOf, now),
      now,
      signal,
    });
    return {
      explain,
      memories: found.memories.map(({ memory, reasons, notes, clear: _clear, ...rest }) => ({
        ...rest,
        content: memory.content,
        category: memory.category,
        importance: memory.importance,
        reasons: [...reasons],
        notes: [...notes],
      })),
      warnings: [...found.warnings],
    };
  },
  print: ({ memories, explain, warnings: told }) =>
    [
      ...memories.map(({ id: found, content, category, importance, notes, score, reasons }) =>
        [
          `${found}  ${content} ${standingText({ category, importance })}`,
          ...(explain ? [`${score.toFixed(2)}: ${explainReasons(reasons)}`] : []),
          ...notes,
        ].join('\n  '),
      ),
      ...(memories.length === 0 ? ['No memory matches.'] : []),
      ...told,
    ].join('\n'),
});

const MAX_MEMORIES = 1_000_000;
/** Of so many, the newest, it is told which contradict each other. */
const COMPARED_MEMORIES = 1000;

export const memoryList = defineOperation({
  name: 'memory list',
  summary: 'List memories, newest first',
  topic: 'Knowledge',
  group,
  input: z.object({
    status: z
      .enum([...MEMORY_STATUSES, 'all'])
      .default('current')
      .describe('current, superseded, ended or all'),
    categories: z.array(z.enum(MEMORY_CATEGORIES)).default([]).describe('Only these categories'),
    scope: scopes,
    limit: limit.default(50).describe('At most this many'),
    offset,
  }),
  output: z.object({
    ...pageShape,
    memories: z.array(
      z.object({
        id: z.string(),
        ...memorySchema.shape,
        stale: z.array(z.string()).describe('What became of the code it names, where it changed since'),
        mayContradict: z.array(z.string()).describe('Ids of others that differ from it in one value'),
      }),
    ),
  }),
  effect: 'read',
  usesMemories: true,
  http: { method: 'GET', path: '/memories' },
  examples: [{ title: 'See what was replaced', command: 'dossier memory list --status superseded' }],
  run: async (engine, { scope, ...input }) => {
    // Which of them hold on this branch is not a question for the store, so all are read.
    const all = await listMemories(engine, { ...input, scopes: scope, offset: 0, limit: MAX_MEMORIES });
    const doubts = contradicting(
      all
        .filter(({ body }) => body.status === 'current')
        .slice(0, COMPARED_MEMORIES)
        .map((memory) => ({ id: memory.id, content: memory.body.content })),
    );
    const memories = await Promise.all(
      all.slice(input.offset, input.offset + input.limit).map(async ({ id: found, body }) => ({
        id: found,
        ...body,
        stale: body.status === 'current' ? await notesOn(engine, body) : [],
        mayContradict: [...(doubts.get(found) ?? [])],
      })),
    );
    return { ...pageOf(all.length, input), memories };
  },
  print: ({ memories }) =>
    memories
      .map(
        ({ id: found, category, status, content, mayContradict }) =>
          `${found}  ${category}${status === 'current' ? '' : `, ${status}`}  ${content}` +
          (mayContradict.length === 0 ? '' : `\n  may contradict ${mayContradict.join(', ')}`),
      )
      .join('\n'),
});

export const memoryUpdate = defineOperation({
  name: 'memory update',
  summary: 'Change a memory; the old wording is kept in its history',
  topic: 'Knowledge',
  group,
  input: z.object({
    id,
    content: memoryInputSchema.shape.content.optional(),
    category: z.enum(MEMORY_CATEGORIES).optional().describe('New category'),
    importance: z.number().min(0).max(1).optional().describe('New importance, 0 to 1'),
    tags: memoryInputSchema.shape.tags.unwrap().optional().describe('New tags, replacing the old'),
    files: memoryInputSchema.shape.files.unwrap().optional().describe('New files, replacing the old'),
    scope: z.enum(MEMORY_SCOPES).optional().describe('New scope: project, branch, user or team'),
  }),
  output: z.object({ ok: z.literal(true), id: z.string(), warnings }),
  positionals: ['id', 'content'],
  effect: 'write',
  usesMemories: true,
  http: { method: 'PATCH', path: '/memories/:id' },
  examples: [
    { title: 'Raise its importance', command: 'dossier memory update mem-1f3a9c02 --importance 0.9' },
  ],
  async run(engine, { id: changed, ...change }, { now }) {
    return {
      ok: true as const,
      id: changed,
      warnings: [...(await changeMemory(engine, changed, change, now))],
    };
  },
  print: ({ id: changed }) => `updated ${changed}`,
});

export const forget = defineOperation({
  name: 'forget',
  summary: 'Forget a memory: recall no longer finds it',
  description: 'The record can still be listed, exported and restored. With --erase nothing of it remains.',
  topic: 'Knowledge',
  input: z.object({ id, erase: z.boolean().default(false).describe('Delete it for good') }),
  output: z.object({ ok: z.literal(true), id: z.string() }),
  positionals: ['id'],
  effect: 'destroy',
  usesMemories: true,
  http: { method: 'DELETE', path: '/memories/:id' },
  examples: [{ title: 'No longer true', command: 'dossier forget mem-1f3a9c02' }],
  async run(engine, { id: ended, erase }, { now }) {
    await forgetMemory(engine, ended, { now, erase });
    return { ok: true as const, id: ended };
  },
  print: ({ id: ended }) => `forgot ${ended}`,
});

export const memoryRestore = defineOperation({
  name: 'memory restore',
  summary: 'Restore a memory that was forgotten or replaced',
  description: 'The memory that replaced it stays; forget that one if it no longer holds.',
  topic: 'Knowledge',
  group,
  input: z.object({ id }),
  output: z.object({ ok: z.literal(true), id: z.string() }),
  positionals: ['id'],
  effect: 'write',
  usesMemories: true,
  http: { method: 'POST', path: '/memories/:id/restore' },
  examples: [{ title: 'It still holds', command: 'dossier memory restore mem-1f3a9c02' }],
  async run(engine, { id: restored }, { now }) {
    await restore(engine, restored, now);
    return { ok: true as const, id: restored };
  },
  print: ({ id: restored }) => `restored ${restored}`,
});

export const memorySync = defineOperation({
  name: 'memory sync',
  summary: 'Keep memories as files under .dossier/memories, to review and share them in git',
  description:
    'Creates the folder if it is missing. From then on new memories are files, and files that arrive with a pull are memories: one memory per file, merged by git without conflicts.',
  topic: 'Knowledge',
  group,
  input: z.object({
    share: z.boolean().default(false).describe('Also write the memories the project already has to files'),
  }),
  output: z.object({
    read: z.number().describe('Files that were new or changed'),
    ended: z.number().describe('Memories whose file was deleted'),
    written: z.number().describe('Files written from the store'),
    refused: z.array(z.object({ file: z.string(), reason: z.string() })),
    warnings,
  }),
  effect: 'write',
  http: { notServed: 'It writes files of the machine it runs on.' },
  examples: [
    { title: 'Begin, with what is known', command: 'dossier memory sync --share' },
    { title: 'After a merge', command: 'dossier memory sync' },
  ],
  async run(engine, { share }, { now }) {
    const { refused, warnings: told, ...report } = await syncMemories(engine, { share, now });
    return { ...report, refused: [...refused], warnings: [...told] };
  },
  print: ({ read, ended, written, refused, warnings: told }) =>
    [
      `${read} read, ${written} written, ${ended} ended`,
      ...refused.map(({ file, reason }) => `refused ${file}: ${reason}`),
      ...told,
    ].join('\n'),
});
