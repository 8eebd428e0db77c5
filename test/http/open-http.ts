import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPrimeCache } from '../../src/conversation/prime-cache.ts';
import type { Engine } from '../../src/core/engine.ts';
import { forOwner } from '../../src/core/engine.ts';
import { type Client, createClient } from '../../src/interfaces/http/client.ts';
import { createHttpApp, type HttpParts } from '../../src/interfaces/http/create-http-app.ts';
import type { LogEntry } from '../../src/interfaces/http/log-entry.ts';
import { DEFAULT_LIMITS } from '../../src/interfaces/http/serve-http.ts';
import { openEngine } from '../../src/open-engine.ts';
import { library } from '../../src/operations/registry.ts';
import { runOperation } from '../../src/operations/run-operation.ts';

export const HOST = '127.0.0.1:4173';

export interface OpenHttp {
  readonly engine: Engine;
  readonly log: readonly LogEntry[];
  /** Sends one request without a network: the same code path from the first check on. */
  readonly send: (
    method: string,
    path: string,
    options?: {
      readonly token?: string | undefined;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly signal?: AbortSignal;
    },
  ) => Promise<Response>;
  readonly client: (token?: string, project?: string) => Client;
  readonly createToken: (
    owner: string,
    scopes?: readonly ('read' | 'write' | 'admin' | 'projects')[],
    days?: number,
  ) => Promise<string>;
  readonly clock: { now: number };
  readonly close: () => Promise<void>;
}

/** The HTTP interface on a real store: a file in a temporary folder, or the address of a server. */
export function openHttp(
  parts: Partial<HttpParts> = {},
  {
    store,
    root,
    webhookSecret,
  }: {
    readonly store?: string | undefined;
    readonly root?: string;
    readonly webhookSecret?: string;
  } = {},
): OpenHttp {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-http-'));
  const opened = openEngine({
    root: root ?? folder,
    environment: { XDG_DATA_HOME: folder, DOSSIER_WEBHOOK_SECRET: webhookSecret },
    settings: { store: store ?? join(folder, 'store.sqlite') },
  });
  const engine: Engine = { ...opened, primeCache: createPrimeCache() };
  const log: LogEntry[] = [];
  const clock = { now: Date.parse('2026-11-15T12:00:00Z') };
  let made = 0;
  const app = createHttpApp({
    engine,
    operations: library,
    version: '0.0.0',
    clock: () => clock.now,
    createId: () => `request-${++made}`,
    log: (entry) => log.push(entry),
    requireToken: true,
    origins: { hosts: new Set(['127.0.0.1']), origins: new Set() },
    limits: { ...DEFAULT_LIMITS, requestsPerSecond: 0 },
    stopping: () => false,
    ...parts,
  });
  return {
    engine,
    log,
    clock,
    send: async (method, path, { token, body, headers, signal } = {}) =>
      app.request(`http://${HOST}${path}`, {
        method,
        headers: {
          host: HOST,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(signal === undefined ? {} : { signal }),
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    client: (token, project) =>
      createClient({
        url: `http://${HOST}`,
        ...(token === undefined ? {} : { token }),
        ...(project === undefined ? {} : { project }),
        fetch: async (address, init) => {
          const headers = new Headers(init?.headers);
          headers.set('host', HOST);
          return app.request(String(address), { ...init, headers });
        },
      }),
    createToken: async (owner, scopes = ['read', 'write'], days) => {
      const { token } = await runOperation(
        forOwner(engine, owner),
        library.tokenCreate,
        { name: owner, scopes, days },
        { now: clock.now, signal: new AbortController().signal, progress: () => undefined },
      );
      return token;
    },
    close: async () => {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
