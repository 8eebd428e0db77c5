import { z } from 'zod';
import {
  assembleOptionsSchema,
  contextSchema,
  insteadOfContext,
  NOTHING_TO_ASSEMBLE,
} from '../core/context.ts';
import { searchOptionsSchema } from '../core/query.ts';
import { parseSince } from '../core/text/parse-since.ts';
import { CONTEXT_TYPES } from '../core/vocabulary.ts';
import { assembleContext } from '../knowledge/assemble-context.ts';
import { domainWord, strategyWord } from '../knowledge/experiences/experience.ts';
import { premortem as makePremortem } from '../knowledge/premortem/premortem.ts';
import { defineOperation } from './operation.ts';
import { sessionFields } from './session-fields.ts';

const sourceTimeout = z
  .int()
  .min(1)
  .max(60_000)
  .default(10_000)
  .describe('Milliseconds per source; a slower one is left out with a warning');
const { groupBy: _groupBy, prose: _prose, ...options } = assembleOptionsSchema.shape;

export const assemble = defineOperation({
  name: 'assemble',
  summary: 'Context for a question from memories, code, experiences, values and commits',
  description:
    'Each source gets a share of the budget; what one leaves goes to the others. If a source fails, a warning names it and the others still answer.',
  topic: 'Ask',
  input: z.object({
    query: z.string().min(1).describe('What context is needed, in plain words'),
    types: z
      .array(z.enum(CONTEXT_TYPES))
      .min(1)
      .default(['memories', 'code', 'experiences', 'values', 'commits'])
      .describe('Which sources to ask'),
    limit: z.int().min(1).max(200).default(20).describe('At most this many items per source'),
    since: searchOptionsSchema.shape.since,
    author: searchOptionsSchema.shape.author,
    ...sessionFields,
    sourceTimeout,
    ...options,
    groupBy: assembleOptionsSchema.shape.groupBy
      .unwrap()
      .default('source')
      .describe('Group items under headings'),
    prose: assembleOptionsSchema.shape.prose
      .unwrap()
      .default('quoted')
      .describe('Markdown: how to print texts that are not lines of a file'),
  }),
  output: contextSchema,
  positionals: ['query'],
  freeText: true,
  effect: 'read',
  usesMemories: true,
  usesIndex: true,
  waitedFor: true,
  http: { method: 'POST', path: '/context/assemble', costly: true },
  mcp: {
    name: 'assemble_context',
    title: 'Assemble from every source',
    description:
      'Like context_query, but also searches memories, past attempts and commits, within one budget. Use it at the start of a task.',
    fields: ['query', 'maxTokens', 'types', 'fresh'],
  },
  examples: [
    { title: 'All sources', command: 'dossier assemble "login fails behind the proxy" --max-tokens 2000' },
    {
      title: 'Only what was learnt',
      command: 'dossier assemble "flaky upload test" --types memories,experiences,values',
    },
  ],
  run(engine, input, { now, signal }) {
    const { query, types, limit, since, author, session, fresh, sourceTimeout, ...rest } = input;
    const asked = {
      query,
      types,
      limit,
      author,
      session,
      fresh,
      sourceTimeout,
      since: parseSince(since, now),
    };
    return assembleContext(engine, asked, rest, { now, signal });
  },
  documents: ['context'],
  print: printContext,
});

export const premortem = defineOperation({
  name: 'premortem',
  summary: 'What went wrong before in this kind of work',
  description:
    'Lists falsified experiences, surprises, root causes and principles of the domain, and the history of the files: fixes, churn, files that change together. Each experience appears once, every line has a citation.',
  topic: 'Ask',
  input: z
    .object({
      task: z.string().min(1).optional().describe('What you are about to do, or the failure at hand'),
      domain: domainWord
        .optional()
        .describe('Kind of work, such as debugging, or a word of your own; default: all kinds'),
      strategy: strategyWord
        .optional()
        .describe('The approach you plan, such as root-cause-analysis, or a word of your own'),
      files: z.array(z.string()).max(50).default([]).describe('Files concerned'),
      limit: z.int().min(1).max(100).default(4).describe('At most this many experiences'),
      session: sessionFields.session,
      sourceTimeout,
      ...options,
      prose: assembleOptionsSchema.shape.prose
        .unwrap()
        .default('quoted')
        .describe('Markdown: how to print texts that are not lines of a file'),
    })
    .refine(({ task, domain, files }) => task !== undefined || domain !== undefined || files.length > 0, {
      error: 'Say what you are about to do, or give a domain or files',
      path: ['task'],
    }),
  output: contextSchema,
  positionals: ['task'],
  freeText: true,
  pathFields: ['files'],
  effect: 'read',
  usesIndex: true,
  waitedFor: true,
  http: { method: 'POST', path: '/context/premortem', costly: true },
  mcp: {
    name: 'premortem',
    title: 'What went wrong before',
    description:
      'List what went wrong before in this kind of work or in these files, with evidence. Use it before a risky change.',
    fields: ['domain', 'task', 'files', 'strategy', 'maxTokens'],
  },
  examples: [
    { title: 'Before a change', command: 'dossier premortem "refresh tokens earlier" --files src/auth.ts' },
    {
      title: 'An approach in mind',
      command: 'dossier premortem --domain testing --strategy trial-and-error --max-tokens 1500',
    },
  ],
  run(engine, input, { now, signal }) {
    const { domain, strategy, task, files, limit, session, sourceTimeout, ...rest } = input;
    const asked = { domain, strategy, task, files, limit, session, sourceTimeout };
    return makePremortem(engine, asked, { ...rest, groupBy: 'section' }, { now, signal });
  },
  documents: ['context'],
  print: printContext,
});

/** A warning says that nothing fits or that a source failed: no sign that nothing is known. */
function printContext({ context, warnings, budget }: z.output<typeof contextSchema>): string {
  const unknown = context === '' && warnings.every((warning) => warning === NOTHING_TO_ASSEMBLE);
  return unknown ? insteadOfContext('Nothing is known about this yet.', budget) : context;
}
