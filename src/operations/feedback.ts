import { z } from 'zod';
import { recordFeedback, VERDICTS } from '../sessions/feedback.ts';
import { defineOperation } from './operation.ts';

export const feedback = defineOperation({
  name: 'feedback',
  summary: 'Say which items of a context were useful',
  description:
    "Counted for you alone, halved every 30 days; shown as the item's usage when results are explained.",
  topic: 'Sessions and conversations',
  input: z.object({
    items: z
      .array(z.string().min(1).max(500))
      .min(1)
      .max(200)
      .describe('Ids of items, from the reply of query, assemble or prime'),
    verdict: z.enum(VERDICTS).default('useful').describe('What you found'),
  }),
  output: z.object({ recorded: z.number() }),
  positionals: ['items'],
  effect: 'write',
  http: { method: 'POST', path: '/context/feedback' },
  examples: [{ title: 'One helped', command: 'dossier feedback chk-1f3a9c02 --verdict useful' }],
  async run(engine, { items, verdict }, { now }) {
    const unique = [...new Set(items)];
    await recordFeedback(
      engine,
      unique.map((itemId) => ({ itemId, verdict })),
      now,
    );
    return { recorded: unique.length };
  },
  print: ({ recorded }) => `recorded ${recorded}`,
});
