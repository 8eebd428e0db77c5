import { z } from 'zod';
import { locationSchema, metadataSchema, ownTypeSchema, reasonSchema } from './item.ts';
import { EXCLUSION_REASONS, FORMATS, GROUPINGS, SELECTIONS, SOURCES, TRUNCATIONS } from './vocabulary.ts';

/** How selected items are rendered. Every rendering default lives here. */
export const renderOptionsSchema = z.object({
  format: z.enum(FORMATS).default('markdown').describe('Form of the printed context'),
  groupBy: z.enum(GROUPINGS).default('none').describe('Group items under headings'),
  prose: z
    .enum(['fenced', 'quoted'])
    .default('fenced')
    .describe('Markdown: how to print texts that are not lines of a file; quoted takes fewer tokens'),
  fileHeaders: z.boolean().default(true).describe('Name the file and lines above each block'),
  lineNumbers: z.boolean().default(false).describe('Print line numbers before the lines'),
  scores: z.boolean().default(false).describe('Print the relevance of each item'),
  imports: z.boolean().default(false).describe("Print the file's imports the item depends on"),
  related: z.boolean().default(false).describe('Name callers, callees and neighbours'),
  surroundingLines: z.int().min(0).max(50).default(3).describe('Lines of context around each located item'),
  citations: z.boolean().default(true).describe('Give every block an id that an answer can cite'),
  sourcesFooter: z.boolean().default(false).describe('List the sources at the end'),
  header: z.string().default('').describe('Text printed before everything'),
  footer: z.string().default('').describe('Text printed after everything'),
  separator: z.string().default('').describe('Text printed between items'),
});
export type RenderOptions = Readonly<z.output<typeof renderOptionsSchema>>;

/** How much fits and what is selected. Every fitting default lives here. */
export const fitOptionsSchema = z.object({
  maxTokens: z.int().min(0).default(8000).describe('Hard limit on the printed text, in tokens'),
  counter: z
    .string()
    .default('o200k_base')
    .describe('o200k_base, cl100k_base, characters, words, another tokenizer, or a model name'),
  overflow: z
    .enum(['never', 'allow'])
    .default('never')
    .describe('allow: the last item may exceed the budget, and the reply says so'),
  selection: z.enum(SELECTIONS).default('relevance').describe('How items are chosen when not all fit'),
  truncation: z
    .enum(TRUNCATIONS)
    .default('signature')
    .describe('What is printed of an item that does not fit whole'),
  minRelevance: z.number().min(0).max(1).default(0).describe('Leave out items below this relevance'),
  maxItems: z.int().min(1).optional().describe('At most this many items'),
  maxItemsPerFile: z.int().min(1).optional().describe('At most this many items of one file'),
  maxItemShare: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('No item takes more than this share of its budget'),
  sourceWeights: z
    .partialRecord(z.enum(SOURCES), z.number().min(0))
    .optional()
    .describe('Split the budget by source with these weights; what one leaves goes to the others'),
  deduplicate: z.boolean().default(true).describe('Drop copies and near-copies'),
  pin: z
    .array(z.string())
    .default([])
    .describe('Ids of items to print before all others, if they were found'),
  drop: z.array(z.string()).default([]).describe('Ids of items to leave out'),
  map: z
    .int()
    .min(0)
    .default(0)
    .describe('Tokens of the budget for a map: further places, one line each, to be read when needed'),
});
export type FitOptions = Readonly<z.output<typeof fitOptionsSchema>>;

export const assembleOptionsSchema = z.object({ ...fitOptionsSchema.shape, ...renderOptionsSchema.shape });
export type AssembleOptions = Readonly<z.output<typeof assembleOptionsSchema>>;

export const citationSchema = z.object({
  id: z.string().describe('As printed, for example cod-120492837'),
  itemId: z.string(),
  source: z.enum(SOURCES),
  title: z.string(),
  path: z.string().optional(),
  startLine: z.number().optional(),
  endLine: z.number().optional(),
  excerpt: z.string(),
});
export type Citation = Readonly<z.infer<typeof citationSchema>>;

const includedItemSchema = z.object({
  id: z.string(),
  source: z.enum(SOURCES),
  entityType: ownTypeSchema,
  name: z.string(),
  qualifiedName: z.string(),
  content: z.string().describe('The text as printed, without heading'),
  summary: z.string().optional(),
  metadata: metadataSchema.optional(),
  location: locationSchema.optional().describe('The lines actually printed'),
  relevance: z.number(),
  reasons: z.array(reasonSchema),
  tokens: z.number(),
  truncated: z.boolean(),
  stale: z.boolean().describe('The file is gone or the text could not be found again; stored text was used'),
  citation: z.string().optional(),
  alternatives: z.array(z.string()).describe('Other sources of the same text'),
});
export type IncludedItem = Readonly<z.infer<typeof includedItemSchema>>;

const excludedItemSchema = z.object({
  id: z.string(),
  name: z.string(),
  source: z.enum(SOURCES),
  path: z.string().optional(),
  startLine: z.number().optional(),
  endLine: z.number().optional(),
  relevance: z.number(),
  tokens: z.number().optional().describe('Tokens it would have taken whole, if they were counted'),
  about: z
    .number()
    .optional()
    .describe('Estimate of what it would have taken whole, from its length, if it was not counted'),
  reason: z.enum(EXCLUSION_REASONS),
  detail: z.string().optional(),
});
export type ExcludedItem = Readonly<z.infer<typeof excludedItemSchema>>;

const mapEntrySchema = z.object({
  id: z.string(),
  source: z.enum(SOURCES),
  name: z.string(),
  path: z.string(),
  startLine: z.number(),
  endLine: z.number(),
  why: z.string().describe('The strongest reason for it'),
  citation: z.string().optional(),
});
export type MapEntry = Readonly<z.infer<typeof mapEntrySchema>>;

/** The warning of a context that was given no items. */
export const NOTHING_TO_ASSEMBLE = 'There was nothing to assemble.';

/** A sentence in place of a context, where it cannot exceed the budget: no counter finds more tokens than characters. */
export function insteadOfContext(sentence: string, budget: number): string {
  return sentence.length <= budget ? sentence : '';
}

/** The reply of every operation that assembles a context. */
export const contextSchema = z.object({
  context: z.string(),
  tokenCount: z.number(),
  budget: z.number(),
  counter: z.object({ name: z.string(), exact: z.boolean() }),
  format: z.enum(FORMATS),
  items: z.array(includedItemSchema),
  excluded: z.array(excludedItemSchema),
  map: z
    .array(mapEntrySchema)
    .describe('Places that are named in one line; `excluded` says why they are not printed'),
  citations: z.array(citationSchema),
  sources: z.array(z.object({ source: z.enum(SOURCES), items: z.number(), tokens: z.number() })),
  stats: z.object({
    retrieved: z.number(),
    selected: z.number(),
    filesRead: z.number(),
    averageRelevance: z.number(),
    millisecondsPerStage: z.record(z.string(), z.number()),
    cacheHit: z.boolean(),
  }),
  truncated: z.boolean(),
  stale: z.boolean(),
  warnings: z.array(z.string()),
});
export type Context = Readonly<z.infer<typeof contextSchema>>;

/** A turn's context, and how much of each source went into it. */
export const primeContextSchema = contextSchema.extend({
  threadId: z.string().optional(),
  counts: z.object({
    explicit: z.number().describe('Items the user or an agent pointed at'),
    search: z.number(),
    learnt: z.number().describe('Memories, experiences and values'),
    history: z.number().describe('Messages of the thread'),
    recent: z.number().describe('Items found useful lately'),
    excluded: z.number(),
  }),
  reservedTokens: z.number().describe('Left free for the system prompt'),
});
export type PrimeContext = Readonly<z.output<typeof primeContextSchema>>;

/** A turn's context as cached. */
export interface CachedTurn {
  readonly context: PrimeContext;
  /** The hash of each file the context shows at that time; undefined for one that could not be read. */
  readonly files: ReadonlyMap<string, string | undefined>;
}
