import { z } from 'zod';
import type { Reason } from './item.ts';
import type { FileRole } from './store.ts';
import {
  type Certainty,
  ENTITY_TYPES,
  type EntityType,
  type QueryKind,
  SEARCH_STRATEGIES,
  type SourceKind,
} from './vocabulary.ts';

/** What to look for and where. Every default of searching lives here. */
export const searchOptionsSchema = z.object({
  strategies: z
    .array(z.enum(SEARCH_STRATEGIES))
    .default([...SEARCH_STRATEGIES])
    .describe('Which strategies search'),
  limit: z.int().min(1).max(1000).default(50).describe('At most this many results'),
  entityTypes: z
    .array(z.enum(ENTITY_TYPES))
    .default([])
    .describe('Only these kinds of definitions or sections'),
  languages: z.array(z.string().toLowerCase()).default([]).describe('Only these languages'),
  paths: z.array(z.string()).default([]).describe('Only paths matching these globs; !glob excludes'),
  minScore: z.number().min(0).max(1).default(0).describe('Leave out results below this score'),
  since: z.string().optional().describe('Only what changed since: a date, or 3d, 2w, 6m'),
  author: z.string().optional().describe('Only what this author changed'),
});
/** The options once read: `since` is the time the text stands for. */
export type SearchOptions = Readonly<
  Omit<z.output<typeof searchOptionsSchema>, 'since'> & { since?: number | undefined }
>;
/** The options without any filter. */
export const SEARCH_DEFAULTS: SearchOptions = { ...searchOptionsSchema.parse({}), since: undefined };

/** A place in the project that a search found, with why. */
export interface Hit {
  readonly id: string;
  readonly source: SourceKind;
  readonly entityType: EntityType;
  readonly name: string;
  readonly qualifiedName: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly language: string;
  /** 0..1, comparable between queries: below the evidence threshold nothing is relevant. */
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly unitId?: string;
  /** Of its lines as they were indexed. */
  readonly contentHash: string;
}

export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** A term to look for in place of, or beside, a word of the query. */
export interface Expansion extends WeightedTerm {
  readonly of: string;
}

/** A query as the strategies see it. */
export interface ParsedQuery {
  readonly text: string;
  readonly kind: QueryKind;
  /** Search terms, heaviest first; a term said often counts more, up to a cap. */
  readonly terms: readonly WeightedTerm[];
  /** Neighbouring words written as one name would be: `setup plan` → setupplan, setup_plan. */
  readonly compounds: readonly string[];
  /** Names of definitions as written: `parseQuery`, `Store.open`, `HTTP_PORT`. */
  readonly symbols: readonly string[];
  /** Paths or file names as written, without line numbers. */
  readonly paths: readonly string[];
  readonly places: readonly NamedPlace[];
  /** Roles the query asks for by word, so that they are not lowered. */
  readonly roles: ReadonlySet<FileRole>;
  /** The role of the files that are sought: "tests of X". Undefined: any. */
  readonly wanted: FileRole | undefined;
  /** Whether something is to be added, which is not there yet. */
  readonly adds: boolean;
  /** Words that were replaced: misspelt ones, and those of another language. */
  readonly rewrites: readonly { readonly from: string; readonly to: string }[];
  /** Synonyms, and other meanings of what was replaced. */
  readonly expansions: readonly Expansion[];
  /** Other than English: the language it was asked in. */
  readonly language: string | undefined;
}

/** A place in a file that a text names: `src/a.ts:12`, a stack frame, a range `a.py:3-9`. */
export interface NamedPlace {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
}

/** What a search found. */
export interface SearchResult {
  readonly query: ParsedQuery;
  /**
   * Best first, with several places of one file next to each other when they are good: for a context.
   * None when the certainty is `nothing`.
   */
  readonly hits: readonly Hit[];
  /** For a list that a person reads: files spread, and the nearest places also when nothing is relevant. */
  spread(): readonly Hit[];
  /** 0..1: how probable it is that the index holds what the query is about. */
  readonly evidence: number;
  readonly certainty: Certainty;
  readonly warnings: readonly string[];
}
