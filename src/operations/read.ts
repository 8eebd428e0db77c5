import { z } from 'zod';
import { printSource, readSource } from '../context/read-source.ts';
import { fitOptionsSchema } from '../core/context.ts';
import { defineOperation } from './operation.ts';

export const read = defineOperation({
  name: 'read',
  summary: 'Read lines of a project file as it is on disk',
  description: 'Never reads outside the project, masks secrets, and prints as many lines as fit the budget.',
  topic: 'Ask',
  input: z.object({
    path: z.string().min(1).describe('Path relative to the project root'),
    startLine: z.int().min(1).default(1).describe('First line'),
    endLine: z.int().min(1).optional().describe('Last line; default: the end of the file'),
    maxTokens: fitOptionsSchema.shape.maxTokens,
    counter: fitOptionsSchema.shape.counter,
  }),
  output: z.object({
    path: z.string(),
    language: z.string().describe('Empty where it is not known'),
    startLine: z.number(),
    endLine: z.number().describe('The last line printed; before the first when not even that fits'),
    totalLines: z.number(),
    text: z.string(),
    tokenCount: z.number(),
    truncated: z.boolean().describe('The budget left lines out'),
    warnings: z.array(z.string()),
  }),
  positionals: ['path', 'startLine', 'endLine'],
  pathFields: ['path'],
  indexedPath: 'path',
  effect: 'read',
  http: { method: 'GET', path: '/index/source' },
  mcp: {
    name: 'read_source',
    title: 'Read lines of a file',
    description: 'Read lines of a project file as it is on disk now, such as the rest of a shortened item.',
    fields: ['path', 'startLine', 'endLine', 'maxTokens'],
  },
  examples: [
    { title: 'A whole file', command: 'dossier read src/main.ts' },
    { title: 'Some lines', command: 'dossier read src/main.ts 10 40' },
  ],
  run: (engine, { endLine, ...input }) => readSource(engine, { ...input, endLine }),
  documents: ['text'],
  print: printSource,
});
