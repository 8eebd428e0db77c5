import type { EntityType, SearchStrategy } from '../core/vocabulary.ts';

// Generated from the schemas of the operations by `npm run docs`.

export interface SearchOptionsInput {
  /** Which strategies search. */
  strategies?: SearchStrategy[] | undefined;
  /** At most this many results. Default: 50. */
  limit?: number | undefined;
  /** Only these kinds of definitions or sections. */
  entityTypes?: EntityType[] | undefined;
  /** Only these languages. */
  languages?: string[] | undefined;
  /** Only paths matching these globs; !glob excludes. */
  paths?: string[] | undefined;
  /** Leave out results below this score. Default: 0. */
  minScore?: number | undefined;
  /** Only what changed since: a date, or 3d, 2w, 6m. */
  since?: string | undefined;
  /** Only what this author changed. */
  author?: string | undefined;
}

export interface AssembleOptionsInput {
  /** Hard limit on the printed text, in tokens. Default: 8000. */
  maxTokens?: number | undefined;
  /** o200k_base, cl100k_base, characters, words, another tokenizer, or a model name. Default: o200k_base. */
  counter?: string | undefined;
  /** allow: the last item may exceed the budget, and the reply says so. Default: never. */
  overflow?: 'never' | 'allow' | undefined;
  /** How items are chosen when not all fit. Default: relevance. */
  selection?: 'relevance' | 'density' | 'optimal' | undefined;
  /** What is printed of an item that does not fit whole. Default: signature. */
  truncation?: 'none' | 'signature' | 'bookend' | 'head' | 'outline' | 'summary' | undefined;
  /** Leave out items below this relevance. Default: 0. */
  minRelevance?: number | undefined;
  /** At most this many items. */
  maxItems?: number | undefined;
  /** At most this many items of one file. */
  maxItemsPerFile?: number | undefined;
  /** No item takes more than this share of its budget. */
  maxItemShare?: number | undefined;
  /** Split the budget by source with these weights; what one leaves goes to the others. */
  sourceWeights?: Record<string, number> | undefined;
  /** Drop copies and near-copies. Default: true. */
  deduplicate?: boolean | undefined;
  /** Ids of items to print before all others, if they were found. */
  pin?: string[] | undefined;
  /** Ids of items to leave out. */
  drop?: string[] | undefined;
  /** Tokens of the budget for a map: further places, one line each, to be read when needed. Default: 0. */
  map?: number | undefined;
  /** Form of the printed context. Default: markdown. */
  format?: 'markdown' | 'xml' | 'json' | 'plain' | 'markdown+json' | undefined;
  /** Group items under headings. Default: none. */
  groupBy?: 'none' | 'file' | 'type' | 'source' | 'section' | undefined;
  /** Markdown: how to print texts that are not lines of a file; quoted takes fewer tokens. Default: fenced. */
  prose?: 'fenced' | 'quoted' | undefined;
  /** Name the file and lines above each block. Default: true. */
  fileHeaders?: boolean | undefined;
  /** Print line numbers before the lines. Default: false. */
  lineNumbers?: boolean | undefined;
  /** Print the relevance of each item. Default: false. */
  scores?: boolean | undefined;
  /** Print the file's imports the item depends on. Default: false. */
  imports?: boolean | undefined;
  /** Name callers, callees and neighbours. Default: false. */
  related?: boolean | undefined;
  /** Lines of context around each located item. Default: 3. */
  surroundingLines?: number | undefined;
  /** Give every block an id that an answer can cite. Default: true. */
  citations?: boolean | undefined;
  /** List the sources at the end. Default: false. */
  sourcesFooter?: boolean | undefined;
  /** Text printed before everything. Default: . */
  header?: string | undefined;
  /** Text printed after everything. Default: . */
  footer?: string | undefined;
  /** Text printed between items. Default: . */
  separator?: string | undefined;
}
