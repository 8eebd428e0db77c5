import { z } from 'zod';
import { packFiles } from '../context/pack-files.ts';
import { assembleOptionsSchema, contextSchema } from '../core/context.ts';
import { defineOperation } from './operation.ts';

export const pack = defineOperation({
  name: 'pack',
  summary: 'Pack files into a context that fits a token budget; needs no index',
  description:
    'Scores the definitions and sections of the files by the words they share with the task, and prints the best that fit. Skips files that git ignores unless you name them.',
  topic: 'Ask',
  input: z.object({
    paths: z
      .array(z.string())
      .default([])
      .describe(
        'Files, folders or globs; !glob excludes; - reads paths from standard input; default: the whole project',
      ),
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
    {
      title: 'What changed',
      command: 'git diff --name-only main | dossier pack - --whole --max-tokens 16000',
    },
    { title: 'Whole files as XML', command: "dossier pack 'docs/**/*.md' README.md --whole --format xml" },
  ],
  run: (engine, { paths, task, whole, ...options }, { signal }) =>
    packFiles(engine, { paths, task, whole }, options, signal),
  documents: ['context'],
  print: ({ context }) => context,
});
