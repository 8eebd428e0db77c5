import { BoundedMap } from '../../core/bounded-map.ts';
import type { Engine } from '../../core/engine.ts';
import { forOwner } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import { type TokenScope, verifyToken } from '../../sessions/access-tokens.ts';
import { forProject, requireProject } from '../../sessions/projects.ts';
import { ProtocolError } from './problem.ts';
import { createRateLimit } from './rate-limit.ts';

/** The identity behind a request. */
export interface Caller {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** Bound to the caller's owner and the requested project: nothing else can be reached through it. */
  readonly engine: Engine;
}

interface Credentials {
  readonly authorization: string | undefined;
  readonly address: string;
  /** Name of a project in the store; default: the one the server was started in. */
  readonly project: string | undefined;
}

export type Authenticate = (credentials: Credentials, now: number) => Promise<Caller>;

/** After twenty wrong tokens an address gets one try per second. */
const WRONG_TOKENS = { perSecond: 1, burst: 20 };
const MAX_KEPT = 1000;

/**
 * Authenticates callers by bearer token, which opens the project it was created for. A request with this machine's
 * token, or with none if none is required, acts for the server's own owner, but may not manage tokens.
 */
export function createAuthenticate(
  engine: Engine,
  options: { readonly requireToken: boolean; readonly localToken?: string | undefined },
): Authenticate {
  const wrongTokens = createRateLimit(WRONG_TOKENS);
  const blocked = new BoundedMap<string, number>(MAX_KEPT);
  const engines = new BoundedMap<string, Engine>(MAX_KEPT);
  /** Comparing digests takes constant time, however much of a guess is right. */
  const isSame = (one: string, other: string): boolean => {
    const { digest, equal } = engine.tokenHasher;
    return equal(digest(one), digest(other));
  };

  async function engineOf(opened: Engine, owner: string, isAlone = false): Promise<Engine> {
    // One engine per owner and project, so that caches keyed by engine survive between requests.
    const key = JSON.stringify([owner, opened.scope.project, isAlone]);
    const known = engines.get(key) ?? { ...forOwner(opened, owner), ...(isAlone && { alone: true }) };
    if (opened !== engine) await requireProject(known);
    engines.set(key, known);
    return known;
  }

  return async ({ authorization, address, project = engine.scope.project }, now) => {
    const opened = project === engine.scope.project ? engine : forProject(engine, project);
    if (authorization === undefined) {
      if (options.requireToken) throw missing();
      const own = await engineOf(opened, engine.scope.owner);
      return { name: `local ${address}`, scopes: ['read', 'write'], engine: own };
    }
    if (options.localToken !== undefined && isSame(authorization, `Bearer ${options.localToken}`)) {
      const own = await engineOf(opened, engine.scope.owner);
      return { name: `local ${address}`, scopes: ['read', 'write'], engine: own };
    }
    // Checked only now: another local user's wrong guesses must not lock out the owner.
    if ((blocked.get(address) ?? 0) > now) throw tooMany();
    const token = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization)?.[1];
    try {
      if (token === undefined) throw missing();
      const info = await verifyToken(opened, token, now);
      return {
        name: `token ${info.id}`,
        scopes: info.scopes,
        engine: await engineOf(opened, info.owner, !info.scopes.includes('projects')),
      };
    } catch (error) {
      if (error instanceof DossierError && error.code === 'unauthenticated') {
        const wait = wrongTokens(address, now);
        if (wait > 0) blocked.set(address, now + wait * 1000);
      }
      throw error;
    }
  };
}

export function requireScope(caller: Caller, scope: TokenScope): void {
  if (caller.scopes.includes(scope)) return;
  throw new DossierError(
    'forbidden',
    `This needs the scope "${scope}"; the caller has ${caller.scopes.join(', ')}. Make a token with "dossier token create --scopes".`,
  );
}

function missing(): DossierError {
  return new DossierError(
    'unauthenticated',
    'An access token is needed: send "Authorization: Bearer …". Open the address that "dossier serve" prints, or make a token with "dossier token create".',
  );
}

function tooMany(): ProtocolError {
  return new ProtocolError('too-many-requests', 'Too many wrong tokens. Try again in a second.', {
    'Retry-After': '1',
  });
}
