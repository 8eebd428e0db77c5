import { z } from 'zod';
import { packFiles } from '../context/pack-files.ts';
import { assembleOptionsSchema, contextSchema } from '../core/context.ts';
import { defineOperation } from './operation.ts';

export const pack = defineOperation({
  name: 'pack',
  summary: 'Put files into a context that fits a token budget, no index needed',
  description:
    'Scores the definitions and sections of the given files against the task by the words they share, and prints the best that fit. Files that git ignores are left out unless named.',
  topic: 'Ask',
  input: z.object({
    paths: z
      .array(z.string())
      .default([])
      .describe('Files, folders or globs; !glob leaves out; none: the whole project'),
    task: z.string().default('').describe('What the context is for; decides what comes first'),
    whole: z.boolean().default(false).describe('Take whole files instead of their definitions and sections'),
    ...assembleOptionsSchema.shape,
  }),
  output: contextSchema,
  positionals: ['paths'],
  pathFields: ['paths'],
  effect: 'read',
  http: { notServed: 'reads any file of the project by path, indexed for the caller or not' },
  examples: [
    {
      title: 'The code about one thing',
      command: 'dossier pack src --task "how are tokens counted" --max-tokens 4000',
    },
    { title: 'Whole files as XML', command: "dossier pack 'docs/**/*.md' README.md --whole --format xml" },
  ],
  run: (engine, { paths, task, whole, ...options }, { signal }) =>
    packFiles(engine, { paths, task, whole }, options, signal),
  print: ({ context }) => context,
});
