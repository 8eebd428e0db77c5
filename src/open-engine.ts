import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { cacheFolder, dataFolder } from './adapters/config/cache-folder.ts';
import { CONFIG_FILE, findRoot } from './adapters/config/find-root.ts';
import { isInsideRoot } from './adapters/config/inside-root.ts';
import { keepLocalSalt } from './adapters/config/local-token.ts';
import { readConfigFile } from './adapters/config/read-config-file.ts';
import { defaultStorePath, fileNameOf, projectNameOf } from './adapters/config/store-path.ts';
import { createFileLeases } from './adapters/locks/file-leases.ts';
import { createFileReader } from './adapters/sources/file-reader.ts';
import { branchOf, mainRootOf } from './adapters/sources/git-places.ts';
import { createMemoryFolder } from './adapters/sources/memory-folder.ts';
import { nodeTokenHasher } from './adapters/tokens/node-token-hasher.ts';
import type { Engine } from './core/engine.ts';
import { DossierError } from './core/errors.ts';
import type { OtherRoot } from './core/other-roots.ts';
import type { Parser } from './core/parser.ts';
import type { Embedder } from './core/ports.ts';
import { resolveConfig } from './core/resolve-config.ts';
import type { Store } from './core/store.ts';
import { TRUST_VARIABLE, untrustedSetting } from './core/untrusted-settings.ts';

/** Where a project keeps memories as files. */
const MEMORY_FOLDER = ['.dossier', 'memories'];

/** Workers need built code; tests run from the sources and work without them. */
const PREPARE_WORKER = new URL('./program/prepare-worker.js', import.meta.url);
const SCAN_WORKER = new URL('./program/scan-worker.js', import.meta.url);
const EMBED_WORKER = new URL('./program/embed-worker.js', import.meta.url);

/** More workers would wait for the disk rather than read faster. */
const MAX_SCANNING = 7;

type Environment = Readonly<Record<string, string | undefined>>;

/** How to open a project. Every option has a default. */
export interface OpenOptions {
  /** Folder of the project. Default: the nearest folder from `folder` upwards with .git or dossier.config.json. */
  readonly root?: string;
  /** Folder that relative paths start from and in which the search for the root begins. Default: the current one. */
  readonly folder?: string;
  /** SQLite file or postgres:// address of the store. Default: a file in the user's cache folder. */
  readonly store?: string;
  /** Whose records to use. Default: the setting `owner`, else `local`. */
  readonly owner?: string;
  /** Name of the project in the store. Default: derived from the root. */
  readonly project?: string;
  /** Folders of other projects that `search` and `query` search as well. Default: none. */
  readonly also?: readonly string[];
  /** Settings by dotted name, for example `{ 'index.commits': 500 }`; they override file and environment. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Path of the settings file. Default: dossier.config.json in the root, if there is one. */
  readonly configFile?: string;
  /** Variables that hold settings (`DOSSIER_*`) and the cache folder. Default: those of the process. */
  readonly environment?: Environment;
  /** How long a write waits for another process to finish writing, in milliseconds; it blocks meanwhile. Default: 10 s. */
  readonly storeWait?: number;
}

/** The names of all options, to refuse others. */
export const OPEN_OPTIONS = Object.keys({
  root: true,
  folder: true,
  store: true,
  owner: true,
  project: true,
  also: true,
  settings: true,
  configFile: true,
  environment: true,
  storeWait: true,
} satisfies Record<keyof OpenOptions, true>);

/** Opens a project. The only place that picks adapters; each is loaded on first use. */
export function openEngine(options: OpenOptions = {}): Engine {
  const environment = options.environment ?? process.env;
  const folder = resolve(options.folder ?? process.cwd());
  const root = options.root === undefined ? findRoot(folder) : resolve(folder, options.root);
  const configPath = resolve(folder, options.configFile ?? join(root, CONFIG_FILE));
  const content = readConfigFile(configPath, { required: options.configFile !== undefined, root });
  const trusted = options.configFile !== undefined || environment[TRUST_VARIABLE] === '1';
  const { config, origins } = resolveConfig({
    ...(content === undefined ? {} : { file: { path: configPath, content, trusted } }),
    environment,
    flags: settingsOf(options),
  });
  if (content !== undefined && !trusted) refusePathsOutside(root, configPath, { config, origins });
  const project = config.project ?? projectNameOf(root);
  // Each worktree has its own index in the repository's store, and all of them share the records.
  const shared = config.project ?? projectNameOf(mainRootOf(root));
  const place = config.store ?? defaultStorePath(shared, environment, process.platform);
  const readerOptions = {
    root,
    maxFileBytes: config.index.maxFileBytes,
    secrets: config.secrets,
    store: isServer(place) ? undefined : resolve(folder, place),
    ownFolder: stateFolder(environment),
  };
  const reader = createFileReader(readerOptions);
  const lister = async () => (await import('./adapters/sources/list-files.ts')).createFileLister(root);
  let parser: Promise<Parser> | undefined;
  let store: Promise<Store> | undefined;
  let embedder: Promise<Embedder | undefined> | undefined;
  let salt: string | undefined;
  const others = otherRoots(root, folder, options);
  return {
    root,
    config,
    configOrigins: origins,
    scope: { owner: config.owner, project },
    recordScope: { owner: config.owner, project: shared },
    branch: async () => branchOf(root),
    memoryFolders: {
      team: createMemoryFolder(root, MEMORY_FOLDER, { git: true }),
      user: createMemoryFolder(dataFolder(environment, process.platform), ['dossier', 'memories'], {
        git: false,
      }),
    },
    ...(others.length === 0 ? {} : { others: others.map(({ name, open }) => ({ name, open })) }),
    wordList: async (language) => (await import('./adapters/words/read-word-list.ts')).readWordList(language),
    ideas: async () => (await import('./adapters/words/read-ideas.ts')).readIdeas(),
    counter: async (name) => (await import('./adapters/tokenizers/create-counter.ts')).createCounter(name),
    reader: async () => reader,
    lister,
    watcher: async () => {
      const { createFileWatcher } = await import('./adapters/sources/watch-files.ts');
      return createFileWatcher(root, await lister());
    },
    scanner: async () => {
      const { createFileScanner } = await import('./adapters/sources/file-scanner.ts');
      return createFileScanner({
        root,
        store: readerOptions.store,
        script: existsSync(SCAN_WORKER) ? SCAN_WORKER : undefined,
        workers: Math.min(MAX_SCANNING, availableParallelism() - 1),
      });
    },
    parser: async () => {
      parser ??= import('./adapters/parsers/tree-sitter/tree-sitter-parser.ts').then((module) =>
        module.createTreeSitterParser(),
      );
      return parser;
    },
    ...(existsSync(PREPARE_WORKER)
      ? ({
          preparer: async (paths, here) => {
            const { createPreparerPool } = await import('./adapters/workers/preparer-pool.ts');
            const cores = availableParallelism();
            return createPreparerPool({
              script: PREPARE_WORKER,
              workerData: { ...readerOptions, paths },
              // This thread writes, a third of the work; with two cores it also prepares files.
              workers: Math.max(1, cores - 1),
              here: cores === 2 ? here : undefined,
            });
          },
        } satisfies Pick<Engine, 'preparer'>)
      : {}),
    store: async ({ repair = false } = {}) => {
      store ??= openStore(place, { folder, repair, wait: options.storeWait }).catch((error: unknown) => {
        store = undefined; // The next call tries again.
        throw error;
      });
      return store;
    },
    storeAt: (place) => openStore(place, { folder, repair: false, wait: options.storeWait }),
    history: async () =>
      (await import('./adapters/sources/git-history.ts')).createGitHistory(root, config.secrets),
    snapshots: async () =>
      (await import('./adapters/sources/git-snapshots.ts')).createGitSnapshots(root, (past) =>
        openEngine({
          root: past.root,
          environment,
          settings: { ...settingsOf(options), store: past.store, project, 'index.commits': 0 },
        }),
      ),
    embedder: async () => {
      embedder ??= import('./adapters/embedders/create-embedder.ts')
        .then((module) => {
          const workers = existsSync(EMBED_WORKER)
            ? { script: EMBED_WORKER, workers: availableParallelism() }
            : undefined;
          return module.createEmbedder(config.embedder, { environment, folder: root, workers });
        })
        .catch((error: unknown) => {
          embedder = undefined; // The next call tries again.
          throw error;
        });
      return embedder;
    },
    tokenHasher: nodeTokenHasher,
    localSalt: () => {
      salt ??= keepLocalSalt(join(stateFolder(environment), 'citation-salt'), nodeTokenHasher.create);
      return salt;
    },
    ...webhookSecretOf(environment),
    leases: createFileLeases(join(stateFolder(environment), fileNameOf(project))),
    dropCaches: async () => {
      // A store that failed to open holds nothing, and its caller was told why.
      await store?.then(
        (opened) => opened.dropCaches(),
        () => undefined,
      );
      await Promise.all(others.map((other) => other.dropCaches()));
    },
    close: async () => {
      await Promise.all([store?.then((opened) => opened.close()), ...others.map((other) => other.close())]);
    },
  };
}

const WEBHOOK_VARIABLE = 'DOSSIER_WEBHOOK_SECRET';
const SHORTEST_SECRET = 16;

/** Taken from the environment alone: a settings file may come with a project, and is shown by `dossier config`. */
function webhookSecretOf(environment: Environment): Pick<Engine, 'webhookSecret'> {
  const secret = environment[WEBHOOK_VARIABLE] ?? '';
  if (secret === '') return {};
  if (secret.length >= SHORTEST_SECRET) return { webhookSecret: secret };
  throw new DossierError(
    'invalid-input',
    `${WEBHOOK_VARIABLE} has fewer than ${SHORTEST_SECRET} characters. Make one with: openssl rand -hex 32`,
  );
}

/** Refuses paths of an untrusted settings file that lead out of the project through a link. */
function refusePathsOutside(
  root: string,
  configPath: string,
  { config, origins }: ReturnType<typeof resolveConfig>,
): void {
  const paths = {
    store: isServer(config.store ?? '') ? undefined : config.store,
    'embedder.model': config.embedder.kind === 'onnx' ? config.embedder.model : undefined,
  };
  for (const [setting, path] of Object.entries(paths)) {
    if (path === undefined || origins[setting] !== 'file' || isInsideRoot(root, path)) continue;
    throw untrustedSetting(configPath, setting, 'a link that leads out of the project');
  }
}

/** The settings given by options, by dotted name. */
function settingsOf({ settings, store, owner, project }: OpenOptions): Readonly<Record<string, unknown>> {
  const own = Object.entries({ store, owner, project }).filter(([, value]) => value !== undefined);
  return { ...settings, ...Object.fromEntries(own) };
}

/** The other projects, opened when first searched and closed with this one. */
function otherRoots(
  root: string,
  folder: string,
  options: OpenOptions,
): readonly (OtherRoot & Pick<Engine, 'dropCaches' | 'close'>)[] {
  const { also = [], environment, storeWait } = options;
  const { store, owner } = settingsOf(options);
  const folders = new Set(also.map((given) => resolve(folder, given)));
  folders.delete(root);
  return [...folders].map((other) => {
    let engine: Engine | undefined;
    return {
      name: relative(root, other).replaceAll(sep, '/'),
      open: async () => {
        if (!existsSync(other)) throw new DossierError('invalid-input', `there is no folder ${other}.`);
        engine ??= openEngine({
          root: other,
          settings: { store, owner },
          ...(environment === undefined ? {} : { environment }),
          ...(storeWait === undefined ? {} : { storeWait }),
        });
        return engine;
      },
      dropCaches: async () => engine?.dropCaches(),
      close: async () => engine?.close(),
    };
  });
}

/** Folder for what belongs to no store: locks, the hook log, the record that undoes init. */
export function stateFolder(environment: Environment = process.env): string {
  return join(cacheFolder(environment, process.platform), 'dossier');
}

/** File that records what init wrote into a project. */
export function initRecordPath({ scope }: Engine): string {
  return join(stateFolder(), 'init', `${fileNameOf(scope.project)}.json`);
}

/** Identifies the store of an engine opened from a folder: a file by its inode. Undefined while there is none. */
export function storeIdentity({ config, recordScope }: Engine, folder: string): string | undefined {
  const place = config.store ?? defaultStorePath(recordScope.project, process.env, process.platform);
  if (isServer(place)) return place;
  const file = statSync(resolve(folder, place), { throwIfNoEntry: false });
  return file && `${file.dev}:${file.ino}`;
}

/** A postgres:// address is a server; anything else is the path of a file. */
const isServer = (place: string) => /^postgres(ql)?:\/\//.test(place);

async function openStore(
  place: string,
  options: { readonly folder: string; readonly repair: boolean; readonly wait: number | undefined },
): Promise<Store> {
  if (isServer(place)) {
    const { openPostgresStore } = await import('./adapters/stores/postgres/open-postgres-store.ts');
    return openPostgresStore({ url: place });
  }
  if (/^(:|file:)/.test(place)) {
    throw new DossierError(
      'invalid-input',
      `"${place}" cannot be a store. Name a file, or leave --store out for the default; a store in memory would be gone before the next command.`,
    );
  }
  const { openSqliteStore } = await import('./adapters/stores/sqlite/open-sqlite-store.ts');
  return openSqliteStore({
    path: resolve(options.folder, place),
    repair: options.repair,
    ...(options.wait === undefined ? {} : { busyTimeoutMs: options.wait }),
  });
}
