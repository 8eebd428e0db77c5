import type { Config } from './config.ts';
import type { CachedTurn } from './context.ts';
import type { LruCache } from './lru-cache.ts';
import type { OtherRoot } from './other-roots.ts';
import type { Parser } from './parser.ts';
import type {
  Embedder,
  FileLister,
  FilePreparer,
  FileScanner,
  FileWatcher,
  History,
  Leases,
  MemoryFolder,
  PreparedFile,
  Snapshots,
  SourceReader,
  SourceStat,
  TokenCounter,
  TokenHasher,
} from './ports.ts';
import type { SearchResult } from './query.ts';
import type { ConfigOrigin } from './resolve-config.ts';
import type { RecordStore, Scope, Store } from './store.ts';

/**
 * A project with its ports. Everything costly is opened on first use, so a command that needs no index
 * opens none. Every job takes it first: `queryContext(engine, input)`, `indexProject(engine, options)`.
 */
export interface Engine {
  /** Absolute path of the project. Shown to the user; only adapters read below it. */
  readonly root: string;
  readonly config: Config;
  readonly configOrigins: Readonly<Record<string, ConfigOrigin>>;
  readonly scope: Scope;
  /** Whose records are used: those of `scope`, but worktrees of one repository share theirs. */
  readonly recordScope: Scope;
  /** The branch that is checked out; undefined where there is none. */
  readonly branch: () => Promise<string | undefined>;
  /** Memories as files, for the owner whose machine this is. */
  readonly memoryFolders?: { readonly team: MemoryFolder; readonly user: MemoryFolder };
  /** Projects that `search` and `query` look into as well. */
  readonly others?: readonly OtherRoot[];
  readonly counter: (name: string) => Promise<TokenCounter>;
  readonly reader: () => Promise<SourceReader>;
  readonly lister: () => Promise<FileLister>;
  readonly watcher: () => Promise<FileWatcher>;
  /** Absent where the files of the project are not at hand. */
  readonly scanner?: () => Promise<FileScanner>;
  readonly parser: () => Promise<Parser>;
  /**
   * Threads that prepare many files, given all paths of the project and how a file is prepared on this one;
   * absent: files are prepared here.
   */
  readonly preparer?: (
    paths: readonly string[],
    here: (path: string, known?: SourceStat) => Promise<PreparedFile | undefined>,
  ) => Promise<FilePreparer>;
  /** With `repair`, a damaged store is rebuilt: its records are kept, its index is left empty. */
  readonly store: (options?: { readonly repair?: boolean }) => Promise<Store>;
  /** Another store by its path or address, for moving between stores; whoever opens it closes it. */
  readonly storeAt?: (place: string) => Promise<Store>;
  readonly history: () => Promise<History>;
  /** The project at earlier commits; absent where only the present one can be read. */
  readonly snapshots?: () => Promise<Snapshots<Engine>>;
  /** Undefined when the project is set to use none. */
  readonly embedder: () => Promise<Embedder | undefined>;
  /** The text of the word list of a language, `de`; undefined where the package has none. */
  readonly wordList?: (language: string) => Promise<string | undefined>;
  readonly tokenHasher: TokenHasher;
  /** Who of the processes on this project does what only one should do, such as watching its files. */
  readonly leases: Leases;
  /** Contexts of recent turns, where a process answers more than once; absent: none are kept. */
  readonly primeCache?: LruCache<CachedTurn>;
  /** Results of the latest searches, likewise. */
  readonly searchCache?: LruCache<SearchResult>;
  /** Lets go of what was loaded to answer sooner; the next question loads it again. */
  readonly letGo: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The same project and store for another owner; neither sees anything of the other's. */
export function forOwner(engine: Engine, owner: string): Engine {
  if (owner === engine.scope.owner) return { ...engine };
  // Another owner's memories are in the store alone: the files of this machine are not theirs.
  const { memoryFolders: _folders, ...rest } = engine;
  return {
    ...rest,
    config: { ...engine.config, owner },
    scope: { ...engine.scope, owner },
    recordScope: { ...engine.recordScope, owner },
  };
}

/** The records of the engine's project and owner: memories, experiences, values, threads. */
export async function recordsOf(engine: Pick<Engine, 'store' | 'recordScope'>): Promise<RecordStore> {
  return (await engine.store()).records(engine.recordScope);
}
