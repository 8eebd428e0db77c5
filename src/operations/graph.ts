import { z } from 'zod';
import { ENTITY_TYPES, RELATION_KINDS } from '../core/vocabulary.ts';
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
    symbol: z.string().min(1).describe('Name of a function, class or other definition; may be qualified'),
    path: z.string().optional().describe('File of the definition, when several share the name'),
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
      }),
    ),
  }),
  positionals: ['symbol'],
  pathFields: ['path'],
  effect: 'read',
  usesIndex: true,
  http: { method: 'GET', path: '/index/graph' },
  examples: [
    { title: 'Callers and callees of a function', command: 'dossier graph resolveConfig' },
    {
      title: 'One of several with the same name',
      command: 'dossier graph run --path src/operations/query.ts',
    },
  ],
  async run(engine, input) {
    const found = await symbolGraph(
      engine,
      input.symbol,
      input.path === undefined ? {} : { path: input.path },
    );
    return {
      symbol: placeOf(found.symbol),
      others: found.others.map(placeOf),
      neighbours: [...found.neighbours],
    };
  },
  print({ symbol, others, neighbours }) {
    const line = (entry: (typeof neighbours)[number]) =>
      `  ${entry.kind.padEnd(10)} ${entry.name}${entry.path === undefined ? '' : `  ${entry.path}${entry.startLine === undefined ? '' : `:${entry.startLine}`}`}`;
    const section = (title: string, direction: 'in' | 'out') => {
      const rows = neighbours.filter((entry) => entry.direction === direction).map(line);
      return rows.length === 0 ? [] : ['', title, ...rows];
    };
    return [
      `${symbol.entityType} ${symbol.name}  ${symbol.path}:${symbol.startLine}`,
      ...section('used by', 'in'),
      ...section('uses', 'out'),
      ...(others.length === 0
        ? []
        : [
            '',
            `${others.length} more with this name:`,
            ...others.map((other) => `  ${other.name}  ${other.path}:${other.startLine}`),
          ]),
    ].join('\n');
  },
});

function placeOf(unit: z.output<typeof place> & { readonly qualifiedName: string }): z.output<typeof place> {
  const { qualifiedName, entityType, path, startLine, endLine } = unit;
  return { name: qualifiedName, entityType, path, startLine, endLine };
}
