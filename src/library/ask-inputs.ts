import type { z } from 'zod';
import type { contextItemSchema } from '../core/item.ts';
import type { ContextType, EntityType, MemoryScope } from '../core/vocabulary.ts';
import type { AssembleOptionsInput, SearchOptionsInput } from './shared-inputs.ts';

// Generated from the schemas of the operations by `npm run docs`.

export interface QueryInput extends Omit<SearchOptionsInput, 'limit'>, Omit<AssembleOptionsInput, 'map'> {
  /** The task, question, error or name. */
  query: string;
  /** Consider at most this many results. Default: 200. */
  limit?: number | undefined;
  /** Ask the likeliest five of the projects in the store whose names match these globs: org/*. */
  projects?: string[] | undefined;
  /** Another name of the filter by kinds of definitions or sections. */
  includeTypes?: EntityType[] | undefined;
  /** Tokens of the budget for a map: further places, one line each (default: a twelfth). */
  map?: number | undefined;
  /** Fill the budget, even with results much weaker than the best. Default: false. */
  fill?: boolean | undefined;
  /** Name of the session; items it was already given are listed in one line, not repeated. */
  session?: string | undefined;
  /** Repeat what this session has already received. Default: false. */
  fresh?: boolean | undefined;
  /** Include memories, experiences and values that clearly apply. Default: true. */
  learnt?: boolean | undefined;
  /** Print why each item is in or out. Default: false. */
  explain?: boolean | undefined;
}

export interface SearchInput extends Omit<SearchOptionsInput, 'limit'> {
  /** What to look for. */
  query: string;
  /** At most this many results. Default: 10. */
  limit?: number | undefined;
  /** Ask the likeliest five of the projects in the store whose names match these globs: org/*. */
  projects?: string[] | undefined;
  /** Print why each result ranks where it does. Default: false. */
  explain?: boolean | undefined;
}

export interface SuggestInput {
  /** The query so far. Default: . */
  query?: string | undefined;
  /** At most this many suggestions. Default: 10. */
  limit?: number | undefined;
}

export interface PrimeInput extends Omit<AssembleOptionsInput, 'selection'> {
  /** The message to answer. */
  message: string;
  /** Id or name of the conversation. */
  thread?: string | undefined;
  /** How to select items when not all fit. Default: density. */
  selection?: 'relevance' | 'density' | 'optimal' | undefined;
  /** Part of the budget to keep free for the system prompt. Default: 500. */
  reserveTokens?: number | undefined;
  /** At most this many search results. Default: 30. */
  searchLimit?: number | undefined;
  /** Weight of each part of the relevance. */
  weights?:
    | {
        textSimilarity?: number | undefined;
        keywordMatch?: number | undefined;
        recency?: number | undefined;
        sourcePriority?: number | undefined;
        usage?: number | undefined;
      }
    | undefined;
}

export interface AssembleInput extends Omit<AssembleOptionsInput, 'groupBy' | 'prose'> {
  /** What context is needed, in plain words. */
  query: string;
  /** Which sources to ask. */
  types?: ContextType[] | undefined;
  /** At most this many items per source. Default: 20. */
  limit?: number | undefined;
  /** Only what changed since: a date, or 3d, 2w, 6m. */
  since?: string | undefined;
  /** Only what this author changed. */
  author?: string | undefined;
  /** Name of the session; items it was already given are listed in one line, not repeated. */
  session?: string | undefined;
  /** Repeat what this session has already received. Default: false. */
  fresh?: boolean | undefined;
  /** Milliseconds per source; a slower one is left out with a warning. Default: 10000. */
  sourceTimeout?: number | undefined;
  /** Group items under headings. Default: source. */
  groupBy?: 'none' | 'file' | 'type' | 'source' | 'section' | undefined;
  /** Markdown: how to print texts that are not lines of a file. Default: quoted. */
  prose?: 'fenced' | 'quoted' | undefined;
}

export interface PremortemInput extends Omit<AssembleOptionsInput, 'groupBy' | 'prose'> {
  /** What you are about to do, or the failure at hand. */
  task?: string | undefined;
  /** Kind of work, such as debugging, or a word of your own; default: all kinds. */
  domain?: string | undefined;
  /** The approach you plan, such as root-cause-analysis, or a word of your own. */
  strategy?: string | undefined;
  /** Files concerned. */
  files?: string[] | undefined;
  /** At most this many experiences. Default: 4. */
  limit?: number | undefined;
  /** Name of the session; items it was already given are listed in one line, not repeated. */
  session?: string | undefined;
  /** Milliseconds per source; a slower one is left out with a warning. Default: 10000. */
  sourceTimeout?: number | undefined;
  /** Markdown: how to print texts that are not lines of a file. Default: quoted. */
  prose?: 'fenced' | 'quoted' | undefined;
}

export interface PackInput extends AssembleOptionsInput {
  /** Files, folders or globs; !glob excludes; - reads paths from standard input; default: the whole project. */
  paths?: string[] | undefined;
  /** What the context is for; decides what comes first. Default: . */
  task?: string | undefined;
  /** Take whole files instead of their definitions and sections. Default: false. */
  whole?: boolean | undefined;
}

export interface AssembleItemsInput extends AssembleOptionsInput {
  /** Items as JSON: id, source, entityType, name, content, relevance, …. */
  items: z.input<typeof contextItemSchema>[];
}

export interface RememberInput {
  /** What to remember, in one or a few sentences. */
  content: string;
  /** What sort of thing it is. Default: fact. */
  category?: 'preference' | 'fact' | 'event' | 'workflow' | 'context' | 'error' | 'decision' | undefined;
  /** 0 (a detail) to 1 (never forget). Default: 0.5. */
  importance?: number | undefined;
  /** Words to find it by. */
  tags?: string[] | undefined;
  /** Files or folders it is about, relative to the project root. */
  files?: string[] | undefined;
  /** Who says so. */
  author?: string | undefined;
  /** Session it was learnt in. */
  session?: string | undefined;
  /** Where it holds: project, branch, user (all your projects), team (a file in git). */
  scope?: MemoryScope | undefined;
  /** Date from which it no longer holds, for example 2026-12-31. */
  until?: string | undefined;
  /** Id of the memory this one replaces. */
  supersedes?: string | undefined;
}

export interface RecallInput {
  /** What to look for. */
  query: string;
  /** At most this many. Default: 10. */
  limit?: number | undefined;
  /** Only these categories. */
  categories?:
    | ('preference' | 'fact' | 'event' | 'workflow' | 'context' | 'error' | 'decision')[]
    | undefined;
  /** Only memories with all of these tags. */
  tags?: string[] | undefined;
  /** Only memories of this author. */
  author?: string | undefined;
  /** Only memories of these scopes: project, branch, user, team. */
  scope?: MemoryScope[] | undefined;
  /** Only what changed since: a date, or 3d, 2w, 6m. */
  since?: string | undefined;
  /** What was held to be true then: a date, or 3d, 2w, 6m ago. */
  asOf?: string | undefined;
  /** Include memories that score far below the best. Default: false. */
  all?: boolean | undefined;
  /** Print why each memory is shown. Default: false. */
  explain?: boolean | undefined;
}

export interface ReadInput {
  /** Path relative to the project root. */
  path: string;
  /** First line. Default: 1. */
  startLine?: number | undefined;
  /** Last line; default: the end of the file. */
  endLine?: number | undefined;
  /** Hard limit on the printed text, in tokens. Default: 8000. */
  maxTokens?: number | undefined;
  /** o200k_base, cl100k_base, characters, words, another tokenizer, or a model name. Default: o200k_base. */
  counter?: string | undefined;
}

export interface GraphInput {
  /** Name of a function, class or other definition, or a place in it such as src/a.ts:12. */
  symbol: string;
  /** File of the definition, when several share the name. */
  path?: string | undefined;
  /** Also list what a change would reach, by distance and confidence, with the tests. Default: false. */
  impact?: boolean | undefined;
}

export interface IndexInput {
  /** Only these files and folders; default: the whole project. */
  paths?: string[] | undefined;
  /** Read every file again, even unchanged ones. Default: false. */
  full?: boolean | undefined;
  /** Rebuild a damaged store first, keeping every record that can still be read. Default: false. */
  rebuild?: boolean | undefined;
  /** Leave it to the process that indexes the project already, if there is one. Default: false. */
  ifIdle?: boolean | undefined;
  /** Keep running and index changes until interrupted. Default: false. */
  watch?: boolean | undefined;
}

export type StatusInput = Record<string, never>;
