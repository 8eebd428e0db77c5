import { z } from 'zod';
import { MEMORY_CATEGORIES } from '../../core/vocabulary.ts';
import { MAX_FILES, MAX_TAGS, MEMORY_STATUSES, type Memory, memoryInputSchema } from './memory.ts';

/** The fields of a memory that its file keeps; the rest is derived where the file is read. */
const fileSchema = z.object({
  category: z.enum(MEMORY_CATEGORIES).default('fact'),
  importance: z.number().min(0).max(1).default(0.5),
  tags: memoryInputSchema.shape.tags,
  files: memoryInputSchema.shape.files,
  status: z.enum(MEMORY_STATUSES).default('current'),
  author: z.string().min(1).max(200).optional(),
  validUntil: z.number().optional(),
  supersedes: z.string().min(1).max(200).optional(),
  supersededBy: z.string().min(1).max(200).optional(),
  validFrom: z.number(),
  content: memoryInputSchema.shape.content,
});
export type MemoryFile = Readonly<z.output<typeof fileSchema>>;

/**
 * Renders a memory as Markdown with front matter. What changes most comes first, and four constant lines separate it
 * from the text, so that git merges two edits of one memory line by line (`merge=union`).
 */
export function renderMemoryFile(id: string, memory: MemoryFile): string {
  const lines = [
    '---',
    `status: ${memory.status}`,
    `category: ${memory.category}`,
    `importance: ${memory.importance}`,
    `tags: ${JSON.stringify(memory.tags)}`,
    `files: ${JSON.stringify(memory.files)}`,
    ...optional('author', memory.author),
    ...optional('until', memory.validUntil === undefined ? undefined : isoTime(memory.validUntil)),
    ...optional('supersedes', memory.supersedes),
    ...optional('superseded-by', memory.supersededBy),
    `created: ${isoTime(memory.validFrom)}`,
    `id: ${id}`,
    '---',
    '',
    ...plainText(memory.content).split('\n').map(escapeMarker),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Parses a memory file, or returns a sentence that says why it cannot. A merge may repeat a key; its values are then
 * combined: the greatest importance, every tag, and ended if ended anywhere.
 */
export function parseMemoryFile(id: string, lines: readonly string[]): MemoryFile | string {
  if (lines.some((line) => /^(?:<{7}|>{7}) /.test(line))) {
    return 'it has conflict markers of git: resolve the merge first.';
  }
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0) return 'it does not begin with front matter between two lines "---".';
  const given = new Map<string, string[]>();
  for (const line of lines.slice(1, end)) {
    const [, key, value] = /^([a-z-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === undefined || value === undefined) {
      if (line.trim() === '') continue;
      return `the line "${line.slice(0, 60)}" of its front matter is not "key: value".`;
    }
    given.set(key, [...(given.get(key) ?? []), unquoted(value)]);
  }
  const own = given.get('id')?.[0];
  if (own !== id) return `its id is "${own ?? ''}", so it must be named after it.`;
  const parsed = fileSchema.safeParse({
    category: given.get('category')?.at(-1),
    importance: most(given.get('importance')?.map(Number)),
    tags: [...new Set(given.get('tags')?.flatMap(listOf))].slice(0, MAX_TAGS),
    files: [...new Set(given.get('files')?.flatMap(listOf))].slice(0, MAX_FILES),
    status: most(
      given.get('status')?.map((status) => STATUS_ORDER.indexOf(status)),
      STATUS_ORDER,
    ),
    author: given.get('author')?.[0],
    validUntil: least(given.get('until')?.map(timeOf)),
    supersedes: given.get('supersedes')?.[0],
    supersededBy: given.get('superseded-by')?.sort()[0],
    validFrom: least(given.get('created')?.map(timeOf)) ?? Number.NaN,
    content: lines
      .slice(end + 1)
      .map((line) => line.replace(ESCAPED, ''))
      .join('\n')
      .trim(),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `its ${issue?.path.join('.') ?? 'front matter'} cannot be read: ${issue?.message ?? 'it is malformed'}.`;
}

/** The part of a stored memory that its file holds. */
export function memoryFileOf(memory: Memory): MemoryFile {
  const { category, importance, tags, files, status, author, validUntil } = memory;
  const { supersedes, supersededBy, validFrom, content } = memory;
  return {
    ...{ category, importance, tags: [...tags], files: [...files], status, validFrom },
    content: plainText(content),
    ...(author !== undefined && { author }),
    ...(validUntil !== undefined && { validUntil }),
    ...(supersedes !== undefined && { supersedes }),
    ...(supersededBy !== undefined && { supersededBy }),
  };
}

/** The later status wins: a memory ended on one side of a merge has ended. */
const STATUS_ORDER: readonly string[] = ['current', 'ended', 'superseded'] satisfies Memory['status'][];

export function laterStatus(one: Memory['status'], other: Memory['status']): Memory['status'] {
  return STATUS_ORDER.indexOf(other) > STATUS_ORDER.indexOf(one) ? other : one;
}

function most(numbers: readonly number[] | undefined): number | undefined;
function most(numbers: readonly number[] | undefined, names: readonly string[]): string | undefined;
function most(numbers: readonly number[] | undefined, names?: readonly string[]) {
  if (numbers === undefined) return undefined;
  const greatest = Math.max(...numbers);
  return names === undefined ? greatest : (names[greatest] ?? 'unknown');
}

function least(numbers: readonly number[] | undefined): number | undefined {
  return numbers === undefined ? undefined : Math.min(...numbers);
}

/** Parses a list written as JSON, or by hand: `[db, ops]`. */
function listOf(value: string): string[] {
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed)) return parsed.map(String);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return value
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((entry) => unquoted(entry.trim()))
    .filter((entry) => entry !== '');
}

function unquoted(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
}

/** Always one line, whatever the value holds. */
function optional(key: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${key}: ${value.replace(/\s+/g, ' ').trim()}`];
}

/** The latest time a `Date` can hold. */
const LAST_TIME = 8.64e15;
const isoTime = (time: number) =>
  new Date(Math.max(-LAST_TIME, Math.min(LAST_TIME, Math.trunc(time)))).toISOString();
const timeOf = (text: string) => Date.parse(text);

function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}

/** Lines that would pass for the end of the front matter, or for git's conflict markers. */
const MARKER = /^\\*(?:---$|<{7} |>{7} )/;
const ESCAPED = /^\\(?=\\*(?:---$|<{7} |>{7} ))/;

function escapeMarker(line: string): string {
  return MARKER.test(line) ? `\\${line}` : line;
}
