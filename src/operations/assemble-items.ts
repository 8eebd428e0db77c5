import { z } from 'zod';
import { assembleItems as assemble } from '../context/assemble-items.ts';
import { assembleOptionsSchema, contextSchema } from '../core/context.ts';
import { contextItemSchema } from '../core/item.ts';
import { defineOperation } from './operation.ts';

export const assembleItems = defineOperation({
  name: 'assemble-items',
  summary: 'Assemble your own items into a context that fits a token budget',
  description:
    'Takes items of any search: reads the lines of those with a location, drops duplicates, selects what fits and prints it. The text never exceeds the budget.',
  topic: 'Ask',
  input: z.object({
    items: z
      .array(contextItemSchema)
      .describe('Items as JSON: id, source, entityType, name, content, relevance, …'),
    ...assembleOptionsSchema.shape,
  }),
  output: contextSchema,
  stdin: 'items',
  effect: 'read',
  http: { notServed: 'reads any file of the project by path, indexed for the caller or not' },
  examples: [
    { title: 'From a pipe', command: 'dossier assemble-items --max-tokens 4000 < items.json' },
    {
      title: 'As XML, grouped by file',
      command: 'dossier assemble-items --format xml --group-by file < items.json',
    },
  ],
  run: (engine, { items, ...options }) => assemble(engine, items, options, { salt: engine.localSalt() }),
  documents: ['context'],
  print: ({ context }) => context,
});
