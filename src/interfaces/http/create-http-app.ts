import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { requireIndexed } from '../../context/read-source.ts';
import type { Engine } from '../../core/engine.ts';
import { recordsOf } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import { maskSecretsIn } from '../../core/text/mask-secrets.ts';
import type { Operation } from '../../operations/operation.ts';
import { questionOf } from '../../operations/question-of.ts';
import {
  type AnswerParts,
  addressOf,
  answerCall,
  bodyOf,
  type Call,
  callerOf,
  type HttpLimits,
  json,
  type Variables,
} from './answer-call.ts';
import { createAuthenticate, requireScope } from './authenticate.ts';
import { checkOrigin, type OriginRules } from './check-origin.ts';
import { decodeInput } from './decode-input.ts';
import { entryOf, failureOf, type LogEntry } from './log-entry.ts';
import { createMetrics, type Metrics, type ShareMetrics } from './metrics.ts';
import { openApiDocument } from './openapi-document.ts';
import { OPENAPI_STYLE, openApiPage } from './openapi-page.ts';
import type { PageFiles } from './page-files.ts';
import { PROBLEM_TYPE, type Problem, ProtocolError, problemOf } from './problem.ts';
import { createRateLimit } from './rate-limit.ts';
import { PROJECT_HEADER, type Served, scopeFor, servedOf } from './routes.ts';
import { createSemaphore } from './semaphore.ts';
import { createSharedRuns } from './shared-runs.ts';
import { addWebhook } from './webhook.ts';

export interface HttpParts {
  readonly engine: Engine;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly version: string;
  readonly clock: () => number;
  readonly createId: () => string;
  readonly log: (entry: LogEntry) => void;
  readonly requireToken: boolean;
  /** Whoever has it acts for the server's own owner. */
  readonly localToken?: string | undefined;
  readonly origins: OriginRules;
  readonly limits: HttpLimits;
  /** True once the server is stopping: it finishes running calls and reports it in health checks. */
  readonly stopping: () => boolean;
  /** Other protocols under a path of their own; they get the caller's engine. */
  readonly mounts?: Readonly<Record<string, (request: Request, engine: Engine) => Promise<Response>>>;
  /** What to say about an answer from a project whose index is unfinished. */
  readonly notesOn?: (engine: Engine, question: string) => Promise<readonly string[]>;
  /** Joins the metrics of all processes that answer on this port. */
  readonly shareMetrics?: ShareMetrics | undefined;
  /** Files of the web page by path; undefined if there is none. */
  readonly page?: PageFiles;
}

type App = Hono<{ Variables: Variables }>;

/** The HTTP interface: checks, then the route's operation, then its reply as JSON or an event stream. */
export function createHttpApp(parts: HttpParts): App {
  const app: App = new Hono();
  const metrics = createMetrics({
    clock: parts.clock,
    cache: parts.engine.primeCache,
    indexState: () => indexState(parts.engine),
    jobCounts: async () => (await parts.engine.store()).jobs.counts(),
    shareMetrics: parts.shareMetrics,
  });
  const failures = addLog(app, parts, metrics);
  addChecks(app, parts);
  addHealth(app, parts);
  addDocuments(app, parts);
  if (parts.page !== undefined) addPage(app, parts.page);
  addWebhook(app, parts);
  addCallers(app, parts);
  for (const [path, read] of [
    ['/metrics', metrics.text],
    ['/metrics/recent', metrics.recent],
  ] as const) {
    app.get(path, async (c) => {
      const caller = callerOf(c);
      requireScope(caller, 'read');
      if (caller.engine.scope.owner !== parts.engine.scope.owner) {
        throw new DossierError(
          'forbidden',
          'The metrics cover all callers, so they need a token of the owner who runs the server.',
        );
      }
      return c.body(await read(), 200, { 'Content-Type': metrics.contentType });
    });
  }
  addOperations(app, parts, { replied: metrics.reply, failedLate: failures.late });
  addMounts(app, parts);
  addRest(app, parts);
  return app;
}

/** Gives every request an id, a log line and metrics, and every error its reply. */
function addLog(app: App, { createId, stopping, log }: HttpParts, metrics: Metrics) {
  const failed = (c: Call, error: unknown): Problem => {
    const problem = problemOf(error, c.get('requestId'));
    metrics.failure(problem.code);
    c.set('code', problem.code);
    if (problem.status >= 500) c.set('failure', failureOf(error));
    return problem;
  };
  app.use(async (c, next) => {
    c.set('started', performance.now());
    const given = c.req.header('x-request-id') ?? '';
    // It is repeated in answers and the log; a masked one has brackets.
    const known = maskSecretsIn(given).text;
    c.set('requestId', /^[\w-]{1,64}$/.test(known) ? known : createId());
    await next();
    c.header('X-Request-Id', c.get('requestId'));
    if (stopping()) c.header('Connection', 'close');
    const entry = entryOf(c, c.res.status);
    metrics.request({ ...entry, seconds: entry.milliseconds / 1000 });
    log(entry);
  });
  app.onError((error, c) => {
    const problem = failed(c, error);
    return new Response(JSON.stringify(problem), {
      status: problem.status,
      headers: {
        ...(error instanceof ProtocolError ? error.headers : {}),
        'Content-Type': PROBLEM_TYPE,
        ...(problem.status === 401 ? { 'WWW-Authenticate': 'Bearer realm="dossier"' } : {}),
      },
    });
  });
  return {
    /** For a stream that has started and is already logged as such. */
    late: (c: Call, error: unknown): Problem => {
      const problem = failed(c, error);
      log(entryOf(c, problem.status));
      return problem;
    },
  };
}

function addChecks(app: App, { origins }: HttpParts): void {
  app.use(
    secureHeaders({
      contentSecurityPolicy: PAGE_POLICY,
      xFrameOptions: 'DENY',
      // Left to the TLS proxy in front.
      strictTransportSecurity: false,
    }),
  );
  app.use(async (c, next) => {
    checkOrigin(c.req.raw.headers, origins);
    await next();
  });
  app.use(compress({ encoding: 'gzip' }));
}

function addDocuments(app: App, { operations, version }: HttpParts): void {
  const document = JSON.stringify(openApiDocument(operations, version));
  app.get('/openapi.json', etag(), (c) => json(c, document));
  app.get('/docs', etag(), (c) => c.html(openApiPage(operations, version)));
  app.get('/docs.css', etag(), (c) =>
    c.body(OPENAPI_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  );
}

/** From here on every caller is authenticated and rate-limited. */
function addCallers(app: App, parts: HttpParts): void {
  const { clock, engine, limits, requireToken, localToken } = parts;
  const authenticate = createAuthenticate(engine, { requireToken, localToken });
  const rateLimit = createRateLimit({
    perSecond: limits.requestsPerSecond,
    burst: limits.requestsPerSecond * 2,
  });
  app.use(async (c, next) => {
    const now = clock();
    const caller = await authenticate(
      { authorization: c.req.header('authorization'), address: addressOf(c), project: projectOf(c, parts) },
      now,
    );
    c.set('caller', caller);
    const wait = rateLimit(caller.name, now);
    if (wait > 0) {
      const seconds = String(wait);
      throw new ProtocolError('too-many-requests', `Too many requests. Try again in ${seconds} s.`, {
        'Retry-After': seconds,
      });
    }
    await next();
  });
}

function addOperations(
  app: App,
  { clock, limits, operations, stopping, notesOn }: HttpParts,
  noting: Pick<AnswerParts, 'replied' | 'failedLate'>,
): void {
  const withPermit = createSemaphore({
    running: limits.costlyRunning,
    waiting: limits.costlyWaiting,
    waitMilliseconds: limits.costlyWaitMilliseconds,
  });
  const sharedRuns = createSharedRuns();
  for (const served of servedOf(operations)) {
    const { operation, route } = served;
    const { indexedPath } = operation;
    const scope = scopeFor(operation, route);
    const handle = async (c: Call) => {
      requireScope(callerOf(c), scope);
      const hasBody = route.method === 'POST' || route.method === 'PATCH';
      const request = {
        pathValues: c.req.param(),
        query: new URL(c.req.url).searchParams,
        body: hasBody ? await bodyOf(c, limits) : undefined,
      };
      const input = decodeInput(operation, request, route.omit);
      // If the path is missing, the operation itself reports it.
      const path = indexedPath === undefined ? undefined : input[indexedPath];
      if (typeof path === 'string') await requireIndexed(callerOf(c).engine, path);
      const parts = { clock, limits, withPermit, sharedRuns, stopping, ...noting };
      const { engine, scopes } = callerOf(c);
      const question = questionOf(operation, input);
      // This indexes what it reads, which a read-only caller may not trigger.
      const mayIndex = question !== undefined && scopes.includes('write');
      const notes = async () => (mayIndex ? ((await notesOn?.(engine, question)) ?? []) : []);
      return answerCall(c, { ...served, input, notes }, parts);
    };
    if (route.method === 'GET') app.get(route.path, etag(), handle);
    else app.on(route.method, route.path, handle);
  }
}

function addMounts(app: App, { mounts = {} }: HttpParts): void {
  for (const [path, serve] of Object.entries(mounts)) {
    app.all(path, (c) => {
      requireScope(callerOf(c), 'write');
      return serve(c.req.raw, callerOf(c).engine);
    });
  }
}

function addRest(app: App, { operations }: HttpParts): void {
  const served = servedOf(operations);
  app.all('*', (c) => {
    const allowed = methodsAt(served, c.req.path);
    if (allowed.length > 0) {
      const methods = allowed.join(', ');
      throw new ProtocolError('method-not-allowed', `${c.req.path} takes ${methods}.`, { Allow: methods });
    }
    throw new DossierError('not-found', 'There is nothing at this path. See /docs for the routes.');
  });
}

/** The project a request names. Other protocols choose their own. */
function projectOf(c: Call, { mounts = {} }: HttpParts): string | undefined {
  const given = c.req.header(PROJECT_HEADER);
  if (given === undefined || c.req.path in mounts) return undefined;
  try {
    return decodeURIComponent(given);
  } catch (error) {
    throw new DossierError('invalid-input', `${PROJECT_HEADER} must be percent-encoded.`, { cause: error });
  }
}

/** The page may load only its own files and connect only to its own server. */
const PAGE_POLICY = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
};

function addHealth(app: App, { engine, stopping }: HttpParts): void {
  app.get('/health/live', (c) => c.json({ status: 'live' }));
  const ready = async (c: Call) => {
    if (stopping()) throw new ProtocolError('shutting-down', 'The server is shutting down.');
    // Reads one record: an index may be missing, the store may not.
    await (await recordsOf(engine)).get('health', 'ready');
    return c.json({ status: 'ready' });
  };
  app.get('/health/ready', ready);
  app.get('/health', ready);
}

function addPage(app: App, page: NonNullable<HttpParts['page']>): void {
  app.get('*', etag(), async (c, next) => {
    return (await page(c.req.path, c.req.header('Accept-Encoding'))) ?? next();
  });
}

async function indexState(engine: Engine) {
  return (await engine.store()).index(engine.scope).state();
}

function methodsAt(served: readonly Served[], path: string): readonly string[] {
  const segments = path.split('/');
  return served
    .filter(({ route }) => {
      const pattern = route.path.split('/');
      return (
        pattern.length === segments.length &&
        pattern.every((part, index) => part.startsWith(':') || part === segments[index])
      );
    })
    .map(({ route }) => route.method);
}
