import { z } from 'zod';
import { ENTITY_TYPES, RELATION_KINDS } from '../core/vocabulary.ts';
import { CONFIDENCES } from '../search/find-uses.ts';
import { symbolGraph } from '../search/symbol-graph.ts';
import { defineOperation } from './operation.ts';

const place = z.object({
  name: z.string(),
  entityType: z.enum(ENTITY_TYPES),
  path: z.string(),
  startLine: z.number(),
  endLine: z.number(),
});

export const graph = defineOperation({
  name: 'graph',
  summary: 'Show what uses a definition and what it uses',
  topic: 'Ask',
  input: z.object({
    symbol: z
      .string()
      .min(1)
      .describe('Name of a function, class or other definition, or a place in it such as src/a.ts:12'),
    path: z.string().optional().describe('File of the definition, when several share the name'),
    impact: z
      .boolean()
      .default(false)
      .describe('Also list what a change would reach, by distance and confidence, with the tests'),
  }),
  output: z.object({
    symbol: place,
    others: z.array(place).describe('Other definitions of the same name'),
    neighbours: z.array(
      z.object({
        kind: z.enum(RELATION_KINDS),
        direction: z.enum(['in', 'out']),
        name: z.string(),
        path: z.string().optional(),
        startLine: z.number().optional(),
        confidence: z
          .enum(CONFIDENCES)
          .optional()
          .describe('How sure it is that this definition is meant; absent: certain'),
      }),
    ),
    impact: z
      .array(
        z.object({
          name: z.string(),
          path: z.string(),
          startLine: z.number().optional(),
          distance: z.number().describe('1: uses the symbol itself'),
          confidence: z.enum(CONFIDENCES).describe('That of the weakest link on the path'),
          isTest: z.boolean(),
        }),
      )
      .describe('Nearest first; empty unless asked for'),
  }),
  positionals: ['symbol'],
  pathFields: ['path'],
  effect: 'read',
  usesIndex: true,
  http: { method: 'GET', path: '/index/graph' },
  examples: [
    { title: 'Callers and callees of a function', command: 'dossier graph resolveConfig' },
    { title: 'Of the definition at a line', command: 'dossier graph src/main.ts:40' },
    { title: 'What a change would reach', command: 'dossier graph resolveConfig --impact' },
    {
      title: 'One of several with the same name',
      command: 'dossier graph run --path src/operations/query.ts',
    },
  ],
  async run(engine, input) {
    const found = await symbolGraph(engine, input.symbol, {
      impact: input.impact,
      ...(input.path === undefined ? {} : { path: input.path }),
    });
    return {
      symbol: toPlace(found.symbol),
      others: found.others.map(toPlace),
      neighbours: [...found.neighbours],
      impact: [...found.impact],
    };
  },
  print({ symbol, others, neighbours, impact }) {
    const line = (kind: string, { name, path, startLine }: Printed) =>
      `  ${kind.padEnd(10)} ${name}${path === undefined || path === name ? '' : `  ${path}${startLine === undefined ? '' : `:${startLine}`}`}`;
    const around = (direction: 'in' | 'out') => neighbours.filter((entry) => entry.direction === direction);
    const used = around('out');
    // Names of the language and of packages, which are nowhere in the project.
    const elsewhere = [...new Set(used.filter(({ path }) => path === undefined).map(({ name }) => name))];
    const section = (title: string, rows: readonly string[]) =>
      rows.length === 0 ? [] : ['', title, ...rows];
    const isPossible = ({ confidence }: { readonly confidence?: string | undefined }) =>
      confidence === 'possible';
    const users = around('in');
    const possible = users.filter(isPossible);
    const reached = ({ isTest, ...entry }: (typeof impact)[number]) =>
      `${line(`${entry.distance} ${entry.confidence}`, entry)}${isTest ? '  (test)' : ''}`;
    return [
      `${symbol.entityType} ${symbol.name}  ${symbol.path}:${symbol.startLine}`,
      ...section(
        'used by',
        users.filter((entry) => !isPossible(entry)).map((entry) => line(entry.kind, entry)),
      ),
      ...section(
        `${possible.length} possible ${possible.length === 1 ? 'use' : 'uses'}, by the name alone`,
        possible.map((entry) => line(entry.kind, entry)),
      ),
      ...section(
        'uses',
        used
          .filter(({ path }) => path !== undefined)
          .map(
            (entry) =>
              `${line(entry.kind, entry)}${entry.confidence === undefined ? '' : '  (by the name alone)'}`,
          ),
      ),
      ...section('uses from elsewhere', elsewhere.length === 0 ? [] : [`  ${elsewhere.join(', ')}`]),
      ...(neighbours.length === 0 ? ['', 'Nothing is known to use it, and it uses nothing.'] : []),
      ...section('a change may reach', impact.map(reached)),
      ...section(
        `${others.length} more with this name:`,
        others.map((other) => `  ${other.name}  ${other.path}:${other.startLine}`),
      ),
    ].join('\n');
  },
});

interface Printed {
  readonly name: string;
  readonly path?: string | undefined;
  readonly startLine?: number | undefined;
}

function toPlace(unit: z.output<typeof place> & { readonly qualifiedName: string }): z.output<typeof place> {
  const { qualifiedName, entityType, path, startLine, endLine } = unit;
  return { name: qualifiedName, entityType, path, startLine, endLine };
}
