import { z } from 'zod';
import { explainPlaces } from '../context/explain-places.ts';
import { queryContext } from '../context/query-context.ts';
import {
  assembleOptionsSchema,
  type Context,
  contextSchema,
  type ExcludedItem,
  insteadOfContext,
} from '../core/context.ts';
import { type ContextItem, locationSchema } from '../core/item.ts';
import { searchOptionsSchema } from '../core/query.ts';
import { firstCharacters } from '../core/text/first-characters.ts';
import { parseSince } from '../core/text/parse-since.ts';
import { plural } from '../core/text/plural.ts';
import { CERTAINTIES } from '../core/vocabulary.ts';
import { learntFor } from '../knowledge/learnt.ts';
import { possiblyItem } from '../knowledge/possibly-learnt.ts';
import { acrossProjects } from '../search/pick-projects.ts';
import { CERTAINTY_NOTES } from '../search/search-project.ts';
import { explainReasons } from './explain-reasons.ts';
import { defineOperation, type FoundPlace } from './operation.ts';
import { sessionFields } from './session-fields.ts';

/** Number of places reported before the context is assembled. */
const MAX_EARLY_PLACES = 20;

export const query = defineOperation({
  name: 'query',
  summary: 'The code and documents for a task, ready for a model, inside a token budget',
  description:
    'Searches the index, reads the lines from disk and prints the best of them; the text never exceeds the budget. Takes names, paths, file:line, stack traces, error messages, questions and whole issue texts.',
  topic: 'Everyday',
  input: z.object({
    query: z.string().min(1).max(200_000).describe('The task, question, error or name'),
    ...searchOptionsSchema.shape,
    projects: z
      .array(z.string().min(1).max(500))
      .max(100)
      .default([])
      .describe('Ask the likeliest five of the projects in the store whose names match these globs: org/*'),
    includeTypes: searchOptionsSchema.shape.entityTypes.describe(
      'Another name of the filter by kinds of definitions or sections',
    ),
    limit: z.int().min(1).max(1000).default(200).describe('Consider at most this many results'),
    ...assembleOptionsSchema.shape,
    map: z
      .int()
      .min(0)
      .optional()
      .describe('Tokens of the budget for a map: further places, one line each (default: a twelfth)'),
    fill: z.boolean().default(false).describe('Fill the budget, even with results much weaker than the best'),
    ...sessionFields,
    learnt: z.boolean().default(true).describe('Include memories, experiences and values that clearly apply'),
    explain: z.boolean().default(false).describe('Print why each item is in or out'),
  }),
  output: contextSchema.extend({
    query: z.object({
      text: z.string().describe('What was asked'),
      kind: z.string().describe('How the query was read'),
      evidence: z.number().describe('0 to 1: how certain it is that the project has what was asked for'),
      certainty: z
        .enum(CERTAINTIES)
        .describe(
          'likely: the project has it; possibly: these are only the nearest places; nothing: it does not',
        ),
    }),
    results: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          type: z.string(),
          qualifiedName: z.string(),
          score: z.number(),
          location: locationSchema.optional(),
          preview: z.string().describe('The first 200 characters'),
        }),
      )
      .describe('What was printed, in short'),
    filesUsed: z.array(z.string()).describe('Paths of the files with printed lines'),
    summary: z.object({
      included: z.number(),
      excluded: z.number(),
      cut: z.number().describe('Items printed in part'),
      filesRead: z.number(),
      truncated: z.boolean(),
    }),
    explain: z.boolean(),
  }),
  positionals: ['query'],
  freeText: true,
  stdin: 'query',
  pathFields: ['paths'],
  effect: 'read',
  usesMemories: true,
  usesIndex: true,
  asksElsewhere: 'projects',
  question: 'query',
  waitedFor: true,
  http: { method: 'POST', path: '/context/query', costly: true },
  mcp: {
    name: 'context_query',
    title: 'Find code and docs',
    description:
      'Find the code, docs and history behind a task, question, symbol or stack trace: exact lines within a token budget. Use it before grep or reading files.',
    alwaysShown: true,
    fields: ['query', 'maxTokens', 'paths', 'fresh'],
  },
  examples: [
    { title: 'For a task', command: 'dossier query "add a retry to the upload of large files"' },
    { title: 'For a failing test', command: 'npm test 2>&1 | dossier query --max-tokens 4000' },
    { title: 'One part of a monorepo', command: 'dossier query "rate limits" --paths packages/api' },
    { title: 'Two projects at once', command: 'dossier query "rate limits" --also ../web' },
    { title: 'All projects of an organisation', command: 'dossier query "rate limits" --projects "acme/*"' },
    { title: 'Why these lines', command: 'dossier query "rate limits" --explain' },
  ],
  async run(
    opened,
    { query: text, explain, session, fresh, learnt, projects, ...input },
    { now, signal, found },
  ) {
    const engine =
      projects.length === 0 ? opened : await acrossProjects(opened, text, projects, { now, signal });
    const { includeTypes, ...asked } = input;
    const options = {
      ...asked,
      entityTypes: [...new Set([...asked.entityTypes, ...includeTypes])],
      since: parseSince(asked.since, now),
    };
    const context = await queryContext(engine, text, options, {
      now,
      signal,
      session,
      fresh,
      ...(found && {
        found: (items: readonly ContextItem[]) =>
          found(items.slice(0, MAX_EARLY_PLACES).flatMap(foundPlaces)),
      }),
      // A filter on classes or on Python asks for code alone.
      ...(learnt &&
        options.entityTypes.length + options.languages.length === 0 && {
          learnt: async (files: readonly string[]) => {
            const answer = await learntFor(engine, { text, files, now, signal });
            return { ...answer, possibly: possiblyItem(answer.possibly, options.maxTokens) };
          },
        }),
    });
    const map = explain
      ? await explainPlaces((await engine.store()).index(engine.scope), text, context.map)
      : context.map;
    return { ...context, map, query: { text, ...context.query }, ...summarize(context), explain };
  },
  documents: ['context'],
  print({ context, query: asked, items, excluded, tokenCount, budget, explain }) {
    if (asked.certainty === 'nothing')
      return insteadOfContext(
        `${CERTAINTY_NOTES.nothing} "dossier search" lists the nearest places.`,
        budget,
      );
    if (!explain) return context;
    const place = (at: Pick<ExcludedItem, 'path' | 'startLine' | 'endLine'> = {}) =>
      at.path === undefined ? '' : `${at.path}:${at.startLine}-${at.endLine}`;
    return [
      `Read as ${asked.kind}; ${asked.certainty}, evidence ${asked.evidence.toFixed(2)}; ${tokenCount} of ${budget} tokens.`,
      ...items.flatMap((item) => [
        `in   ${item.relevance.toFixed(2)}  ${place(item.location)}  ${item.name}  ${plural(item.tokens, 'token')}`,
        `           ${explainReasons(item.reasons)}`,
      ]),
      ...excluded.map(
        (item) =>
          `out  ${item.relevance.toFixed(2)}  ${place(item)}  ${item.name}  ${costOf(item)}${item.reason}${item.detail === undefined ? '' : `: ${item.detail}`}`,
      ),
    ].join('\n');
  },
});

/** An estimate is marked as such. */
function costOf({ tokens, about }: ExcludedItem): string {
  if (tokens !== undefined) return `${plural(tokens, 'token')}  `;
  return about === undefined ? '' : `~${plural(about, 'token')}  `;
}

function foundPlaces({ id, name, location, relevance }: ContextItem): readonly FoundPlace[] {
  if (location === undefined) return [];
  const { path, startLine, endLine } = location;
  return [{ id, name, path, startLine, endLine, relevance }];
}

const PREVIEW_CHARACTERS = 200;

/** The short reply for a program: a line per result, the files, and how much was left out. */
function summarize({ items, excluded, stats, truncated }: Context) {
  return {
    results: items.map(({ id, name, entityType, qualifiedName, relevance, location, content }) => ({
      id,
      name,
      type: entityType,
      qualifiedName,
      score: relevance,
      ...(location === undefined ? {} : { location }),
      preview:
        content.length > PREVIEW_CHARACTERS ? `${firstCharacters(content, PREVIEW_CHARACTERS)}…` : content,
    })),
    filesUsed: [...new Set(items.flatMap(({ location }) => location?.path ?? []))],
    summary: {
      included: items.length,
      excluded: excluded.length,
      cut: items.filter((item) => item.truncated).length,
      filesRead: stats.filesRead,
      truncated,
    },
  };
}
