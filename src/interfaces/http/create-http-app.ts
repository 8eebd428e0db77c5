import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { DossierError } from '../../core/errors.ts';
import type { Engine } from '../../engine/engine.ts';
import { requireIndexed } from '../../engine/read-source.ts';
import type { Operation } from '../../operations/operation.ts';
import { createAdmission } from './admission.ts';
import {
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
import { createMetrics } from './metrics.ts';
import { openApiDocument } from './openapi-document.ts';
import { OPENAPI_STYLE, openApiPage } from './openapi-page.ts';
import { PROBLEM_TYPE, ProtocolError, problemOf } from './problem.ts';
import { createRateLimit } from './rate-limit.ts';
import { PROJECT_HEADER, type Route } from './routes.ts';

/** One line of the log. Never holds contents, queries, tokens or their parts. */
export interface LogEntry {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly caller?: string;
  readonly code?: string;
  /** Of a failure that is not the caller's: what happened. */
  readonly failure?: string;
}

export interface HttpParts {
  readonly engine: Engine;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly routes: Readonly<Record<string, Route>>;
  readonly version: string;
  readonly clock: () => number;
  readonly createId: () => string;
  readonly log: (entry: LogEntry) => void;
  readonly requireToken: boolean;
  readonly origins: OriginRules;
  readonly limits: HttpLimits;
  /** True once the server is to stop: it finishes what runs and says so to who asks for health. */
  readonly stopping: () => boolean;
  /** Other protocols below a path of their own; they get the caller's engine. */
  readonly mounts?: Readonly<Record<string, (request: Request, engine: Engine) => Promise<Response>>>;
  /** Files of the web page by path; undefined for a path it does not have. */
  readonly page?: (path: string) => Promise<Response | undefined>;
}

type App = Hono<{ Variables: Variables }>;

/** The HTTP interface: checks, then the operation of the route, then its reply as JSON or an event stream. */
export function createHttpApp(parts: HttpParts): App {
  const app: App = new Hono();
  const metrics = createMetrics({
    cache: parts.engine.primeCache,
    indexState: () => indexState(parts.engine),
  });
  const document = JSON.stringify(openApiDocument(parts.operations, parts.routes, parts.version));

  app.use(async (c, next) => {
    const started = performance.now();
    const given = c.req.header('x-request-id') ?? '';
    c.set('requestId', /^[\w-]{1,64}$/.test(given) ? given : parts.createId());
    await next();
    c.header('X-Request-Id', c.get('requestId'));
    if (parts.stopping()) c.header('Connection', 'close');
    const seconds = (performance.now() - started) / 1000;
    const route = routeOf(c);
    const { method } = c.req;
    metrics.request({ method, route, status: c.res.status, seconds });
    parts.log({
      requestId: c.get('requestId'),
      method,
      route,
      status: c.res.status,
      milliseconds: Math.round(seconds * 1e5) / 100,
      ...pick('caller', c.get('caller')?.name),
      ...pick('code', c.get('code')),
      ...pick('failure', c.get('failure')),
    });
  });
  app.onError((error, c) => {
    const problem = problemOf(error, c.get('requestId'));
    c.set('code', problem.code);
    metrics.failure(problem.code);
    if (problem.status >= 500) c.set('failure', placeOf(error));
    const headers = error instanceof ProtocolError ? error.headers : {};
    return new Response(JSON.stringify(problem), {
      status: problem.status,
      headers: {
        ...headers,
        'Content-Type': PROBLEM_TYPE,
        ...(problem.status === 401 ? { 'WWW-Authenticate': 'Bearer realm="dossier"' } : {}),
      },
    });
  });
  app.use(
    secureHeaders({
      contentSecurityPolicy: PAGE_POLICY,
      xFrameOptions: 'DENY',
      // Whoever puts TLS in front decides this.
      strictTransportSecurity: false,
    }),
  );
  app.use(async (c, next) => {
    checkOrigin(c.req.raw.headers, parts.origins);
    await next();
  });
  app.use(compress({ encoding: 'gzip' }));

  addHealth(app, parts);
  app.get('/openapi.json', etag(), (c) => json(c, document));
  app.get('/docs', etag(), (c) => c.html(openApiPage(parts.operations, parts.routes, parts.version)));
  app.get('/docs.css', etag(), (c) =>
    c.body(OPENAPI_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  );
  if (parts.page !== undefined) addPage(app, parts.page);

  const { costlyRunning, costlyWaiting, costlyWaitMilliseconds } = parts.limits;
  const admit = createAdmission({
    running: costlyRunning,
    waiting: costlyWaiting,
    waitMilliseconds: costlyWaitMilliseconds,
  });
  const authenticate = createAuthenticate(parts.engine, { requireToken: parts.requireToken });
  const rateLimit = createRateLimit({
    perSecond: parts.limits.requestsPerSecond,
    burst: parts.limits.requestsPerSecond * 2,
  });
  app.use(async (c, next) => {
    const now = parts.clock();
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
  app.get('/metrics', async (c) => {
    requireScope(callerOf(c), 'read');
    return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType });
  });
  for (const [name, route] of Object.entries(parts.routes)) {
    const operation = parts.operations[name];
    if (operation === undefined) continue;
    const scope = route.scope ?? (operation.effect === 'read' ? 'read' : 'write');
    const handle = async (c: Call) => {
      requireScope(callerOf(c), scope);
      const hasBody = route.method === 'POST' || route.method === 'PATCH';
      const request = {
        pathValues: c.req.param(),
        query: new URL(c.req.url).searchParams,
        body: hasBody ? await bodyOf(c, parts.limits) : undefined,
      };
      const input = decodeInput(operation, request, route.omit);
      if (route.indexedPath !== undefined) {
        await requireIndexed(callerOf(c).engine, String(input[route.indexedPath]));
      }
      return answerCall(c, { name, operation, route, input }, { ...parts, admit }, metrics.reply);
    };
    if (route.method === 'GET') app.get(route.path, etag(), handle);
    else app.on(route.method, route.path, handle);
  }
  for (const [path, serve] of Object.entries(parts.mounts ?? {})) {
    app.all(path, (c) => {
      requireScope(callerOf(c), 'write');
      return serve(c.req.raw, callerOf(c).engine);
    });
  }
  app.all('*', (c) => {
    const allowed = methodsAt(parts.routes, c.req.path);
    if (allowed.length > 0) {
      const methods = allowed.join(', ');
      throw new ProtocolError('method-not-allowed', `${c.req.path} takes ${methods}.`, { Allow: methods });
    }
    throw new DossierError('not-found', 'There is nothing at this path. See /docs for what there is.');
  });
  return app;
}

/** The project a request names. Other protocols choose theirs themselves. */
function projectOf(c: Call, { mounts = {} }: HttpParts): string | undefined {
  const given = c.req.header(PROJECT_HEADER);
  if (given === undefined || c.req.path in mounts) return undefined;
  try {
    return decodeURIComponent(given);
  } catch (error) {
    throw new DossierError('invalid-input', `${PROJECT_HEADER} must be percent-encoded.`, { cause: error });
  }
}

/** The page may load only its own files and talk only to its own server. */
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
    // Reads one row: an index may be absent, the store may not.
    await (await engine.store()).records(engine.scope).get('health', 'ready');
    return c.json({ status: 'ready' });
  };
  app.get('/health/ready', ready);
  app.get('/health', ready);
}

function addPage(app: App, page: NonNullable<HttpParts['page']>): void {
  app.get('*', etag(), async (c, next) => (await page(c.req.path)) ?? next());
}

async function indexState(engine: Engine) {
  return (await engine.store()).index(engine.scope).state();
}

/** The pattern, not the path: paths hold names of threads and the like. */
function routeOf(c: Call): string {
  const patterns = c.req.routePath;
  return patterns === '' || patterns === '*' || patterns === '/*' ? 'other' : patterns;
}

function addressOf(c: Call): string {
  const env: unknown = c.env;
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return 'unknown';
  const { incoming } = env;
  if (typeof incoming !== 'object' || incoming === null || !('socket' in incoming)) return 'unknown';
  const { socket } = incoming;
  const known = typeof socket === 'object' && socket !== null && 'remoteAddress' in socket;
  return known && typeof socket.remoteAddress === 'string' ? socket.remoteAddress : 'unknown';
}

function methodsAt(routes: Readonly<Record<string, Route>>, path: string): readonly string[] {
  const segments = path.split('/');
  return Object.values(routes)
    .filter((route) => {
      const pattern = route.path.split('/');
      return (
        pattern.length === segments.length &&
        pattern.every((part, index) => part.startsWith(':') || part === segments[index])
      );
    })
    .map((route) => route.method);
}

/** What happened, for the log: our own sentences on the store and the like; of others only kind and places. */
function placeOf(error: unknown): string {
  if (error instanceof DossierError && error.code !== 'internal') return error.message;
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 6).map((line) => line.trim())].join(' | ');
}

function pick<Name extends string>(name: Name, value: string | undefined) {
  return value === undefined ? {} : { [name]: value };
}
