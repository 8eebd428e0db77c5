import type { JobQueue } from './jobs.ts';
import type { Commit } from './ports.ts';
import type { ChunkWords } from './text/chunk-words.ts';
import type { EntityType, RelationKind } from './vocabulary.ts';

/** Everything stored belongs to one owner and one project; a handle never sees beyond its scope. */
export interface Scope {
  readonly owner: string;
  readonly project: string;
}

export interface FileRow {
  readonly path: string;
  readonly language: string;
  readonly contentHash: string;
  readonly size: number;
  readonly modifiedAt: number;
  readonly lineCount: number;
  /** Tests, examples, generated code, declarations and barrels rank lower unless asked for. */
  readonly role: FileRole;
}
export const FILE_ROLES = [
  'source',
  'test',
  'example',
  'document',
  'config',
  'generated',
  'barrel',
  'declaration',
] as const;
export type FileRole = (typeof FILE_ROLES)[number];

/** A named definition or section. Its id is stable while path, qualified name and ordinal are. */
export interface UnitRow {
  readonly id: string;
  readonly path: string;
  readonly entityType: EntityType;
  readonly name: string;
  readonly qualifiedName: string;
  readonly parentId?: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly signatureEndLine: number;
  readonly signature: string;
  readonly docComment?: string;
  readonly exported: boolean;
  readonly contentHash: string;
}

/** The piece that is searched: a unit, or a part of a long one. */
export interface ChunkRow {
  readonly id: string;
  readonly path: string;
  readonly unitId?: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly contentHash: string;
}

/** A directed edge. `to` may be a name that no unit of the project defines (a library's). */
export interface RelationRow {
  readonly kind: RelationKind;
  readonly fromPath: string;
  readonly fromUnitId?: string;
  readonly toName: string;
  readonly toPath?: string;
  readonly toUnitId?: string;
  readonly weight: number;
}

export interface IndexedFile {
  readonly file: FileRow;
  readonly units: readonly UnitRow[];
  readonly chunks: readonly ChunkRow[];
  /** The words of the chunks, in their order. */
  readonly words: ChunkWords;
  readonly relations: readonly RelationRow[];
}

export interface ChunkFilter {
  readonly entityTypes?: readonly EntityType[];
  readonly languages?: readonly string[];
  /** Glob patterns on the path; a pattern starting with `!` excludes. */
  readonly paths?: readonly string[];
  readonly roles?: readonly FileRole[];
}

/** A chunk without its terms, with what ranking needs from its unit and file. */
export interface ChunkInfo {
  readonly id: string;
  readonly path: string;
  readonly language: string;
  readonly role: FileRole;
  readonly startLine: number;
  readonly endLine: number;
  readonly unitId?: string;
  readonly entityType: EntityType;
  readonly name: string;
  readonly qualifiedName: string;
  /** How many of its lines are the doc comment of its unit, where that has one. */
  readonly docLines?: number;
  readonly contentHash: string;
}
export interface ScoredChunk {
  readonly chunk: ChunkInfo;
  readonly score: number;
}

export interface FieldWeights {
  readonly name: number;
  readonly path: number;
  readonly doc: number;
  readonly body: number;
}

export interface FileStats {
  readonly path: string;
  /** Commits that touched the file, and the last of them. */
  readonly commitCount: number;
  readonly lastCommitAt?: number;
  readonly insertions: number;
  readonly deletions: number;
  readonly authors: readonly string[];
}

export interface IndexState {
  /** Grows with every change that can alter an answer. */
  readonly version: number;
  readonly files: number;
  readonly units: number;
  readonly chunks: number;
  readonly relations: number;
  readonly commits: number;
  readonly vectors: number;
  readonly languages: Readonly<Record<string, number>>;
  readonly embeddingModel?: string;
  /** A description of how the nearest vectors are found, where the store has more than one way. */
  readonly vectorSearch?: string;
  readonly indexedAt?: number;
  readonly headSha?: string;
}

/** A word of a query. Its other forms count as the word itself, each by its share. */
export interface QueriedTerm {
  readonly term: string;
  readonly weight: number;
  readonly forms?: readonly { readonly term: string; readonly share: number }[];
}

/** The files of a project. */
interface FileTable {
  /** Replaces everything stored for each file, in one transaction for the batch. */
  putFiles(files: readonly IndexedFile[]): Promise<void>;
  removeFiles(paths: readonly string[]): Promise<void>;
  /** Removes all files at once, and the fact that they were indexed; commits, vectors of texts and records stay. */
  clearFiles(): Promise<void>;
  /** By path: all of them, or those at exactly these paths. */
  files(paths?: readonly string[]): Promise<readonly FileRow[]>;
}

/** Finds chunks by words, and reads them. */
export interface ChunkSearch {
  /** BM25 over the fields. Repeated or weighted terms count more; unknown terms are ignored. */
  matchTerms(
    terms: readonly QueriedTerm[],
    options: { readonly limit: number; readonly fields: FieldWeights; readonly filter?: ChunkFilter },
  ): Promise<readonly ScoredChunk[]>;
  /** In how many chunks each term occurs; absent terms are left out. */
  documentFrequencies(terms: readonly string[]): Promise<ReadonlyMap<string, number>>;
  chunks(ids: readonly string[]): Promise<readonly (ChunkInfo & { readonly text: string })[]>;
  chunksOfFiles(paths: readonly string[]): Promise<readonly ChunkInfo[]>;
  /** The chunks that are (part of) one of these units, and those in which the signature of one ends. */
  chunksOfUnits(ids: readonly string[]): Promise<readonly ChunkInfo[]>;
}

/** Finds units and files by name. */
export interface NameSearch {
  /** Units whose name or qualified name equals or ends with one of the names, case-insensitively. */
  unitsNamed(names: readonly string[], options: { readonly limit: number }): Promise<readonly UnitRow[]>;
  /** Trigram similarity 0..1 of names and paths to the text, best first. */
  similarNames(
    text: string,
    options: { readonly limit: number; readonly minimum: number },
  ): Promise<readonly { readonly unit?: UnitRow; readonly path: string; readonly similarity: number }[]>;
  /** Files whose path equals or ends with the given one (whole segments). */
  filesEndingWith(path: string): Promise<readonly FileRow[]>;
}

/** Units, the relations between them, and the importance of files that follows from those. */
export interface GraphReader {
  units(ids: readonly string[]): Promise<readonly UnitRow[]>;
  unitsOfFile(path: string): Promise<readonly UnitRow[]>;
  /** Edges of units by their ids; a path stands for the edges of its file as a whole. */
  relationsFrom(ids: readonly string[], kinds?: readonly RelationKind[]): Promise<readonly RelationRow[]>;
  /** Resolved edges to these units, or to these paths when they name no unit. */
  relationsTo(ids: readonly string[], kinds?: readonly RelationKind[]): Promise<readonly RelationRow[]>;
  /**
   * Weighted edges between files, for the importance of files. The weight of an end known only by name is split among
   * the files that define it, when they are few. Reads everything.
   */
  fileEdges(): Promise<readonly { readonly from: string; readonly to: string; readonly weight: number }[]>;
  /** Replaces the importance of every file, 0..1; computed after indexing, read by every query. */
  putImportance(files: readonly { readonly path: string; readonly importance: number }[]): Promise<void>;
  /** Files without a value are left out. */
  importanceOf(paths: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** The embeddings of chunks. */
export interface ChunkVectors {
  nearestChunks(
    vector: Float32Array,
    options: { readonly model: string; readonly limit: number; readonly filter?: ChunkFilter },
  ): Promise<readonly ScoredChunk[]>;
  /** Chunks without a vector of this model, a page at a time; of these files only, where some are given. */
  chunksWithoutVector(
    model: string,
    limit: number,
    paths?: readonly string[],
  ): Promise<
    readonly {
      readonly id: string;
      readonly path: string;
      readonly text: string;
      readonly contentHash: string;
    }[]
  >;
  putVectors(
    model: string,
    vectors: readonly { readonly id: string; readonly vector: Float32Array }[],
  ): Promise<void>;
  /** At most so many of the project's vectors, spread evenly over it; some may be of texts that are gone. */
  sampleVectors(model: string, limit: number): Promise<readonly Float32Array[]>;
  /** After the last vectors of a run: builds the vector index, where the store has one. */
  prepareVectors(): Promise<void>;
}

/** The part of the project's history that has been read. */
export interface CommitLog {
  putCommits(commits: readonly Commit[]): Promise<void>;
  clearCommits(): Promise<void>;
  commits(options: {
    readonly limit: number;
    readonly since?: number;
    readonly author?: string;
    readonly paths?: readonly string[];
  }): Promise<readonly Commit[]>;
  matchCommits(
    terms: readonly { readonly term: string; readonly weight: number }[],
    options: { readonly limit: number; readonly since?: number; readonly author?: string },
  ): Promise<readonly { readonly commit: Commit; readonly score: number }[]>;
  /** How many commits were read, and in how many of them each stemmed term occurs. */
  commitFrequencies(
    terms: readonly string[],
  ): Promise<{ readonly commits: number; readonly frequencies: ReadonlyMap<string, number> }>;
  fileStats(paths: readonly string[]): Promise<readonly FileStats[]>;
  /** Files that changed in the same commits as this one, with how often. */
  changedTogether(
    path: string,
    limit: number,
  ): Promise<readonly { readonly path: string; readonly commits: number }[]>;
}

/** What is known about the index itself. */
interface IndexMeta {
  /** Arbitrary notes of the indexer; `indexedAt` and `headSha` also appear in the state. */
  getMeta(key: string): Promise<string | undefined>;
  setMeta(key: string, value: string): Promise<void>;
  state(): Promise<IndexState>;
  /** The few numbers every query needs; one lookup, where `state` counts. */
  size(): Promise<{ readonly version: number; readonly files: number; readonly chunks: number }>;
}

/** The index of one project: its files and history, and the searches over them. */
export interface IndexStore
  extends FileTable,
    ChunkSearch,
    NameSearch,
    GraphReader,
    ChunkVectors,
    CommitLog,
    IndexMeta {}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Scalar = string | number | boolean;

/** A memory, an experience, a thread, a message and so on: a typed JSON body with searchable text. */
export interface StoredRecord {
  readonly kind: string;
  readonly id: string;
  readonly body: { readonly [key: string]: Json };
  /** What full-text search sees; the store splits it into words. */
  readonly text: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Incremented by each write, so that concurrent writers notice each other. */
  readonly version: number;
}

export interface RecordFilter {
  /** Top-level body fields that must equal the value or one of the values. Times are creation times. */
  readonly where?: Readonly<Record<string, Scalar | readonly Scalar[]>>;
  readonly since?: number;
  readonly until?: number;
}

/** Records of one scope, searched by words and by vectors. */
export interface RecordStore {
  /** Upserts. With `expectedVersion` (0 for new) a lost race is a `conflict` error. */
  put(
    record: Omit<StoredRecord, 'version'>,
    options?: { readonly expectedVersion?: number },
  ): Promise<StoredRecord>;
  get(kind: string, id: string): Promise<StoredRecord | undefined>;
  delete(kind: string, id: string): Promise<boolean>;
  list(
    kind: string,
    options: RecordFilter & {
      readonly limit: number;
      readonly offset?: number;
      readonly order?: 'newest' | 'oldest';
    },
  ): Promise<readonly StoredRecord[]>;
  count(kind: string, filter?: RecordFilter): Promise<number>;
  match(
    kind: string,
    terms: readonly { readonly term: string; readonly weight: number }[],
    options: RecordFilter & { readonly limit: number },
  ): Promise<readonly { readonly record: StoredRecord; readonly score: number }[]>;
  /** In how many records of the kind each term occurs; absent terms are left out. */
  documentFrequencies(kind: string, terms: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** All or none: a missing record is a `not-found` error. */
  putVectors(
    kind: string,
    model: string,
    vectors: readonly { readonly id: string; readonly axis: string; readonly vector: Float32Array }[],
  ): Promise<void>;
  vectors(
    kind: string,
    axis: string,
    model: string,
  ): Promise<readonly { readonly id: string; readonly vector: Float32Array }[]>;
  nearest(
    kind: string,
    axis: string,
    vector: Float32Array,
    options: RecordFilter & { readonly model: string; readonly limit: number },
  ): Promise<readonly { readonly record: StoredRecord; readonly score: number }[]>;
  /** Grows with every change to a record of the scope. */
  version(): Promise<number>;
}

/** A database. Handles for a scope are cheap; several processes may open the same one. */
export interface Store {
  index(scope: Scope): IndexStore;
  records(scope: Scope): RecordStore;
  /** What workers have to index, for all owners. */
  readonly jobs: JobQueue;
  /**
   * Empty when all is well; otherwise what is wrong and, with `repair`, what was done about it. `quick` looks only for
   * damaged bytes, in about the time it takes to read the store.
   */
  check(options?: { readonly repair?: boolean; readonly quick?: boolean }): Promise<readonly string[]>;
  /** Releases its caches; the next question reads them again. */
  dropCaches(): void;
  /** Overwrites deleted data as far as the database can; the sentences say what it cannot promise. */
  scrub(): Promise<readonly string[]>;
  /** The scopes of an owner that hold anything. */
  scopes(owner: string): Promise<readonly Scope[]>;
  /** Streams everything of a scope from one snapshot, for another store to load. */
  dump(scope: Scope, receive: (rows: TableRows) => Promise<void>): Promise<void>;
  /** Loads what `send` hands over, all or nothing. A scope that holds anything is a `conflict`. */
  load(scope: Scope, send: (receive: (rows: TableRows) => Promise<void>) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Rows of one table of a scope, in the form common to all stores. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly (readonly (string | number | null | Uint8Array)[])[];
}
