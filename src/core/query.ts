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

/** What to search for and where. Every search default lives here. */
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
/** The parsed options: `since` is a time. */
export type SearchOptions = Readonly<
  Omit<z.output<typeof searchOptionsSchema>, 'since'> & { since?: number | undefined }
>;
export const SEARCH_DEFAULTS: SearchOptions = { ...searchOptionsSchema.parse({}), since: undefined };

/** A place in the project that a search found, with the reasons. */
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
  /** How many of its lines are a doc comment. */
  readonly docLines?: number;
  /** Of its lines as indexed. */
  readonly contentHash: string;
}

export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** A term to search for instead of, or beside, a word of the query. */
export interface Expansion extends WeightedTerm {
  readonly of: string;
  /** Ranks what is found, but does not make an answer surer. The hints of one word count as one word. */
  readonly isHint?: true;
}

/** A query as the strategies see it. */
export interface ParsedQuery {
  readonly text: string;
  readonly kind: QueryKind;
  /** What is embedded: the text, with the names of the ideas it describes where its words find nothing likely. */
  readonly meant: string;
  /** Search terms, heaviest first; a repeated term counts more, up to a cap. */
  readonly terms: readonly WeightedTerm[];
  /** Neighbouring words written as one name: `setup plan` → setupplan, setup_plan. */
  readonly compounds: readonly string[];
  /** Names of definitions as written: `parseQuery`, `Store.open`, `HTTP_PORT`. */
  readonly symbols: readonly string[];
  /** Paths or file names as written, without line numbers. */
  readonly paths: readonly string[];
  readonly places: readonly NamedPlace[];
  /** Roles the query names, so that they are not ranked lower. */
  readonly roles: ReadonlySet<FileRole>;
  /** The role of the files the query wants: "tests of X". Undefined: any. */
  readonly wanted: FileRole | undefined;
  /** Set if the query asks about the project as a whole: what it is for, how it is run, tested, laid out. */
  readonly about: ProjectQuestion | undefined;
  /** Whether the query asks to add something that does not exist yet. */
  readonly adds: boolean;
  /** Replaced words: misspelt ones, and those of another language. */
  readonly rewrites: readonly { readonly from: string; readonly to: string }[];
  /** Synonyms, and other meanings of replaced words. */
  readonly expansions: readonly Expansion[];
  /** The language of the query, unless English. */
  readonly language: string | undefined;
}

/** A question about the project as a whole. */
export interface ProjectQuestion {
  readonly topic: ProjectTopic;
  /** A word that must be the project's name: "what is hono". */
  readonly named?: string;
}

export interface ProjectTopic {
  readonly name: string;
  /** Files that answer it, likeliest first. */
  readonly files: readonly RegExp[];
  /** Headings and texts of the parts that answer it; undefined: the beginnings of the files do. */
  readonly part?: RegExp;
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
   * Best first, with good places of one file next to each other: for a context. Empty when the certainty is `nothing`.
   */
  readonly hits: readonly Hit[];
  /** For a list that a person reads: spread over files, with the nearest places even when nothing is relevant. */
  spread(): readonly Hit[];
  /** 0..1: the probability that the index holds what the query is about. */
  readonly evidence: number;
  readonly certainty: Certainty;
  readonly warnings: readonly string[];
}
