import { z } from 'zod';
import { AXES, ENTITY_TYPES, MEMORY_CATEGORIES, OUTCOMES, SOURCES, TIERS } from './vocabulary.ts';

const lineNumber = z.int().min(1);

export const locationSchema = z
  .object({
    path: z.string().min(1).describe('Path relative to the project root, with forward slashes'),
    startLine: lineNumber,
    endLine: lineNumber,
    language: z.string().optional(),
    contentHash: z.string().optional().describe('Hash of the lines as indexed'),
  })
  .refine((location) => location.endLine >= location.startLine, 'must not end before it starts');
export type Location = Readonly<z.infer<typeof locationSchema>>;

/** First and last line, 1-based and inclusive. */
export type LineRange = Pick<Location, 'startLine' | 'endLine'>;

/** One part of an item's relevance: which strategy or rule, how much, and a piece of evidence. */
export const reasonSchema = z.object({ rule: z.string(), score: z.number(), detail: z.string().optional() });
export type Reason = Readonly<z.infer<typeof reasonSchema>>;

const fileChangeSchema = z.object({
  path: z.string(),
  insertions: z.int().min(0).default(0),
  deletions: z.int().min(0).default(0),
});
export type FileChange = Readonly<z.infer<typeof fileChangeSchema>>;

/** Fields that only one kind of source has. The discriminator repeats the item's `source`. */
export const metadataSchema = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('code'),
    signature: z.string().optional(),
    docComment: z.string().optional(),
    docLines: z.int().min(1).optional().describe('How many of the lines are a doc comment'),
    parent: z.string().optional(),
    imports: z.array(z.string()).optional(),
    related: z.array(z.string()).optional().describe('Names of callers, callees and neighbours'),
  }),
  z.object({ source: z.literal('document'), headings: z.array(z.string()).optional() }),
  z.object({
    source: z.literal('commit'),
    sha: z.string(),
    author: z.string().optional(),
    email: z.string().optional(),
    files: z.array(fileChangeSchema).optional(),
  }),
  z.object({
    source: z.literal('memory'),
    category: z.enum(MEMORY_CATEGORIES).optional(),
    importance: z.number().min(0).max(1).optional(),
    tags: z.array(z.string()).optional(),
  }),
  z.object({
    source: z.literal('experience'),
    experienceId: z.string().optional().describe('The experience behind this view of it'),
    axis: z.enum(AXES).optional(),
    domain: z.string().optional(),
    strategy: z.string().optional(),
    outcome: z.enum(OUTCOMES).optional(),
    rootCause: z.string().optional(),
    tier: z.enum(TIERS).optional(),
  }),
  z.object({
    source: z.literal('value'),
    axis: z.enum(AXES).optional(),
    experienceIds: z.array(z.string()).optional().describe('Experiences this value was learnt from'),
  }),
  z.object({
    source: z.literal('message'),
    threadId: z.string().optional(),
    role: z.string().optional(),
  }),
  z.object({ source: z.literal('reference'), referenceKind: z.string().optional() }),
]);

/** One of the known types, or the caller's own word. */
export const ownTypeSchema = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,59}$/u, 'must be a word or two')
  .describe(`Such as ${ENTITY_TYPES.slice(0, 6).join(', ')}; a type of your own is taken as it is`);

const timestamp = z.number().describe('Milliseconds since 1970');

/**
 * The one thing that can enter a context: code, a document section, a commit, a memory and so on.
 * Immutable; every step returns new items.
 */
export const contextItemSchema = z.object({
  id: z.string().min(1),
  source: z.enum(SOURCES),
  entityType: ownTypeSchema,
  name: z.string(),
  qualifiedName: z.string().optional().describe('Defaults to the name'),
  content: z.string(),
  summary: z.string().optional(),
  location: locationSchema.optional(),
  section: z
    .object({ title: z.string(), order: z.number() })
    .optional()
    .describe('Heading it comes under when grouped by section; default: its source'),
  relevance: z.number().min(0).max(1),
  reasons: z.array(reasonSchema).default([]),
  createdAt: timestamp.optional(),
  updatedAt: timestamp.optional(),
  lastUsedAt: timestamp.optional(),
  metadata: metadataSchema.optional(),
});
export type ContextItem = Readonly<z.output<typeof contextItemSchema>> & {
  /** The lines of the most relevant part of a merged item: the first to keep when it is truncated. */
  readonly focus?: LineRange;
};
