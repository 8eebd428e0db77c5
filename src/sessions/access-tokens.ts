import { z } from 'zod';
import { asBody, decodeRecord } from '../core/decode-record.ts';
import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { RecordStore, Scope, StoredRecord } from '../core/store.ts';
import { putNew, updateRecord } from '../core/write-records.ts';

export const TOKEN_SCOPES = ['read', 'write', 'admin', 'projects'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

const storedTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  digest: z.string(),
  createdAt: z.number(),
  expiresAt: z.number().optional(),
  revokedAt: z.number().optional(),
});
type StoredToken = z.output<typeof storedTokenSchema>;

/** The public part of a token: never the secret, nor its digest. */
export const tokenInfoSchema = storedTokenSchema.omit({ digest: true });
type TokenInfo = Readonly<z.output<typeof tokenInfoSchema>>;

const TOKEN = 'token';
const FORM = /^dossier_([0-9a-f]{16})_([0-9a-f]{48})$/;

/** Creates a token for the engine's owner. The secret is returned once and never stored. */
export async function createToken(
  engine: Engine,
  input: {
    readonly name: string;
    readonly scopes: readonly TokenScope[];
    readonly expiresAt?: number | undefined;
  },
  now: number,
): Promise<{ readonly token: string; readonly info: TokenInfo }> {
  const { owner } = engine.scope;
  const secret = engine.tokenHasher.create();
  const records = await tokenRecords(engine);
  const record = await putNew(records, () =>
    recordOf({
      id: engine.tokenHasher.create().slice(0, 16),
      name: input.name,
      owner,
      scopes: [...input.scopes],
      digest: engine.tokenHasher.digest(secret),
      createdAt: now,
      ...(input.expiresAt === undefined ? {} : { expiresAt: input.expiresAt }),
    }),
  );
  const info = infoOf(decodeRecord(storedTokenSchema, record));
  return { token: `dossier_${info.id}_${secret}`, info };
}

/** The tokens of the engine's owner, newest first. */
export async function listTokens(engine: Engine): Promise<readonly TokenInfo[]> {
  const records = await tokenRecords(engine);
  const found = await records.list(TOKEN, {
    where: { owner: engine.scope.owner },
    limit: MAX_LISTED,
    order: 'newest',
  });
  return found.map((record) => infoOf(decodeRecord(storedTokenSchema, record)));
}
const MAX_LISTED = 1000;

/** Revokes a token of the engine's owner for good. Idempotent. */
export async function revokeToken(engine: Engine, id: string, now: number): Promise<TokenInfo> {
  const records = await tokenRecords(engine);
  const record = await updateRecord(records, TOKEN, id, (before) => {
    const token = before === undefined ? undefined : decodeRecord(storedTokenSchema, before);
    if (token === undefined || token.owner !== engine.scope.owner) {
      throw new DossierError('not-found', `There is no token "${id}". See "dossier token list".`);
    }
    return recordOf({ ...token, revokedAt: token.revokedAt ?? now });
  });
  return infoOf(decodeRecord(storedTokenSchema, record));
}

/** The owner of a presented token. Every failure gives the same answer. */
export async function verifyToken(engine: Engine, presented: string, now: number): Promise<TokenInfo> {
  const [, id, secret] = FORM.exec(presented) ?? [];
  if (id === undefined || secret === undefined) throw refused();
  const record = await (await tokenRecords(engine)).get(TOKEN, id);
  if (record === undefined) throw refused();
  const token = decodeRecord(storedTokenSchema, record);
  const known = engine.tokenHasher.equal(token.digest, engine.tokenHasher.digest(secret));
  if (!known || !isActive(token, now)) throw refused();
  return infoOf(token);
}

/** Whether anybody could call a server of this project: some owner has a valid token. */
export async function hasActiveToken(engine: Engine, now: number): Promise<boolean> {
  const found = await (await tokenRecords(engine)).list(TOKEN, { limit: MAX_LISTED, order: 'newest' });
  return found.some((record) => isActive(decodeRecord(storedTokenSchema, record), now));
}

function isActive(token: StoredToken, now: number): boolean {
  return token.revokedAt === undefined && (token.expiresAt === undefined || token.expiresAt > now);
}

function refused(): DossierError {
  return new DossierError(
    'unauthenticated',
    'The access token is unknown, expired or revoked. Make one with "dossier token create".',
  );
}

function infoOf({ digest: _, ...info }: StoredToken): TokenInfo {
  return info;
}

function recordOf(token: StoredToken): Omit<StoredRecord, 'version'> {
  const { id, createdAt, ...body } = token;
  return { kind: TOKEN, id, body: asBody(body), text: '', createdAt, updatedAt: createdAt };
}

/** Tokens are looked up before their owner is known, so they live in a scope no owner can name. */
async function tokenRecords(engine: Engine): Promise<RecordStore> {
  const scope: Scope = { owner: '\u0001tokens', project: engine.scope.project };
  return (await engine.store()).records(scope);
}
