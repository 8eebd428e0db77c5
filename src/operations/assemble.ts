import { z } from 'zod';
import { assembleOptionsSchema, contextSchema, NOTHING_TO_ASSEMBLE } from '../core/context.ts';
import { searchOptionsSchema } from '../core/query.ts';
import { parseSince } from '../core/text/parse-since.ts';
import { APPROACHES, DOMAINS } from '../core/vocabulary.ts';
import { assembleContext, CONTEXT_TYPES } from '../knowledge/assemble-context.ts';
import { premortem as makePremortem } from '../knowledge/premortem/premortem.ts';
import { defineOperation } from './operation.ts';

const session = z
  .string()
  .min(1)
  .optional()
  .describe('What this session was given before is named in one line, not repeated');
const fresh = z.boolean().default(false).describe('Give also what this session was given before');
const sourceTimeout = z
  .int()
  .min(1)
  .max(60_000)
  .default(2000)
  .describe('Milliseconds each source has; a slower one is left out and named');
const { groupBy: _groupBy, prose: _prose, ...options } = assembleOptionsSchema.shape;

export const assemble = defineOperation({
  name: 'assemble',
  summary: 'Context on a question from memories, code, experiences, values and commits',
  description:
    'Every source has its share of the budget; what one leaves goes to the others. A source that fails is named in the warnings and the others still answer.',
  topic: 'Ask',
  input: z.object({
    query: z.string().min(1).describe('What context is needed, in plain words'),
    types: z
      .array(z.enum(CONTEXT_TYPES))
      .min(1)
      .default(['memories', 'code', 'experiences', 'values', 'commits'])
      .describe('Which sources are asked'),
    limit: z.int().min(1).max(200).default(20).describe('At most this many items of each source'),
    since: searchOptionsSchema.shape.since,
    author: searchOptionsSchema.shape.author,
    session,
    fresh,
    sourceTimeout,
    ...options,
    groupBy: assembleOptionsSchema.shape.groupBy
      .unwrap()
      .default('source')
      .describe('Group items under headings'),
    prose: assembleOptionsSchema.shape.prose
      .unwrap()
      .default('quoted')
      .describe('Markdown: how texts that are no file lines are printed'),
  }),
  output: contextSchema,
  positionals: ['query'],
  effect: 'read',
  usesIndex: true,
  waitedFor: true,
  http: { method: 'POST', path: '/context/assemble', costly: true },
  mcp: {
    name: 'assemble_context',
    title: 'Assemble from every source',
    description:
      'Like context_query, across memories, experiences and commits too, with a budget shared among the sources. Use it when starting a task.',
    fields: ['query', 'maxTokens', 'types', 'fresh'],
    reply: ['context', 'tokenCount', 'budget', 'truncated', 'warnings'],
  },
  examples: [
    { title: 'All sources', command: 'dossier assemble "login fails behind the proxy" --max-tokens 2000' },
    {
      title: 'Only what was learnt',
      command: 'dossier assemble "flaky upload test" --types memories,experiences,values',
    },
  ],
  run: (
    engine,
    { query, types, limit, since, author, session: own, fresh: again, sourceTimeout: time, ...rest },
    { now, signal },
  ) =>
    assembleContext(
      engine,
      {
        query,
        types,
        limit,
        since: parseSince(since, now),
        author,
        session: own,
        fresh: again,
        sourceTimeout: time,
      },
      rest,
      { now, signal },
    ),
  print: printContext,
});

export const premortem = defineOperation({
  name: 'premortem',
  summary: 'What went wrong before in this sort of work',
  description:
    'Falsified experiences, surprises, root causes and principles of the domain, and what the history says of the files: fixes, churn, files that change together. Each experience once, every line cited.',
  topic: 'Ask',
  input: z
    .object({
      task: z.string().min(1).optional().describe('What you are about to do, or the failure you look at'),
      domain: z.enum(DOMAINS).optional().describe('What sort of work it is; without it all of them count'),
      strategy: z.enum(APPROACHES).optional().describe('The approach you have in mind'),
      files: z.array(z.string()).max(50).default([]).describe('Files in question'),
      limit: z.int().min(1).max(100).default(10).describe('At most this many items of each section'),
      session,
      sourceTimeout,
      ...options,
      prose: assembleOptionsSchema.shape.prose
        .unwrap()
        .default('quoted')
        .describe('Markdown: how texts that are no file lines are printed'),
    })
    .refine(({ task, domain, files }) => task !== undefined || domain !== undefined || files.length > 0, {
      error: 'Say what you are about to do, or give a domain or files',
      path: ['task'],
    }),
  output: contextSchema,
  positionals: ['task'],
  pathFields: ['files'],
  effect: 'read',
  usesIndex: true,
  waitedFor: true,
  http: { method: 'POST', path: '/context/premortem', costly: true },
  mcp: {
    name: 'premortem',
    title: 'What went wrong before',
    description:
      'Lists what failed before in this domain and with this strategy, with evidence. Use it before a risky change.',
    fields: ['domain', 'task', 'files', 'strategy', 'maxTokens'],
    reply: ['context', 'tokenCount', 'budget', 'truncated', 'warnings'],
  },
  examples: [
    { title: 'Before a change', command: 'dossier premortem "refresh tokens earlier" --files src/auth.ts' },
    {
      title: 'An approach in mind',
      command: 'dossier premortem --domain testing --strategy trial-and-error --budget 1500',
    },
  ],
  run: (
    engine,
    { domain, strategy, task, files, limit, session: own, sourceTimeout: time, ...rest },
    { now, signal },
  ) =>
    makePremortem(
      engine,
      { domain, strategy, task, files, limit, session: own, sourceTimeout: time },
      { ...rest, groupBy: 'section' },
      { now, signal },
    ),
  print: printContext,
});

function printContext({ context, warnings }: z.output<typeof contextSchema>): string {
  if (context !== '') return context;
  const others = warnings.filter((warning) => warning !== NOTHING_TO_ASSEMBLE);
  return ['Nothing is known about this yet.', ...others].join('\n');
}
