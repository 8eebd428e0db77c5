import { z } from 'zod';
import { reasonSchema } from '../core/item.ts';
import { prefixHit } from '../core/other-roots.ts';
import { searchOptionsSchema } from '../core/query.ts';
import { parseSince } from '../core/text/parse-since.ts';
import { CERTAINTIES, ENTITY_TYPES, SOURCES } from '../core/vocabulary.ts';
import { acrossProjects } from '../search/pick-projects.ts';
import { CERTAINTY_NOTES, searchProject } from '../search/search-project.ts';
import { searchRoots } from '../search/search-roots.ts';
import { explainReasons } from './explain-reasons.ts';
import { defineOperation } from './operation.ts';

export const search = defineOperation({
  name: 'search',
  summary: 'List the places of the project that match a query, best first',
  description:
    'Takes names, paths, file:line, stack traces, error messages, questions and whole issue texts. Says so when nothing in the project matches.',
  topic: 'Everyday',
  input: z.object({
    query: z.string().min(1).max(200_000).describe('What to look for'),
    ...searchOptionsSchema.shape,
    projects: z
      .array(z.string().min(1).max(500))
      .max(100)
      .default([])
      .describe('Ask the likeliest five of the projects in the store whose names match these globs: org/*'),
    limit: z.int().min(1).max(1000).default(10).describe('At most this many results'),
    explain: z.boolean().default(false).describe('Print why each result ranks where it does'),
  }),
  output: z.object({
    kind: z.string().describe('How the query was read'),
    evidence: z.number().describe('0 to 1: how certain it is that the project has what was asked for'),
    certainty: z
      .enum(CERTAINTIES)
      .describe(
        'likely: the project has it; possibly: these are only the nearest places; nothing: it does not',
      ),
    hits: z.array(
      z.object({
        id: z.string(),
        source: z.enum(SOURCES),
        entityType: z.enum(ENTITY_TYPES),
        name: z.string(),
        qualifiedName: z.string(),
        path: z.string(),
        startLine: z.number(),
        endLine: z.number(),
        language: z.string(),
        score: z.number(),
        reasons: z.array(reasonSchema),
        unitId: z.string().optional(),
      }),
    ),
    explain: z.boolean(),
    warnings: z.array(z.string()),
  }),
  positionals: ['query'],
  freeText: true,
  stdin: 'query',
  pathFields: ['paths'],
  effect: 'read',
  usesIndex: true,
  asksElsewhere: 'projects',
  question: 'query',
  waitedFor: true,
  http: { method: 'POST', path: '/search', costly: true },
  examples: [
    { title: 'By question', command: 'dossier search "where are retries decided"' },
    { title: 'By name, tests only', command: 'dossier search parseQuery --paths "**/*.test.ts"' },
    { title: 'A stack trace from a file', command: 'dossier search --explain < trace.txt' },
  ],
  async run(opened, { query: text, explain, projects, ...input }, { now, signal }) {
    const engine =
      projects.length === 0 ? opened : await acrossProjects(opened, text, projects, { now, signal });
    const options = { ...input, since: parseSince(input.since, now) };
    const searched = await searchRoots(
      engine,
      async (root) => {
        const result = await searchProject(root, text, options, { now, signal });
        return { result, found: result.spread() };
      },
      prefixHit,
    );
    const hits = searched.found.toSorted((a, b) => b.score - a.score).slice(0, options.limit);
    return {
      kind: searched.query.kind,
      evidence: searched.evidence,
      certainty: searched.certainty,
      hits: hits.map(({ contentHash: _, docLines: __, ...hit }) => ({ ...hit, reasons: [...hit.reasons] })),
      explain,
      warnings: [...searched.warnings],
    };
  },
  print({ hits, certainty, explain, kind, evidence }) {
    const lines = hits.flatMap((hit) => [
      `${hit.score.toFixed(2)}  ${hit.path}:${hit.startLine}-${hit.endLine}  ${hit.entityType} ${hit.qualifiedName}`,
      ...(explain ? [`      ${explainReasons(hit.reasons)}`] : []),
    ]);
    const reading = `Read as ${kind}; ${certainty}, evidence ${evidence.toFixed(2)}.`;
    const doubt = [
      ...(CERTAINTY_NOTES[certainty] === undefined ? [] : [CERTAINTY_NOTES[certainty]]),
      ...(hits.length === 0 && certainty !== 'nothing' ? ['No result passes the filters.'] : []),
    ];
    return [...doubt, ...(explain ? [reading] : []), ...lines].join('\n');
  },
});
