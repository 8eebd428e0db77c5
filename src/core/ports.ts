import type { FileChange } from './item.ts';
import type { IndexedFile } from './store.ts';
import type { SkipReason } from './vocabulary.ts';

/** Turns texts into vectors of unit length. Vectors of two models are never compared. */
export interface Embedder {
  /** Model name and version; part of the key of every stored vector. */
  readonly model: string;
  readonly dimensions: number;
  /** Set where the likeness of the best chunk tells, in any index, how sure it is that the index holds the answer. */
  readonly calibrated?: true;
  /** How many calls of `embedDocuments` may run at once; one unless said: a server may limit them. */
  readonly callsAtOnce?: number;
  embedDocuments(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>;
}

/** Names the project's files: ignored ones and those outside the root are not among them. */
export interface FileLister {
  /** Paths relative to the project root with forward slashes, sorted; with `paths`, only those of them. */
  list(options?: {
    readonly signal?: AbortSignal;
    readonly paths?: readonly string[];
  }): Promise<readonly string[]>;
  /** What `list` leaves out and why; a folder left out as a whole counts once, its path ends with a slash. */
  leftOut(options?: { readonly signal?: AbortSignal }): Promise<readonly LeftOut[]>;
}

export interface LeftOut {
  readonly path: string;
  readonly reason: 'ignored' | 'unreadable' | 'not-a-file' | 'submodule';
}

/** Counts words in many files, to tell which of them to read first. Nothing of their text leaves it. */
export interface FileScanner {
  /** `words` are in lower case. Files that time does not suffice for have no bytes and no counts. */
  count(
    paths: readonly string[],
    words: readonly string[],
    options: { readonly milliseconds: number; readonly signal?: AbortSignal },
  ): Promise<WordCounts>;
}

export interface WordCounts {
  /** How often a file has a word, up to 255: a row for each path, a column for each word. */
  readonly counts: Uint8Array;
  /** How many bytes of each file were looked at. */
  readonly bytes: Uint32Array;
}

/** What became of one file on its way to the store. */
export type PreparedFile =
  | { readonly status: 'indexed'; readonly file: IndexedFile; readonly maskedLines: number }
  | { readonly status: 'unchanged' }
  | { readonly status: 'skipped'; readonly reason: SkipReason; readonly detail?: string };

/** Reads, parses and chunks files; several at once where there are cores for it. */
export interface FilePreparer {
  /** With how many files at a time it has enough to do. */
  readonly atOnce: number;
  /** Never rejects: a file that cannot be prepared is `skipped`. `known` is what the index has of it. */
  prepare(path: string, known?: SourceStat): Promise<PreparedFile>;
  close(): Promise<void>;
}

/** Follows the project's files. Needs no index and decides nothing: it only says where something happened. */
export interface FileWatcher {
  /**
   * Paths that were created, changed or deleted, gathered until things are quiet for a moment;
   * `everything` when too much happened to say. Ends when the signal is raised.
   */
  changes(options: {
    readonly signal: AbortSignal;
    /** Called once nothing that happens from now on is missed. */
    readonly onReady?: () => void;
  }): AsyncIterable<readonly string[] | 'everything'>;
}

export interface Commit {
  readonly sha: string;
  readonly message: string;
  readonly author: string;
  readonly email: string;
  /** Author time in milliseconds since 1970. */
  readonly time: number;
  readonly files: readonly FileChange[];
}

/** The project's git history. Every method answers "no repository" with an empty result. */
export interface History {
  head(): Promise<string | undefined>;
  /** When the head last moved (a commit, a pull, another branch), where that can be told at a glance. */
  movedAt(): Promise<number | undefined>;
  /** True when `sha` is still an ancestor of the present head; false after a rewritten history. */
  contains(sha: string): Promise<boolean>;
  /** Commits reachable from head and not from `since`, newest first, in batches; an error where they end too soon. */
  commits(options: {
    since?: string;
    limit?: number;
    signal?: AbortSignal;
  }): AsyncIterable<readonly Commit[]>;
}

/** A folder with one file for each memory, beside the store: `.dossier/memories` of a project, or the user's own. */
export interface MemoryFolder {
  /** Tells this folder from others of the same store. */
  readonly key: string;
  /** Whether there is such a folder. */
  exists(): boolean;
  /** A text that changes when a file comes, goes or changes. */
  signature(): Promise<string>;
  /** All files by their names without `.md`, and what was refused with the reason. */
  read(): Promise<{
    readonly files: readonly { readonly id: string; readonly lines: readonly string[] }[];
    readonly refused: readonly { readonly file: string; readonly reason: string }[];
  }>;
  /** Makes the folder where there is none. */
  make(): Promise<void>;
  write(id: string, text: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Of these files, which are no longer there, those that were deleted: a branch that never had one lacks it too. */
  deleted(ids: readonly string[]): Promise<readonly string[]>;
}

/** A right that one process at a time holds, such as watching the files of a project. */
export interface Lease {
  /** False once it was lost, for example because the process was stopped for longer than others wait. */
  readonly held: () => boolean;
  readonly release: () => Promise<void>;
}

export interface Leases {
  /** Takes the right if nobody living has it. */
  readonly take: (name: string) => Promise<Lease | undefined>;
  /** The process that has it, as far as can be told. */
  readonly holder: (name: string) => Promise<{ readonly pid: number; readonly since: number } | undefined>;
}

/** Makes and recognises access tokens without keeping them: only digests are stored. */
export interface TokenHasher {
  /** A new unguessable text of letters and digits (at least 128 bits). */
  create(): string;
  /** A cryptographic digest, the same for the same text. */
  digest(text: string): string;
  /** Compares two digests in constant time. */
  equal(one: string, other: string): boolean;
}

/** Lines of one file, 1-based and inclusive. */
export interface LineSpan {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** The project as it was at earlier commits. `Project` is whatever opens a folder as a project. */
export interface Snapshots<Project> {
  /**
   * The lines of the tree at `base` that a later commit changed: what it removed or replaced, and the
   * two lines around what it inserted. Lines that came after `base` are left out.
   */
  changedLines(sha: string, base: string): Promise<readonly LineSpan[]>;
  /** The tree of a commit in a temporary folder with a store of its own; closing it removes both. */
  open(sha: string): Promise<Project>;
}

/** A file of the project as it is on disk now. `lines` has no line terminators. */
export interface SourceFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly contentHash: string;
  readonly modifiedAt: number;
  /** Bytes on disk. */
  readonly size: number;
  /** Lines in which a secret was masked. */
  readonly maskedLines: number;
  /** How many secrets of which kind they held; absent where none was masked. */
  readonly maskedKinds?: Readonly<Record<string, number>>;
}

export type ReadFailure =
  | 'missing'
  | 'outside-root'
  | 'not-a-file'
  | 'too-large'
  | 'binary'
  | 'secret'
  | 'unreadable';

/**
 * Reads project files; never anything outside the project root, whatever the path says. Files that
 * hold secrets are not read, and tokens in other files are masked.
 */
export interface SourceReader {
  read(path: string): Promise<SourceFile | ReadFailure>;
  /** Size and time without reading; a symbolic link is not a file here, since what it leads to is listed itself. */
  stat(path: string): Promise<SourceStat | ReadFailure>;
}

export interface SourceStat {
  readonly size: number;
  readonly modifiedAt: number;
}

/** Counts tokens of a text. Counting the same text always gives the same number. */
export interface TokenCounter {
  /** `characters`, `words`, or a tokenizer's name such as `o200k_base`. */
  readonly name: string;
  /** True when the count is exactly what the model's tokenizer gives, false for estimates. */
  readonly exact: boolean;
  /** Most tokens the model reads at once, where the counter is a model's. */
  readonly contextWindow?: number;
  /**
   * Tokens of the text. With `limit`, counting may stop early once the count is over it; the result
   * is then some number over the limit. Texts with lines counted before are cheap to count again.
   */
  count(text: string, limit?: number): number;
}
