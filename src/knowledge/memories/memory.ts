import { z } from 'zod';
import { MEMORY_CATEGORIES, MEMORY_SCOPES } from '../../core/vocabulary.ts';
import { mentionKey } from './code-mentions.ts';
import { statementOf } from './near-duplicate.ts';

export const MAX_MEMORY_LENGTH = 10_000;
export const MAX_TAGS = 20;
const DEFAULT_IMPORTANCE = 0.5;
export const MAX_FILES = 20;
/** Each is looked up when the memory is shown. No text of this length names more. */
const MAX_MENTIONS = 100;

/** What a person or an agent provides to keep a memory. */
export const memoryInputSchema = z.object({
  content: z
    .string()
    .max(MAX_MEMORY_LENGTH)
    .refine((text) => text.trim() !== '', 'must not be blank')
    .describe('What to remember, in one or a few sentences'),
  category: z.enum(MEMORY_CATEGORIES).default('fact').describe('What sort of thing it is'),
  importance: z
    .number()
    .min(0)
    .max(1)
    .default(DEFAULT_IMPORTANCE)
    .describe('0 (a detail) to 1 (never forget)'),
  tags: z.array(z.string().min(1).max(50)).max(MAX_TAGS).default([]).describe('Words to find it by'),
  files: z
    .array(z.string().min(1).max(500))
    .max(MAX_FILES)
    .default([])
    .describe('Files or folders it is about, relative to the project root'),
  author: z.string().optional().describe('Who says so'),
  session: z.string().optional().describe('Session it was learnt in'),
  scope: z
    .enum(MEMORY_SCOPES)
    .optional()
    .describe('Where it holds: project, branch, user (all your projects), team (a file in git)'),
});
export type MemoryInput = Readonly<z.output<typeof memoryInputSchema>>;

/** `current` is searched; the others are kept and shown only on request. */
export const MEMORY_STATUSES = ['current', 'superseded', 'ended'] as const;

const earlierTextSchema = z.object({
  content: z.string(),
  at: z.number(),
  why: z.enum(['updated', 'merged']),
  /** The session that said it again. */
  session: z.string().optional(),
});

export const memorySchema = z.object({
  ...memoryInputSchema.shape,
  scope: z.enum(MEMORY_SCOPES).default('project'),
  /** For scope `branch`: the branch it applies to. */
  branch: z.string().optional(),
  status: z.enum(MEMORY_STATUSES),
  validFrom: z.number(),
  validUntil: z.number().optional(),
  supersedes: z.string().optional(),
  supersededBy: z.string().optional(),
  /** Head of the history when it was written: "true at commit X". */
  commit: z.string().optional(),
  /** Code the text names, as indexed when it was written. */
  code: z
    .array(z.object({ name: z.string(), path: z.string(), contentHash: z.string() }))
    .max(MAX_MENTIONS)
    .default([]),
  /** Earlier wordings, oldest first, so that nothing is lost. */
  history: z.array(earlierTextSchema).default([]),
});
export type Memory = Readonly<z.output<typeof memorySchema>>;
export type CodeMention = Memory['code'][number];

export function newMemory(
  input: MemoryInput,
  options: {
    readonly now: number;
    readonly branch?: string | undefined;
    readonly commit?: string | undefined;
    readonly code?: readonly CodeMention[] | undefined;
    readonly supersedes?: string | undefined;
    /** It is known to expire then. */
    readonly until?: number | undefined;
  },
): Memory {
  return {
    ...input,
    scope: input.scope ?? 'project',
    ...(options.branch !== undefined && { branch: options.branch }),
    tags: uniqueTags(input.tags),
    status: 'current',
    validFrom: options.now,
    ...(options.until !== undefined && { validUntil: options.until }),
    ...(options.supersedes !== undefined && { supersedes: options.supersedes }),
    ...(options.commit !== undefined && { commit: options.commit }),
    code: [...(options.code ?? [])],
    history: [],
  };
}

/** The category, and the importance unless it is the usual one: `(decision, importance 0.9)`. */
export function standingText({ category, importance }: Pick<Memory, 'category' | 'importance'>): string {
  return `(${category}${importance === DEFAULT_IMPORTANCE ? '' : `, importance ${importance}`})`;
}

/** Merges duplicates: the wording that says more, the greater importance, all tags, one history. */
export function mergeMemories(kept: Memory, again: Memory): Memory {
  const [content, other] = saysMore(again.content, kept.content)
    ? [again.content, kept.content]
    : [kept.content, again.content];
  const tags = uniqueTags([...kept.tags, ...again.tags]).slice(0, MAX_TAGS);
  const files = [...new Set([...kept.files, ...again.files])].slice(0, MAX_FILES);
  const adds = content !== other || tags.length > kept.tags.length || files.length > kept.files.length;
  const { session } = again;
  return {
    ...kept,
    content,
    importance: Math.max(kept.importance, again.importance),
    tags,
    files,
    ...(again.commit !== undefined && { commit: again.commit }),
    code: [
      ...again.code,
      ...kept.code.filter((old) => !again.code.some((mention) => mentionKey(mention) === mentionKey(old))),
    ].slice(0, MAX_MENTIONS),
    history: adds
      ? [
          ...kept.history,
          { content: other, at: again.validFrom, why: 'merged', ...(session !== undefined && { session }) },
        ]
      : kept.history,
  };
}

/** More words beside filler; of equal texts the shorter. */
function saysMore(one: string, other: string): boolean {
  const count = (text: string) => new Set(statementOf(text).words.map(({ stem }) => stem)).size;
  return count(one) - count(other) > 0 || (count(one) === count(other) && one.length < other.length);
}

export type MemoryChange = {
  readonly [Field in 'content' | 'category' | 'importance' | 'tags' | 'files' | 'scope']?:
    | MemoryInput[Field]
    | undefined;
};

export function updateMemory(memory: Memory, change: MemoryChange, now: number): Memory {
  const content = change.content ?? memory.content;
  return {
    ...memory,
    content,
    category: change.category ?? memory.category,
    importance: change.importance ?? memory.importance,
    tags: uniqueTags(change.tags ?? memory.tags),
    files: change.files ?? memory.files,
    scope: change.scope ?? memory.scope,
    history:
      content === memory.content
        ? memory.history
        : [...memory.history, { content: memory.content, at: now, why: 'updated' }],
  };
}

/** Marks a memory as replaced by another; it stays readable and links to the newer one. */
export function supersedeMemory(memory: Memory, by: string, now: number): Memory {
  return { ...memory, status: 'superseded', supersededBy: by, validUntil: now };
}

/** Ends the validity but keeps the record. */
export function endMemory(memory: Memory, now: number): Memory {
  return memory.status === 'current' ? { ...memory, status: 'ended', validUntil: now } : memory;
}

/** Makes an ended or superseded memory current again; what replaced it stays unchanged. */
export function restoreMemory({ validUntil: _until, supersededBy: _by, ...memory }: Memory): Memory {
  return { ...memory, status: 'current' };
}

function uniqueTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== ''))];
}
