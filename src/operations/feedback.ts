import { z } from 'zod';
import { recordFeedback } from '../sessions/feedback.ts';
import { VERDICTS } from '../sessions/usage.ts';
import { defineOperation } from './operation.ts';

export const feedback = defineOperation({
  name: 'feedback',
  summary: 'Record which items of a context were useful',
  description:
    "Counts for you alone and halves every 30 days; explained results show it as the item's usage.",
  topic: 'Sessions and conversations',
  input: z.object({
    items: z
      .array(z.string().min(1).max(500))
      .min(1)
      .max(200)
      .describe('Ids of items, from the reply of query, assemble or prime'),
    verdict: z.enum(VERDICTS).default('useful').describe('Your verdict'),
    withdraw: z.boolean().default(false).describe('Take one such verdict back'),
  }),
  output: z.object({ recorded: z.number() }),
  positionals: ['items'],
  effect: 'write',
  http: { method: 'POST', path: '/context/feedback' },
  examples: [{ title: 'One helped', command: 'dossier feedback chk-1f3a9c02 --verdict useful' }],
  async run(engine, { items, verdict, withdraw }, { now }) {
    const unique = [...new Set(items)];
    await recordFeedback(
      engine,
      unique.map((itemId) => ({ itemId, verdict })),
      now,
      { withdraw },
    );
    return { recorded: unique.length };
  },
  print: ({ recorded }) => `recorded ${recorded}`,
});
