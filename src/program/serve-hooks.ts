import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../adapters/private-folder.ts';
import type { Engine } from '../core/engine.ts';
import { DossierError, errorCode, errorMessage } from '../core/errors.ts';
import { type HookServices, runHook } from '../interfaces/hooks/run-hook.ts';
import { storeIdentity } from '../open-engine.ts';
import { hookServices } from './hook-services.ts';
import { type HookPlace, type HookRequest, hookSocketPath, isPrivateFolder } from './hook-socket.ts';

interface HookServer {
  readonly close: () => Promise<void>;
}

const requestSchema: z.ZodType<HookRequest> = z.object({
  payload: z.string(),
  named: z.string().exactOptional(),
  folder: z.string(),
  started: z.number(),
  limit: z.number(),
  parent: z.int(),
});

/** Longer payloads are left to the hook. */
const MAX_REQUEST = 10_000_000;
/** How often a server tries to replace one that answered before it. */
const TRY_AGAIN_MS = 5000;

/**
 * Answers the hooks of a project in this process, which has its code compiled and its index in memory. No hook needs
 * it: one that finds no server answers itself. `onOpen` is told of the engine that holds the index.
 */
export function serveHooks(
  place: HookPlace,
  {
    report,
    onOpen,
  }: { readonly report: (sentence: string) => void; readonly onOpen: (engine: Engine) => void },
): HookServer {
  const path = hookSocketPath(place);
  let kept: { readonly key: string; readonly engine: Engine } | undefined;

  /** The engine the hook would open; undefined without a store, or if settings or store are no longer the first. */
  function engineFor(folder: string): Engine | undefined {
    const engine = hookServices(place.globals).openEngine(folder);
    const store = storeIdentity(engine, folder);
    if (store === undefined) return undefined;
    const key = JSON.stringify([engine.root, engine.config, engine.scope, store]);
    if (kept === undefined) {
      kept = { key, engine };
      onOpen(engine);
    }
    return kept.key === key ? kept.engine : undefined;
  }

  async function answer(request: HookRequest): Promise<string | undefined> {
    const { payload, named, started, limit, parent } = request;
    const engine = engineFor(request.folder);
    if (engine === undefined) return undefined;
    let reply = '';
    await runHook({
      ...(named === undefined ? {} : { named }),
      readInput: async () => payload,
      write: (text) => {
        reply = text;
      },
      clock: Date.now,
      limit,
      elapsed: () => Date.now() - started,
      load: async () => servicesWith(engine, parent),
    });
    return reply;
  }

  function servicesWith(engine: Engine, parent: number): HookServices {
    const { log, answer } = hookServices(place.globals, parent);
    return {
      log: (line) => log(`${line} (by server ${process.pid})`),
      answer,
      // Kept for the next hook, whatever this one does.
      openEngine: () => ({ ...engine, close: async () => undefined }),
    };
  }

  async function serve(connection: Socket): Promise<void> {
    // Says that this process is not busy; the reply follows.
    connection.write('\n');
    const text = await textFrom(connection);
    // Another server asks whether this one runs.
    if (text === '') return;
    const reply = await answer(requestSchema.parse(JSON.parse(text)));
    if (reply !== undefined) connection.write(`${JSON.stringify(reply)}\n`);
  }

  const server = createServer({ allowHalfOpen: true }, (connection) => {
    serve(connection)
      .catch((error: unknown) => {
        // A hook that has stopped waiting needs no answer.
        if (!(error instanceof DossierError)) report(`A hook could not be answered: ${errorMessage(error)}`);
      })
      .finally(() => connection.end());
    connection.on('error', () => connection.destroy());
  });
  server.unref();
  const timer = path === undefined ? undefined : listenWhenFree(server, path, report);
  return {
    close: async () => {
      clearInterval(timer);
      await new Promise((done) => server.close(done));
      await kept?.engine.close();
    },
  };
}

/** Everything the other side writes. Iterating over a socket would close it, and the reply could not be sent. */
function textFrom(connection: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    connection.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.length > MAX_REQUEST) connection.destroy();
    });
    connection.on('end', () => resolve(text));
    connection.on('close', () => reject(new DossierError('cancelled', 'The hook hung up.')));
  });
}

/** Listens once no other process does; tries again until then. */
function listenWhenFree(server: Server, path: string, report: (sentence: string) => void): NodeJS.Timeout {
  const folder = dirname(path);
  const timer = setInterval(attempt, TRY_AGAIN_MS);
  timer.unref();
  server.on('error', (error) => {
    // Listening failed because the path is taken: by a running server, or left by one that was killed.
    if (errorCode(error) !== 'EADDRINUSE') return give(errorMessage(error));
    const probe = connect(path);
    probe.on('connect', () => probe.destroy());
    probe.on('error', (refused) => {
      probe.destroy();
      if (errorCode(refused) !== 'ECONNREFUSED') return;
      rmSync(path, { force: true });
      attempt();
    });
  });
  function give(reason: string): void {
    clearInterval(timer);
    report(`Hooks are not answered by this process: ${reason}`);
  }
  function attempt(): void {
    if (server.listening) return;
    try {
      makePrivateFolder(folder);
      if (isPrivateFolder(folder)) server.listen(path);
      else give(`${folder} can be used by others. Remove it; it is made again.`);
    } catch (error) {
      give(errorMessage(error));
    }
  }
  attempt();
  return timer;
}
