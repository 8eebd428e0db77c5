import { z } from 'zod';
import { citationSchema } from '../core/context.ts';
import { recordFeedback } from '../sessions/feedback.ts';
import { findCitations, formatSources } from '../sessions/find-citations.ts';
import { defineOperation } from './operation.ts';

export const cite = defineOperation({
  name: 'cite',
  summary: 'Find which citations an answer uses, and count them as useful',
  topic: 'Sessions and conversations',
  input: z.object({
    answer: z.string().max(1_000_000).describe('Text that may hold citation ids such as [cod-120492837]'),
    citations: z.array(citationSchema).max(1000).describe('The citations of the context behind the answer'),
    record: z.boolean().default(true).describe('Count used citations as feedback'),
  }),
  output: z.object({
    used: z.array(citationSchema),
    unknown: z.array(z.string()).describe('Ids that are not among the citations'),
    sources: z.string().describe('The used citations as a list to put below the answer'),
  }),
  stdin: 'answer',
  effect: 'write',
  http: { method: 'POST', path: '/context/cite' },
  examples: [
    {
      title: 'Check an answer',
      command: 'dossier cite --citations "$(jq .citations context.json)" < answer.md',
    },
  ],
  async run(engine, { answer, citations, record }, { now }) {
    const { used, unknown } = findCitations(answer, citations);
    if (record) {
      const items = [...new Set(used.map(({ itemId }) => itemId))];
      await recordFeedback(
        engine,
        items.map((itemId) => ({ itemId, verdict: 'cited' })),
        now,
      );
    }
    return { used: [...used], unknown: [...unknown], sources: formatSources(used) };
  },
  print: ({ used }) => formatSources(used),
});
