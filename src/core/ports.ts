import type { FileChange } from './item.ts';
import type { IndexedFile } from './store.ts';
import type { SkipReason } from './vocabulary.ts';

/** Turns texts into vectors of unit length. Vectors of two models are never compared. */
export interface Embedder {
  /** Model name and version; part of the key of every stored vector. */
  readonly model: string;
  readonly dimensions: number;
  /** Set where the best chunk's similarity indicates, in any index, how likely the index is to hold the answer. */
  readonly calibrated?: true;
  /** How many calls of `embedDocuments` may run concurrently; default one, as a server may limit them. */
  readonly callsAtOnce?: number;
  embedDocuments(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>;
}

/** Ideas of the trade, packed for search: names, the words of their descriptions, and what those mean. */
export interface PackedIdeas {
  /** Made the vectors. */
  readonly model: string;
  readonly dimensions: number;
  /** By idea, between bars: what programs call it, between spaces. */
  readonly names: string;
  /**
   * Stems of words in order, each with the ideas whose descriptions have it: `|queue 5|retry 3 17|`. One text, because a
   * process that answers one question looks up a dozen words of some ten thousand.
   */
  readonly terms: string;
  /** By idea: where its descriptions begin among all; finally their number. */
  readonly starts: Uint32Array;
  /** Of each description, one after the other, the signs of its vector: a bit for each dimension, 1 where it is positive. */
  readonly signs: Uint8Array;
}

/** Lists the project's files, without ignored ones and those outside the root. */
export interface FileLister {
  /** Paths relative to the project root with forward slashes, sorted; with `paths`, only those among them. */
  list(options?: {
    readonly signal?: AbortSignal;
    readonly paths?: readonly string[];
  }): Promise<readonly string[]>;
  /** What `list` leaves out and why; a folder left out as a whole counts once, and its path ends with a slash. */
  leftOut(options?: { readonly signal?: AbortSignal }): Promise<readonly LeftOut[]>;
}

export interface LeftOut {
  readonly path: string;
  readonly reason: 'ignored' | 'unreadable' | 'not-a-file' | 'submodule';
}

/** Counts words in many files, to tell which to read first. It returns none of their text. */
export interface FileScanner {
  /** `words` are in lower case. Files not reached in time have no bytes and no counts. */
  count(
    paths: readonly string[],
    words: readonly string[],
    options: { readonly milliseconds: number; readonly signal?: AbortSignal },
  ): Promise<WordCounts>;
}

export interface WordCounts {
  /** How often a file has a word, up to 255: a row per path, a column per word. */
  readonly counts: Uint8Array;
  /** How many bytes of each file were scanned. */
  readonly bytes: Uint32Array;
}

/** The result of preparing one file for the store. */
export type PreparedFile =
  | { readonly status: 'indexed'; readonly file: IndexedFile; readonly maskedLines: number }
  | {
      readonly status: 'skipped';
      readonly reason: SkipReason;
      readonly detail?: string;
      /** Of a file that was read: before it was. */
      readonly stat?: SourceStat;
    };

/** Reads, parses and chunks files, several at once where there are cores for it. */
export interface FilePreparer {
  /** How many files at a time keep it busy. */
  readonly atOnce: number;
  /** Never rejects: a file that cannot be prepared is `skipped`. */
  prepare(path: string): Promise<PreparedFile>;
  close(): Promise<void>;
}

/** Watches the project's files. Needs no index and decides nothing: it only reports where something changed. */
export interface FileWatcher {
  /**
   * Paths created, changed or deleted, debounced; `everything` when too much happened to list. Ends when the signal
   * aborts.
   */
  changes(options: {
    readonly signal: AbortSignal;
    /** Called once no later change can be missed. */
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

/** The project's git history. Without a repository, every method returns an empty result. */
export interface History {
  head(): Promise<string | undefined>;
  /** Why there is a history that is not read; undefined where there is none, or nothing is in the way. */
  refusal(): string | undefined;
  /** When the head last moved (a commit, a pull, another branch), where that is cheap to tell. */
  movedAt(): Promise<number | undefined>;
  /** True when `sha` is still an ancestor of the current head; false after a history rewrite. */
  contains(sha: string): Promise<boolean>;
  /** Commits reachable from head but not from `since`, newest first, in batches; throws if they end too soon. */
  commits(options: {
    since?: string;
    limit?: number;
    signal?: AbortSignal;
  }): AsyncIterable<readonly Commit[]>;
}

/** A folder with one file per memory, beside the store: a project's `.dossier/memories`, or the user's own. */
export interface MemoryFolder {
  /** Distinguishes this folder from others of the same store. */
  readonly key: string;
  exists(): boolean;
  /** A text that changes when a file is added, removed or changed. */
  signature(): Promise<string>;
  /** All files by name without `.md`, and those refused with the reason. */
  read(): Promise<{
    readonly files: readonly { readonly id: string; readonly lines: readonly string[] }[];
    readonly refused: readonly { readonly file: string; readonly reason: string }[];
  }>;
  /** The lines of one file, or why it is refused; undefined if there is none or a link stands in its place. */
  readOne(id: string): Promise<readonly string[] | string | undefined>;
  /** Creates the folder if it does not exist. */
  make(): Promise<void>;
  write(id: string, text: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Which of these missing files were deleted: a branch that never had a file lacks it too. */
  deleted(ids: readonly string[]): Promise<readonly string[]>;
}

/** A right that one process at a time holds, such as watching a project's files. */
export interface Lease {
  /** False once lost, for example because the process was suspended for longer than others wait. */
  readonly held: () => boolean;
  readonly release: () => Promise<void>;
}

export interface Leases {
  /** Takes the lease unless a live process holds it. */
  readonly take: (name: string) => Promise<Lease | undefined>;
  /** The process that holds it, as far as can be told. */
  readonly holder: (name: string) => Promise<{ readonly pid: number; readonly since: number } | undefined>;
}

/** Creates and verifies access tokens without storing them: only digests are stored. */
export interface TokenHasher {
  /** A new unguessable text of letters and digits (at least 128 bits). */
  create(): string;
  /** A cryptographic digest, the same for the same text. */
  digest(text: string): string;
  /** HMAC-SHA-256 of the text in hexadecimal digits. */
  sign(secret: string, text: string): string;
  /** Compares two digests in constant time. */
  equal(one: string, other: string): boolean;
}

/** Lines of one file, 1-based and inclusive. */
export interface LineSpan {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** The project at earlier commits. `Project` is whatever opens a folder as a project. */
export interface Snapshots<Project> {
  /**
   * The lines of the tree at `base` that a later commit changed: those it removed or replaced, and the two lines around
   * an insertion. Lines added after `base` are left out.
   */
  changedLines(sha: string, base: string): Promise<readonly LineSpan[]>;
  /** A commit's tree in a temporary folder with its own store; closing it removes both. */
  open(sha: string): Promise<Project>;
}

/** The current state of a project file. `lines` has no line terminators. */
export interface SourceFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly contentHash: string;
  readonly modifiedAt: number;
  /** Bytes on disk. */
  readonly size: number;
  /** Lines in which a secret was masked. */
  readonly maskedLines: number;
  /** How many secrets of each kind were masked; absent where there were none. */
  readonly maskedKinds?: Readonly<Record<string, number>>;
}

export type ReadFailure =
  | 'missing'
  | 'outside-root'
  | 'not-a-file'
  | 'too-large'
  | 'binary'
  | 'generated'
  | 'secret'
  | 'unreadable';

/**
 * Reads project files; never anything outside the project root, whatever the path says. Files that hold secrets are not
 * read, and tokens in other files are masked.
 */
export interface SourceReader {
  /**
   * Reads a file and masks its secrets. `maskedHash` is the content hash it had when it was masked last: masking again
   * takes longer than reading, and a text that still has that hash holds nothing to mask.
   */
  read(
    path: string,
    options?: {
      readonly maskedHash?: string | undefined;
      /** A file whose lines it accepts is not read further: `generated`. Masking it would take most of the time. */
      readonly isGenerated?: (lines: readonly string[]) => boolean;
    },
  ): Promise<SourceFile | ReadFailure>;
  /** Size and time without reading; a symbolic link is not a file here, since its target is listed itself. */
  stat(path: string): Promise<SourceStat | ReadFailure>;
}

export interface SourceStat {
  readonly size: number;
  readonly modifiedAt: number;
}

/** Counts the tokens of a text, deterministically. */
export interface TokenCounter {
  /** `characters`, `words`, or a tokenizer's name such as `o200k_base`. */
  readonly name: string;
  /** True when the count is exactly the model tokenizer's, false for estimates. */
  readonly exact: boolean;
  /** The model's context window, where the counter is a model's. */
  readonly contextWindow?: number;
  /**
   * Tokens of the text. With `limit`, counting may stop early once over it; the result is then some number over the
   * limit. Lines counted before are cheap to count again.
   */
  count(text: string, limit?: number): number;
}
