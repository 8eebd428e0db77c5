import { z } from 'zod';
import { plural } from '../core/text/plural.ts';
import { forgetDeliveries, recordUsedCitations, sessionSummary } from '../sessions/session-ledger.ts';
import { defineOperation } from './operation.ts';

const group = 'See and reset what a session was given';
const session = z.string().min(1).describe('Name of the session, as passed with the questions');

export const sessionShow = defineOperation({
  name: 'session show',
  summary: 'Show what a session was given so far',
  topic: 'Sessions and conversations',
  group,
  input: z.object({ session }),
  output: z.object({
    session: z.string(),
    deliveries: z.array(
      z.object({
        operation: z.string(),
        query: z.string(),
        at: z.number(),
        tokens: z.number(),
        items: z.number(),
        usedCitations: z.array(z.string()),
      }),
    ),
    items: z.number().describe('Distinct items'),
    tokens: z.number(),
    citationsUsed: z.number(),
  }),
  positionals: ['session'],
  effect: 'read',
  http: { method: 'GET', path: '/sessions/:session' },
  examples: [{ title: 'The ledger', command: 'dossier session show today' }],
  async run(engine, input) {
    const { summary, deliveries } = await sessionSummary(engine, input.session);
    return {
      ...summary,
      deliveries: deliveries.map(({ operation, query, at, tokens, items, usedCitations }) => ({
        operation,
        query,
        at,
        tokens,
        items: items.length,
        usedCitations: [...usedCitations],
      })),
    };
  },
  print: ({ deliveries, items, tokens, citationsUsed }) =>
    [
      ...deliveries.map(
        (given) =>
          `${given.operation}  ${plural(given.items, 'item')}, ${plural(given.tokens, 'token')}  ${given.query}`,
      ),
      `${plural(items, 'item')}, ${plural(tokens, 'token')}, ${plural(citationsUsed, 'citation')} used`,
    ].join('\n'),
});

export const sessionUsed = defineOperation({
  name: 'session used',
  summary: 'Count the citations an answer used',
  description: 'Items it used rank higher for you later.',
  topic: 'Sessions and conversations',
  group,
  input: z.object({
    session,
    answer: z.string().min(1).describe('Text of the answer, with ids such as [mem-1k2j3]'),
  }),
  output: z.object({ used: z.array(z.string()) }),
  positionals: ['session', 'answer'],
  stdin: 'answer',
  effect: 'write',
  http: { method: 'POST', path: '/sessions/:session/used' },
  examples: [{ title: 'After an answer', command: 'dossier session used today "See [mem-1k2j3]."' }],
  run: async (engine, input, { now }) => ({
    used: [...(await recordUsedCitations(engine, input.session, input.answer, now))],
  }),
  print: ({ used }) =>
    used.length === 0 ? 'The answer uses no citation of this session.' : `used ${used.join(', ')}`,
});

export const sessionReset = defineOperation({
  name: 'session reset',
  summary: 'Forget what a session was given, as after a compaction',
  topic: 'Sessions and conversations',
  group,
  input: z.object({ session }),
  output: z.object({ deliveries: z.number() }),
  positionals: ['session'],
  effect: 'write',
  http: { method: 'DELETE', path: '/sessions/:session' },
  examples: [{ title: 'After a compaction', command: 'dossier session reset today' }],
  run: async (engine, input) => ({ deliveries: await forgetDeliveries(engine, input.session) }),
  print: ({ deliveries }) => `forgot ${plural(deliveries, 'delivery', 'deliveries')}`,
});
