import { z } from 'zod';
import { suggestQuery } from '../search/suggest-query.ts';
import { defineOperation } from './operation.ts';

export const suggest = defineOperation({
  name: 'suggest',
  summary: 'Complete the last words of a query with names and paths',
  topic: 'Ask',
  input: z.object({
    query: z.string().min(1).max(1000).describe('The query so far'),
    limit: z.int().min(1).max(100).default(10).describe('At most this many suggestions'),
  }),
  output: z.object({
    suggestions: z.array(
      z.object({
        text: z.string(),
        kind: z.enum(['name', 'path']),
        path: z.string(),
        similarity: z.number(),
      }),
    ),
  }),
  positionals: ['query'],
  effect: 'read',
  http: { method: 'GET', path: '/suggest' },
  examples: [{ title: 'Complete a name', command: 'dossier suggest parseQ' }],
  run: async (engine, { query, limit }) => ({ suggestions: [...(await suggestQuery(engine, query, limit))] }),
  print: ({ suggestions }) =>
    suggestions.map(({ text, kind, path }) => (kind === 'path' ? text : `${text}  ${path}`)).join('\n'),
});
