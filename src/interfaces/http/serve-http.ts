import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { Server as Listener, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import type { Engine } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { hasActiveToken } from '../../sessions/access-tokens.ts';
import type { HttpLimits } from './answer-call.ts';
import { LOOPBACK_HOSTS } from './check-origin.ts';
import { createHttpApp, type HttpParts } from './create-http-app.ts';
import type { LogEntry } from './log-entry.ts';
import { PROBLEM_TYPE, ProtocolError, problemOf } from './problem.ts';

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** Require an access token even on loopback. Elsewhere one is always required. */
  readonly requireToken: boolean;
  /** The machine's token, required on loopback if set; otherwise any local user may call. */
  readonly localToken?: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly logLevel: string;
  readonly limits: Partial<HttpLimits>;
  /** Where another process listens and hands connections over: called with what takes one. */
  readonly handedOver?: ((take: (connection: Socket) => void) => void) | undefined;
  /** Told the address before the first line of the log. */
  readonly listening?: ((url: string) => void) | undefined;
}

interface ServeParts extends Pick<HttpParts, 'mounts' | 'notesOn' | 'page' | 'shareMetrics'> {
  readonly engine: Engine;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly version: string;
  readonly clock: () => number;
}

export interface RunningServer {
  readonly url: string;
  /** Stops accepting, lets running calls finish for a while, then closes every connection. */
  readonly stop: () => Promise<void>;
}

/** Default limits of the service. */
export const DEFAULT_LIMITS: HttpLimits = {
  bodyBytes: 1_000_000,
  bodyMilliseconds: 10_000,
  operationMilliseconds: 30_000,
  longOperationMilliseconds: 3_600_000,
  requestsPerSecond: 100,
  // One process has one CPU; a few at a time keep it busy while others read files.
  costlyRunning: 4,
  costlyWaiting: 500,
  // Far longer than a full queue takes on a slow machine: clients give up first and leave the queue.
  costlyWaitMilliseconds: 120_000,
};
/** Time for running calls to finish after a stop. */
const GRACE_MILLISECONDS = 10_000;
/**
 * Incoming requests are still accepted for this long: closing at once would reset connections whose request has
 * arrived but has not been read.
 */
const DRAIN_MILLISECONDS = 300;
/**
 * Idle connections stay open longer than those of the usual proxies and clients (60 seconds): whoever closes first
 * must not be the server, or a request on its way is lost.
 */
const KEEP_ALIVE_MILLISECONDS = 75_000;
const HEADERS_MILLISECONDS = 10_000;
/** How often connections that became idle are closed while a worker stops. */
const CLOSING_MILLISECONDS = 20;
export const LOOPBACK_ADDRESSES = new Set(['localhost', '127.0.0.1', '::1']);

/** Serves a project over HTTP until `stop` is called. */
export async function serveHttp(parts: ServeParts, options: ServeOptions): Promise<RunningServer> {
  const loopback = LOOPBACK_ADDRESSES.has(options.host);
  if (!loopback && !(await hasActiveToken(parts.engine, parts.clock()))) {
    throw new DossierError(
      'forbidden',
      `Not listening on ${options.host} without access tokens: anyone who reaches it could read the project. Make one with "dossier token create", or listen on 127.0.0.1.`,
    );
  }
  const logger = pino({ level: options.logLevel }, pino.destination({ fd: 2, sync: false }));
  let stopping = false;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const app = createHttpApp({
    ...parts,
    createId: randomUUID,
    log: (entry) => writeLog(logger, entry),
    requireToken: options.requireToken || !loopback || options.localToken !== undefined,
    localToken: options.localToken,
    origins: {
      hosts: new Set([...LOOPBACK_HOSTS, bracketed(options.host), ...options.allowedHosts.map(lowerCase)]),
      origins: new Set(options.allowedOrigins),
    },
    limits,
    stopping: () => stopping,
  });
  const server = createServer(
    {
      headersTimeout: HEADERS_MILLISECONDS,
      // Longer than the body's own limit, which gives a better error; this one catches what never ends.
      requestTimeout: HEADERS_MILLISECONDS + 2 * limits.bodyMilliseconds,
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
      connectionsCheckingInterval: 1000,
    },
    getRequestListener(app.fetch),
  );
  server.on('clientError', answerBadRequest);
  const open = new Set<Socket>();
  server.on('connection', (connection) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  });
  const isListening = options.handedOver === undefined;
  const port = isListening ? await listen(server, options) : options.port;
  if (options.handedOver !== undefined) {
    // Node watches connections for slow and idle ones from this event on; this server never listens itself.
    server.emit('listening');
    options.handedOver((connection) => {
      server.emit('connection', connection);
      connection.resume();
    });
  }
  const url = `http://${bracketed(options.host)}:${port}`;
  options.listening?.(url);
  logger.info({ url }, 'listening');
  return {
    url,
    stop: async () => {
      stopping = true;
      logger.info('stopping');
      await new Promise((resolve) => setTimeout(resolve, DRAIN_MILLISECONDS));
      await (isListening ? close(server) : closeAll(server, open));
      logger.info('stopped');
      await new Promise<void>((resolve) => logger.flush(() => resolve()));
    },
  };
}

function writeLog(logger: { info: Write; warn: Write; error: Write }, entry: LogEntry): void {
  if (entry.status >= 500) logger.error(entry, 'request');
  else if (entry.status >= 400) logger.warn(entry, 'request');
  else logger.info(entry, 'request');
}
type Write = (entry: LogEntry, message: string) => void;

/** Listens and returns the port, which differs from the given one where that is 0. */
export function listen(
  server: Listener,
  { host, port }: Pick<ServeOptions, 'host' | 'port'>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const advice = taken ? `Port ${port} is in use; choose another with --port.` : `${error.message}.`;
      reject(new DossierError('unavailable', `Cannot listen on ${host}: ${advice}`, { cause: error }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), GRACE_MILLISECONDS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
  });
}

/** The same for connections that were handed over, which the server does not count. */
function closeAll(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), GRACE_MILLISECONDS);
    const closing = setInterval(() => {
      server.closeIdleConnections();
      if (open.size > 0) return;
      clearTimeout(force);
      clearInterval(closing);
      resolve();
    }, CLOSING_MILLISECONDS);
  });
}

/** Requests that are not HTTP, or too slow, are answered before any route sees them. */
function answerBadRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const problem = problemOf(
    late
      ? new ProtocolError('request-timeout', 'The request did not arrive in time.')
      : new DossierError('invalid-input', 'This is not a valid HTTP request.'),
    randomUUID(),
  );
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : problem.status;
  const body = JSON.stringify({ ...problem, status });
  socket.end(
    `HTTP/1.1 ${status} ${problem.title}\r\nContent-Type: ${PROBLEM_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host.toLowerCase();
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}
