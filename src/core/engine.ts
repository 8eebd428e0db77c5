import type { Config } from './config.ts';
import type { CachedTurn } from './context.ts';
import type { Embedder } from './embedder.ts';
import type { FileLister } from './file-lister.ts';
import type { FilePreparer, PreparedFile } from './file-preparer.ts';
import type { FileWatcher } from './file-watcher.ts';
import type { History } from './history.ts';
import type { Leases } from './lease.ts';
import type { LruCache } from './lru-cache.ts';
import type { OtherRoot } from './other-roots.ts';
import type { Parser } from './parser.ts';
import type { SearchResult } from './query.ts';
import type { ConfigOrigin } from './resolve-config.ts';
import type { Secrets } from './secrets.ts';
import type { Snapshots } from './snapshots.ts';
import type { SourceReader, SourceStat } from './source-reader.ts';
import type { Scope, Store } from './store.ts';
import type { TokenCounter } from './token-counter.ts';

/**
 * What the steps need from outside, bound to one project. Everything costly is asked for only when
 * used, so that a command that needs no index opens none. The other files of this folder each join
 * the steps for one job: `queryContext(engine, input)`, `indexProject(engine, options)` and so on.
 */
export interface Engine {
  /** Absolute path of the project. Shown to the user; only adapters read below it. */
  readonly root: string;
  readonly config: Config;
  readonly configOrigins: Readonly<Record<string, ConfigOrigin>>;
  readonly scope: Scope;
  /** Projects that `search` and `query` look into as well. */
  readonly others?: readonly OtherRoot[];
  readonly counter: (name: string) => Promise<TokenCounter>;
  readonly reader: () => Promise<SourceReader>;
  readonly lister: () => Promise<FileLister>;
  readonly watcher: () => Promise<FileWatcher>;
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
  readonly secrets: Secrets;
  /** Who of the processes on this project does what only one should do, such as watching its files. */
  readonly leases: Leases;
  /** Contexts of recent turns, where a process answers more than once; absent: none are kept. */
  readonly primeCache?: LruCache<CachedTurn>;
  /** Results of the latest searches, likewise. */
  readonly searchCache?: LruCache<SearchResult>;
  readonly close: () => Promise<void>;
}
