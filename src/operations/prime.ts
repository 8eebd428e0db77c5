import { z } from 'zod';
import { buildPrimeContext } from '../conversation/prime-context.ts';
import { scoreWeightsSchema } from '../conversation/score-items.ts';
import { assembleOptionsSchema, primeContextSchema } from '../core/context.ts';
import { SELECTIONS } from '../core/vocabulary.ts';
import { defineOperation } from './operation.ts';

export const prime = defineOperation({
  name: 'prime',
  summary: 'Everything for the next turn of a conversation, inside a token budget',
  description:
    'Joins the references of the thread and the message (@path, @folder/, @thread:name), the results of a search for the message, what was learnt before and clearly applies, the latest and best messages, and what was useful lately. References come first; nothing displaces them.',
  topic: 'Ask',
  input: z.object({
    message: z.string().min(1).max(100_000).describe('The message to answer'),
    thread: z.string().min(1).max(200).optional().describe('Id or name of the conversation'),
    ...assembleOptionsSchema.shape,
    selection: z.enum(SELECTIONS).default('density').describe('How to select items when not all fit'),
    reserveTokens: z
      .int()
      .min(0)
      .max(1_000_000)
      .default(500)
      .describe('Part of the budget to keep free for the system prompt'),
    searchLimit: z.int().min(1).max(200).default(30).describe('At most this many search results'),
    weights: scoreWeightsSchema.prefault({}).describe('Weight of each part of the relevance'),
  }),
  output: primeContextSchema,
  positionals: ['message'],
  freeText: true,
  stdin: 'message',
  effect: 'read',
  usesMemories: true,
  http: { method: 'POST', path: '/context/build', costly: true },
  examples: [
    {
      title: 'The next turn',
      command: 'dossier prime "Where is the retry logic?" --thread move-uploads-to-s3',
    },
    { title: 'Point at a file', command: 'dossier prime "Explain @src/upload.ts" --max-tokens 4000' },
  ],
  run: (engine, { message, thread, ...options }, { now, signal }) =>
    buildPrimeContext(engine, { message, thread }, options, { now, signal }),
  documents: ['context'],
  print: ({ context }) => context,
});
