import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../adapters/private-folder.ts';
import { DossierError, errorCode, errorMessage } from '../core/errors.ts';
import {
  isPrivateFolder,
  type PrivateRequest,
  privateSocketPath,
  type SocketPlace,
} from './private-socket.ts';

interface PrivateServer {
  readonly close: () => Promise<void>;
}

interface ServerParts {
  /** Undefined for a request that its process has to answer itself. */
  readonly answer: (request: PrivateRequest) => Promise<unknown>;
  readonly report: (sentence: string) => void;
  /** Instead of waiting for a place that another process has. */
  readonly onTaken?: () => void;
}

const requestSchema: z.ZodType<PrivateRequest> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hook'),
    payload: z.string(),
    named: z.string().exactOptional(),
    folder: z.string(),
    started: z.number(),
    limit: z.number(),
    parent: z.int(),
  }),
  z.object({
    kind: z.literal('command'),
    argv: z.array(z.string()),
    folder: z.string(),
    stdin: z.string().exactOptional(),
    isTerminal: z.object({ stdin: z.boolean(), stdout: z.boolean(), stderr: z.boolean() }),
  }),
]);

/** Longer requests are left to who asks. */
const MAX_REQUEST = 10_000_000;
/** How often a server tries to replace one that answered before it. */
const TRY_AGAIN_MS = 5000;

/**
 * Answers hooks and commands of a project in this process, which has its code compiled and its index in memory. None
 * needs it: one that finds no server answers itself.
 */
export function servePrivateSocket(place: SocketPlace, parts: ServerParts): PrivateServer {
  const { answer, report } = parts;
  const path = privateSocketPath(place);

  async function serve(connection: Socket): Promise<void> {
    // Says that this process is not busy; the request follows.
    connection.write('\n');
    const text = await textFrom(connection);
    // Another server asks whether this one runs, or nobody waits any more.
    if (text === '') return;
    const reply = await answer(requestSchema.parse(JSON.parse(text)));
    if (reply !== undefined) connection.write(`${JSON.stringify(reply)}\n`);
  }

  const server = createServer({ allowHalfOpen: true }, (connection) => {
    serve(connection)
      .catch((error: unknown) => {
        // Who has stopped waiting needs no answer.
        if (!(error instanceof DossierError))
          report(`A hook or command was not answered: ${errorMessage(error)}`);
      })
      .finally(() => connection.end());
    connection.on('error', () => connection.destroy());
  });
  server.unref();
  const timer = path === undefined ? undefined : listenWhenFree(server, path, parts);
  return {
    close: async () => {
      clearInterval(timer);
      await new Promise((done) => server.close(done));
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
    connection.on('close', () => reject(new DossierError('cancelled', 'The process that asked hung up.')));
  });
}

/** Listens once no other process does; tries again until then. */
function listenWhenFree(server: Server, path: string, { report, onTaken }: ServerParts): NodeJS.Timeout {
  const folder = dirname(path);
  const timer = setInterval(attempt, TRY_AGAIN_MS);
  timer.unref();
  server.on('listening', () => chmodSync(path, 0o600));
  server.on('error', (error) => {
    // Listening failed because the path is taken: by a running server, or left by one that was killed.
    if (errorCode(error) !== 'EADDRINUSE') return give(errorMessage(error));
    const probe = connect(path);
    probe.on('connect', () => {
      probe.destroy();
      onTaken?.();
    });
    probe.on('error', (refused) => {
      probe.destroy();
      if (errorCode(refused) !== 'ECONNREFUSED') return;
      rmSync(path, { force: true });
      attempt();
    });
  });
  function give(reason: string): void {
    clearInterval(timer);
    report(`Hooks and commands are not answered by this process: ${reason}`);
    onTaken?.();
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
