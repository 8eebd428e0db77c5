import { z } from 'zod';
import {
  createToken,
  listTokens,
  revokeToken,
  TOKEN_SCOPES,
  tokenInfoSchema,
} from '../sessions/access-tokens.ts';
import { defineOperation } from './operation.ts';

const group = 'Create, list and revoke access tokens for HTTP';
const DAY = 24 * 3_600_000;

export const tokenCreate = defineOperation({
  name: 'token create',
  summary: 'Create an access token for the HTTP interface',
  description:
    'A token acts for its owner (--owner) and reaches nothing of another. It is shown once; the store keeps only a digest.',
  topic: 'Agents and servers',
  group,
  input: z.object({
    name: z.string().trim().min(1).max(100).describe('What or whom the token is for'),
    scopes: z
      .array(z.enum(TOKEN_SCOPES))
      .min(1)
      .max(TOKEN_SCOPES.length)
      .default(['read', 'write'])
      .describe(
        'read: ask; write: change; admin: manage tokens; projects: ask about all projects of the owner',
      ),
    days: z.number().positive().max(3650).optional().describe('Expires after this many days; default: never'),
  }),
  output: z.object({ token: z.string(), info: tokenInfoSchema }),
  positionals: ['name'],
  effect: 'write',
  http: { method: 'POST', path: '/tokens', scope: 'admin' },
  examples: [
    { title: 'For a colleague', command: 'dossier --owner ada token create "Ada\'s editor"' },
    { title: 'Reading only, for a week', command: 'dossier token create ci --scopes read --days 7' },
  ],
  run: (engine, { name, scopes, days }, { now }) =>
    createToken(
      engine,
      { name, scopes: [...new Set(scopes)], ...(days === undefined ? {} : { expiresAt: now + days * DAY }) },
      now,
    ),
  print: ({ token }) => token,
});

export const tokenList = defineOperation({
  name: 'token list',
  summary: 'List access tokens',
  topic: 'Agents and servers',
  group,
  input: z.object({}),
  output: z.object({ tokens: z.array(tokenInfoSchema) }),
  effect: 'read',
  http: { method: 'GET', path: '/tokens', scope: 'admin' },
  examples: [{ title: 'See which are active', command: 'dossier token list' }],
  run: async (engine) => ({ tokens: [...(await listTokens(engine))] }),
  print: ({ tokens }) =>
    tokens
      .map(({ id, name, scopes, expiresAt, revokedAt }) => {
        const until =
          expiresAt === undefined ? 'never expires' : `until ${new Date(expiresAt).toISOString()}`;
        return `${id}  ${name}  ${scopes.join(',')}  ${revokedAt === undefined ? until : 'revoked'}`;
      })
      .join('\n'),
});

export const tokenRevoke = defineOperation({
  name: 'token revoke',
  summary: 'Revoke an access token',
  topic: 'Agents and servers',
  group,
  input: z.object({ id: z.string().min(1).max(100).describe('Id, as listed') }),
  output: tokenInfoSchema,
  positionals: ['id'],
  effect: 'destroy',
  http: { method: 'DELETE', path: '/tokens/:id', scope: 'admin' },
  examples: [{ title: 'Revoke one', command: 'dossier token revoke 5e9c0d7a1b2f3344' }],
  run: (engine, { id }, { now }) => revokeToken(engine, id, now),
  print: ({ id }) => `revoked ${id}`,
});
