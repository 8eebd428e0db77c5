import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Option } from 'commander';
import { keepLocalToken } from '../adapters/config/local-token.ts';
import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { IndexKeeper } from '../indexing/keep-indexed.ts';
import type { ExtraCommand } from '../interfaces/cli/build-program.ts';
import type { Globals } from '../interfaces/cli/global-flags.ts';
import type { ShareMetrics } from '../interfaces/http/metrics.ts';
import { openEngine, stateFolder } from '../open-engine.ts';
import { boundMemory, DEFAULT_MEMORY, megabytes } from './bound-memory.ts';
import type { WorkerSeat } from './join-workers.ts';
import { optionsOf } from './options-of.ts';
import { packageVersion } from './package-version.ts';
import { planWorkers } from './plan-workers.ts';
import { report } from './report.ts';
import { portNumber, wholeNumber } from './whole-number.ts';

/** The built web page: dist/web, relative to dist/program and dist/cli. */
const PAGE_FOLDER = fileURLToPath(new URL('../web', import.meta.url));

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

/** A waiting write blocks every request, so a server waits only a second for another process. */
const SERVER_STORE_WAIT = 1000;

interface ServeFlags {
  readonly host: string;
  readonly port: number;
  readonly requireToken: boolean;
  readonly token: boolean;
  readonly allowedHost: readonly string[];
  readonly allowedOrigin: readonly string[];
  readonly rateLimit: number;
  readonly memory?: number;
  readonly workers?: number;
  readonly logLevel: string;
}

/** The command that serves a project over HTTP until it is interrupted. */
export function serveCommand(signal: AbortSignal): ExtraCommand {
  const list = (text: string) => text.split(',').filter((part) => part !== '');
  return {
    name: 'serve',
    topic: 'Agents and servers',
    summary: 'Serve the project over HTTP: the web page, the API and MCP',
    configure: (command, globals) =>
      command
        .option(
          '--host <address>',
          'Address to listen on; beyond this machine only with access tokens',
          '127.0.0.1',
        )
        .option('--port <n>', 'Port; 0 takes any free one', portNumber, 4173)
        .option('--require-token', 'Require an access token on this machine too', false)
        .option('--no-token', 'Let every user of this machine in')
        .option('--allowed-host <a,b>', 'More host names to answer to', list, [])
        .option('--allowed-origin <a,b>', 'Origins of pages that may call', list, [])
        .option('--rate-limit <n>', 'Requests per second and caller; 0 sets no limit', wholeNumber, 100)
        .option(
          '--workers <n>',
          `Processes that answer; default: one for each ${DEFAULT_MEMORY} MB of --memory, at most one per core`,
          wholeNumber,
        )
        .option(
          '--memory <MB>',
          `Megabytes all of them may take; default: ${DEFAULT_MEMORY} for each worker`,
          megabytes,
        )
        .addOption(new Option('--log-level <level>', 'How much to log').choices(LOG_LEVELS).default('info'))
        .addHelpText(
          'after',
          '\nExamples:\n  # For yourself, then open the address it prints\n  dossier serve\n  # For a team\n  dossier --owner ada token create "Ada"\n  dossier serve --host 0.0.0.0 --allowed-host dossier.example.org',
        )
        .action((given: ServeFlags) => serve(globals(), given, signal)),
  };
}

async function serve(globals: Globals, given: ServeFlags, signal: AbortSignal): Promise<void> {
  const { joinWorkers } = await import('./join-workers.ts');
  const seat = joinWorkers(process.env);
  if (seat !== undefined) return serveAsWorker(globals, given, seat, signal);
  const announce = (address: string) => void process.stdout.write(`${address}\n`);
  const { workers, memory } = planWorkers(given);
  if (workers === 1) return serveAlone(globals, { ...given, memory }, { signal, listening: announce });
  const { superviseWorkers } = await import('./supervise-workers.ts');
  await superviseWorkers({ workers, memory, host: given.host, port: given.port, signal, announce, report });
}

async function serveAsWorker(
  globals: Globals,
  given: ServeFlags,
  { port, memory, shareMetrics, handedOver, ...seat }: WorkerSeat,
  signal: AbortSignal,
): Promise<void> {
  let isReady = false;
  try {
    await serveAlone(
      globals,
      { ...given, port, memory },
      {
        signal: AbortSignal.any([signal, seat.signal]),
        shareMetrics,
        handedOver,
        listening: (address) => {
          isReady = true;
          seat.ready(address);
        },
      },
    );
  } catch (error) {
    if (isReady) throw error;
    seat.failed(error);
  } finally {
    seat.leave();
  }
}

/** What one process that serves gets from whoever started it. */
interface Serving {
  readonly signal: AbortSignal;
  /** Called with the address to open. */
  readonly listening: (address: string) => void;
  readonly shareMetrics?: ShareMetrics;
  readonly handedOver?: WorkerSeat['handedOver'];
}

/** Serves in this process until the signal fires. */
async function serveAlone(
  globals: Globals,
  given: ServeFlags & { readonly memory: number },
  { signal, listening, shareMetrics, handedOver }: Serving,
): Promise<void> {
  if (globals.also !== undefined) {
    throw new DossierError(
      'invalid-input',
      '--also works with query, search and mcp. A server answers for one project at a time: leave it out.',
    );
  }
  const keepers = await createKeepers();
  const [{ serveHttp, LOOPBACK_ADDRESSES }, { createPageFiles }, { library }, engine, mcp] =
    await Promise.all([
      import('../interfaces/http/serve-http.ts'),
      import('../interfaces/http/page-files.ts'),
      import('../operations/registry.ts'),
      openServedEngine(globals),
      mountMcp(keepers.of),
    ]);
  boundMemory(given.memory, () => [engine]);
  const localToken = LOOPBACK_ADDRESSES.has(given.host) ? localTokenFor(engine, given) : undefined;
  try {
    const server = await serveHttp(
      {
        engine,
        operations: library,
        version: packageVersion(),
        clock: Date.now,
        mounts: { '/mcp': mcp },
        notesOn: keepers.notesOn,
        page: await createPageFiles(PAGE_FOLDER),
        shareMetrics,
      },
      {
        host: given.host,
        port: given.port,
        requireToken: given.requireToken,
        localToken,
        allowedHosts: given.allowedHost,
        allowedOrigins: given.allowedOrigin,
        logLevel: given.logLevel,
        limits: { requestsPerSecond: given.rateLimit },
        handedOver,
        listening: (url) => listening(localToken === undefined ? url : `${url}/#token=${localToken}`),
      },
    );
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await server.stop();
  } finally {
    await keepers.stop();
    await engine.close();
  }
}

/** Other local users can reach loopback too, but cannot read the token file. */
function localTokenFor(engine: Engine, { token, requireToken }: ServeFlags): string | undefined {
  if (!token || requireToken) return undefined;
  return keepLocalToken(join(stateFolder(), 'serve-token'), engine.tokenHasher.create);
}

/** A process that answers more than once caches searches and contexts. */
async function openServedEngine(globals: Globals): Promise<Engine> {
  const [{ createPrimeCache }, { createSearchCache }] = await Promise.all([
    import('../conversation/prime-cache.ts'),
    import('../search/search-cache.ts'),
  ]);
  return {
    ...openEngine({ ...optionsOf(globals), storeWait: SERVER_STORE_WAIT }),
    primeCache: createPrimeCache(),
    searchCache: createSearchCache(),
  };
}

/** Same as for MCP: an answer from a quick scan then still takes less than two seconds. */
const LONGEST_WAIT_MS = 500;

interface Keepers {
  /** Starts indexing the engine's project and watching its files, once. */
  readonly of: (engine: Engine) => IndexKeeper;
  /** Prepares the answer to a question about a project that is not indexed yet, and says so. */
  readonly notesOn: (engine: Engine, question: string) => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

async function createKeepers(): Promise<Keepers> {
  const [{ keepIndexed }, { indexLikelyFirst }] = await Promise.all([
    import('../indexing/keep-indexed.ts'),
    import('../search/index-likely-first.ts'),
  ]);
  const keepers = new Map<Engine, IndexKeeper>();
  const of = (engine: Engine): IndexKeeper => {
    const keeper = keepers.get(engine) ?? keepIndexed(engine, { clock: Date.now, report, indexLikelyFirst });
    keepers.set(engine, keeper);
    return keeper;
  };
  return {
    of,
    notesOn: async (engine, question) => {
      const index = (await engine.store()).index(engine.scope);
      const isOurs = engine.scanner !== undefined;
      const isKept = keepers.has(engine) || (await index.getMeta('indexedAt')) === undefined;
      return isOurs && isKept ? of(engine).ready({ milliseconds: LONGEST_WAIT_MS, question }) : [];
    },
    stop: async () => {
      for (const keeper of keepers.values()) await keeper.stop();
    },
  };
}

/** Each engine has its own MCP server, so that callers share nothing. */
async function mountMcp(
  keeperOf: (engine: Engine) => IndexKeeper,
): Promise<(request: Request, engine: Engine) => Promise<Response>> {
  const [{ createMcpFetch }, { createProjectSet }, { operations }] = await Promise.all([
    import('../interfaces/mcp/serve-mcp.ts'),
    import('../interfaces/mcp/project-set.ts'),
    import('../operations/registry.ts'),
  ]);
  const version = packageVersion();
  const handlers = new WeakMap<Engine, ReturnType<typeof createMcpFetch>>();
  return async (request, engine) => {
    const known =
      handlers.get(engine) ??
      createMcpFetch({
        version,
        operations,
        projects: createProjectSet({
          folder: engine.root,
          openProject: () => engine,
          // The first question over MCP starts indexing.
          keepIndexed: keeperOf,
        }),
        clock: Date.now,
        report,
        followRoots: false,
        shared: true,
      });
    handlers.set(engine, known);
    return known.fetch(request);
  };
}
