import type { Hono } from 'hono';
import { z } from 'zod';
import { BoundedMap } from '../../core/bounded-map.ts';
import type { Engine } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import { findRepository, queueJobFor, webhookSecret } from '../../sessions/repositories.ts';
import { addressOf, type Call, type HttpLimits, json, type Variables } from './answer-call.ts';
import { parseBody } from './decode-input.ts';
import { ProtocolError } from './problem.ts';
import { createRateLimit } from './rate-limit.ts';
import { readBody } from './read-body.ts';

interface WebhookParts {
  readonly engine: Engine;
  readonly clock: () => number;
  readonly limits: HttpLimits;
}

/** A push of many commits is larger than any request of a client. */
const BODY_BYTES = 5_000_000;
/** After ten wrong signatures an address gets one try per second. */
const WRONG_SIGNATURES = { perSecond: 1, burst: 10 };

/** What counts of a push; GitHub and GitLab agree on the first and differ on the second. */
const pushSchema = z.object({
  ref: z.string().optional(),
  repository: z.object({ default_branch: z.string().optional() }).optional(),
  project: z.object({ default_branch: z.string().optional() }).optional(),
});

/**
 * Pushes to a registered repository, reported by GitHub (`X-Hub-Signature-256`) or GitLab (`X-Gitlab-Token`), queue a
 * job. Requests without either header go on to the operation of the same path, which takes an access token.
 */
export function addWebhook(app: Hono<{ Variables: Variables }>, parts: WebhookParts): void {
  const wrong = createRateLimit(WRONG_SIGNATURES);
  const blocked = new BoundedMap<string, number>(MAX_BLOCKED);
  app.post('/projects/:repository/refresh', async (c, next) => {
    const delivery = deliveryOf(c);
    if (delivery === undefined) return next();
    const [now, address] = [parts.clock(), addressOf(c)];
    if ((blocked.get(address) ?? 0) > now) throw tooMany();
    const body = await readBody(c.req.raw, {
      maxBytes: BODY_BYTES,
      milliseconds: parts.limits.bodyMilliseconds,
    });
    const id = c.req.param('repository');
    // A wrong signature and an unknown repository look the same.
    const found = await findRepository(parts.engine, id);
    if (!isGenuine(parts.engine, { ...delivery, id, body }) || found === undefined) {
      const wait = wrong(address, now);
      if (wait > 0) blocked.set(address, now + wait * 1000);
      throw refused();
    }
    const reason = whyIgnored(c, body, found.branch);
    if (reason !== undefined) return json(c, JSON.stringify({ ignored: reason }));
    const request = requestId(parts.engine, c, delivery, body);
    const { job, repeated } = await queueJobFor(parts.engine, found, request, now);
    return json(c, JSON.stringify({ job: job.id, state: job.state, repeated }));
  });
}
const MAX_BLOCKED = 1000;

type Delivery = { readonly signature: string } | { readonly token: string };

function deliveryOf(c: Call): Delivery | undefined {
  const signature = c.req.header('x-hub-signature-256');
  if (signature !== undefined) return { signature };
  const token = c.req.header('x-gitlab-token');
  return token === undefined ? undefined : { token };
}

/** Compared in constant time, and through digests, so that not even the length leaks. */
function isGenuine(
  engine: Engine,
  { id, body, ...delivery }: Delivery & { readonly id: string; readonly body: string },
): boolean {
  const { webhookSecret: serverSecret, tokenHasher: hasher } = engine;
  if (serverSecret === undefined) {
    throw new DossierError(
      'forbidden',
      'This server takes no webhooks. Whoever runs it can set DOSSIER_WEBHOOK_SECRET.',
    );
  }
  const secret = webhookSecret(hasher, serverSecret, id);
  const [given, expected] =
    'signature' in delivery
      ? [delivery.signature, `sha256=${hasher.sign(secret, body)}`]
      : [delivery.token, secret];
  return hasher.equal(hasher.digest(given), hasher.digest(expected));
}

/** Why a genuine event changes nothing: it is not a push, or it is a push to another branch. */
function whyIgnored(c: Call, body: string, registered: string | undefined): string | undefined {
  const event = c.req.header('x-github-event') ?? c.req.header('x-gitlab-event') ?? '';
  if (event !== 'push' && event !== 'Push Hook') return `the event is "${event}", not a push`;
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new ProtocolError(
      'unsupported-media-type',
      'Set the content type of the webhook to application/json.',
    );
  }
  const push = pushSchema.safeParse(parseBody(body));
  if (!push.success) throw new DossierError('invalid-input', 'The body is not a push event.');
  const { ref, repository, project } = push.data;
  const branch = registered ?? repository?.default_branch ?? project?.default_branch;
  if (ref === undefined || branch === undefined || ref === `refs/heads/${branch}`) return undefined;
  return `the push is to ${ref}, and ${branch} is indexed`;
}

/**
 * What tells one delivery from another. GitHub's `X-GitHub-Delivery` is not signed, so whoever repeats a request could
 * change it; the signature cannot be changed.
 */
function requestId({ tokenHasher }: Engine, c: Call, delivery: Delivery, body: string): string {
  const id =
    'signature' in delivery
      ? delivery.signature
      : (c.req.header('idempotency-key') ?? c.req.header('x-gitlab-event-uuid') ?? body);
  return tokenHasher.digest(id).slice(0, 40);
}

function refused(): DossierError {
  return new DossierError(
    'unauthenticated',
    'The signature is wrong, or there is no such repository. "dossier repository add" shows address and secret.',
  );
}

function tooMany(): ProtocolError {
  return new ProtocolError('too-many-requests', 'Too many wrong signatures. Try again in a second.', {
    'Retry-After': '1',
  });
}
