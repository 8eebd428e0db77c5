import { z } from 'zod';
import { parseSince } from '../core/text/parse-since.ts';
import { plural } from '../core/text/plural.ts';
import { aboutSchema } from '../sessions/deliveries.ts';
import {
  forgetDeliveries,
  recentDeliveries,
  recordUsedCitations,
  sessionSummary,
} from '../sessions/session-ledger.ts';
import { defineOperation } from './operation.ts';
import { offset, pageOf, pageShape } from './page.ts';

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

export const sessionList = defineOperation({
  name: 'session list',
  summary: 'List what sessions were given recently, newest first',
  topic: 'Sessions and conversations',
  group,
  input: z.object({
    since: z.string().optional().describe('Only what was given since: a date, or 3d, 2w, 6m'),
    limit: z.int().min(1).max(200).default(50).describe('At most this many deliveries'),
    offset,
  }),
  output: z.object({
    ...pageShape,
    deliveries: z.array(
      z.object({
        id: z.string(),
        session: z.string(),
        operation: z.string(),
        query: z.string(),
        at: z.number(),
        tokens: z.number(),
        budget: z.number().optional(),
        repeated: z.number().describe('Items that were only listed, because the session had them already'),
        items: z.array(
          z.object({
            id: z.string(),
            tokens: z.number(),
            citation: z.string().optional(),
            truncated: z.boolean(),
            used: z.boolean().describe('An answer cited it'),
            path: z.string().optional(),
            startLine: z.number().optional(),
            endLine: z.number().optional(),
            about: aboutSchema.optional().describe('What it is and why it was chosen'),
          }),
        ),
      }),
    ),
  }),
  effect: 'read',
  http: { method: 'GET', path: '/sessions' },
  examples: [{ title: 'What agents asked today', command: 'dossier session list --since 1d' }],
  async run(engine, { since, ...page }, { now }) {
    const { total, listed } = await recentDeliveries(engine, { ...page, since: parseSince(since, now) });
    return {
      ...pageOf(total, page),
      deliveries: listed.map(({ id, delivery: { items, usedCitations, ...given } }) => ({
        id,
        ...given,
        items: items.map(({ contentHash: _hash, place, ...item }) => ({
          ...item,
          used: item.citation !== undefined && usedCitations.includes(item.citation),
          ...(place !== undefined && {
            path: place.path,
            startLine: place.startLine,
            endLine: place.endLine,
          }),
        })),
      })),
    };
  },
  print: ({ deliveries }) =>
    deliveries.length === 0
      ? 'No session was given anything.'
      : deliveries
          .map(
            ({ at, session: name, operation, items, tokens, query }) =>
              `${new Date(at).toISOString()}  ${name}  ${operation}  ${plural(items.length, 'item')}, ${plural(tokens, 'token')}  ${query}`,
          )
          .join('\n'),
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
  print: ({ deliveries }) => `forgot ${plural(deliveries, 'delivery')}`,
});
