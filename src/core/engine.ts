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
  PackedIdeas,
  PreparedFile,
  Snapshots,
  SourceReader,
  TokenCounter,
  TokenHasher,
} from './ports.ts';
import type { SearchResult } from './query.ts';
import type { ConfigOrigin } from './resolve-config.ts';
import type { RecordStore, Scope, Store } from './store.ts';

/**
 * A project with its ports. Everything costly is opened on first use, so a command that needs no index opens none.
 * Every function takes it first: `queryContext(engine, input)`, `indexProject(engine, options)`.
 */
export interface Engine {
  /** Absolute path of the project. Shown to the user; only adapters read files below it. */
  readonly root: string;
  readonly config: Config;
  readonly configOrigins: Readonly<Record<string, ConfigOrigin>>;
  readonly scope: Scope;
  /** Whose records are used: those of `scope`, except that worktrees of one repository share theirs. */
  readonly recordScope: Scope;
  /** The branch checked out; undefined where there is none. */
  readonly branch: () => Promise<string | undefined>;
  /** Memories as files, for the owner of this machine. */
  readonly memoryFolders?: { readonly team: MemoryFolder; readonly user: MemoryFolder };
  /** Prefix of its paths in an answer, like the names of `others`; absent: no prefix. */
  readonly name?: string;
  /** True for a caller who may ask about this project alone. */
  readonly alone?: true;
  /** Projects that `search` and `query` search as well. */
  readonly others?: readonly OtherRoot[];
  readonly counter: (name: string) => Promise<TokenCounter>;
  readonly reader: () => Promise<SourceReader>;
  readonly lister: () => Promise<FileLister>;
  readonly watcher: () => Promise<FileWatcher>;
  /** Absent where the project's files are not available. */
  readonly scanner?: () => Promise<FileScanner>;
  readonly parser: () => Promise<Parser>;
  /**
   * Workers that prepare many files, given all paths of the project and how this thread prepares a file; absent: this
   * thread prepares them.
   */
  readonly preparer?: (
    paths: readonly string[],
    here: (path: string) => Promise<PreparedFile | undefined>,
  ) => Promise<FilePreparer>;
  /** `repair` rebuilds a damaged store: its records are kept, its index is emptied. */
  readonly store: (options?: { readonly repair?: boolean }) => Promise<Store>;
  /** Another store by its path or address, to copy between stores; the caller closes it. */
  readonly storeAt?: (place: string) => Promise<Store>;
  readonly history: () => Promise<History>;
  /** The project at earlier commits; absent where only the current one can be read. */
  readonly snapshots?: () => Promise<Snapshots<Engine>>;
  /** Undefined when the project is configured without one. */
  readonly embedder: () => Promise<Embedder | undefined>;
  /** The text of a language's word list, such as `de`; undefined where the package has none. */
  readonly wordList?: (language: string) => Promise<string | undefined>;
  /** Ideas by their descriptions; undefined where the package has none. */
  readonly ideas?: () => Promise<PackedIdeas | undefined>;
  readonly tokenHasher: TokenHasher;
  /** A random text of this user, for the citation ids of contexts that need no store. */
  readonly localSalt: () => string;
  /** The secret that the secrets of webhooks are made from; absent: webhooks are off. */
  readonly webhookSecret?: string;
  /** Which process on this project does what only one should do, such as watching its files. */
  readonly leases: Leases;
  /** Contexts of recent turns, in a process that answers more than once; absent: not cached. */
  readonly primeCache?: LruCache<CachedTurn>;
  /** Results of recent searches, likewise. */
  readonly searchCache?: LruCache<SearchResult>;
  /** Releases what was loaded to answer faster; the next question loads it again. */
  readonly dropCaches: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The same project and store for another owner; neither sees the other's data. */
export function forOwner(engine: Engine, owner: string): Engine {
  if (owner === engine.scope.owner) return { ...engine };
  // Another owner's memories live only in the store: the files on this machine are not theirs.
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
