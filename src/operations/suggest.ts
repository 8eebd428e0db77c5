import { z } from 'zod';
import { newcomerQuestions } from '../search/newcomer-questions.ts';
import { suggestQuery } from '../search/suggest-query.ts';
import { defineOperation } from './operation.ts';

export const suggest = defineOperation({
  name: 'suggest',
  summary: 'Complete the last words of a query with names and paths',
  description: 'Without a query: questions that somebody new to the project could ask.',
  topic: 'Ask',
  input: z.object({
    query: z.string().max(1000).default('').describe('The query so far'),
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
    questions: z.array(z.string()).describe('To begin with, where nothing was asked'),
  }),
  positionals: ['query'],
  freeText: true,
  effect: 'read',
  http: { method: 'GET', path: '/suggest' },
  examples: [
    { title: 'Complete a name', command: 'dossier suggest parseQ' },
    { title: 'What could I ask?', command: 'dossier suggest' },
  ],
  run: async (engine, { query, limit }) =>
    query.trim() === ''
      ? { suggestions: [], questions: [...(await newcomerQuestions(engine))] }
      : { suggestions: [...(await suggestQuery(engine, query, limit))], questions: [] },
  print: ({ suggestions, questions }) =>
    [
      ...suggestions.map(({ text, kind, path }) => (kind === 'path' ? text : `${text}  ${path}`)),
      ...questions,
    ].join('\n'),
});
