import { z } from 'zod';
import { ENTITY_TYPES, type EntityType, type Reason, type SourceKind } from './item.ts';

export const SEARCH_STRATEGIES = ['keyword', 'semantic', 'fuzzy', 'graph', 'structural', 'recent'] as const;
export type SearchStrategy = (typeof SEARCH_STRATEGIES)[number];

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
export type SearchOptions = Readonly<z.output<typeof searchOptionsSchema>>;

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
