import type { Memory, MemoryInput } from '../memories/memory.ts';
import type { Stored } from '../record-kind.ts';

/** A memory of another program in our terms. */
interface ForeignMemory {
  readonly input: Partial<MemoryInput> & Pick<MemoryInput, 'content'>;
  /** When the other program noted it. */
  readonly at?: number;
}

interface ForeignMemories {
  readonly memories: readonly ForeignMemory[];
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
}

/** How another program stores its memories. */
export interface ExchangeFormat {
  /** The memories in a text; undefined if it has another format. Never throws. */
  readonly read: (text: string) => ForeignMemories | undefined;
  readonly write: (memories: readonly Stored<Memory>[], now: number) => string;
}

export type Json = Readonly<Record<string, unknown>>;

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of these fields that holds text. */
export function textOf(json: Json, ...fields: readonly string[]): string {
  for (const field of fields) {
    const value = json[field];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return '';
}

/** A list of strings, possibly encoded as JSON in a string. */
export function listOf(value: unknown): string[] {
  const list = typeof value === 'string' ? parseJson(value) : value;
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string' && entry !== '') : [];
}

/** Epoch milliseconds of a date string or a number of (milli)seconds. */
export function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (!Number.isFinite(time)) return undefined;
  return time < 1e11 ? time * 1000 : time;
}

/** Truncates the input to the limits of a memory, with a mark. */
export function bounded(input: ForeignMemory['input']): ForeignMemory['input'] {
  const { content, tags = [], files = [] } = input;
  return {
    ...input,
    content: content.length > LONGEST ? `${content.slice(0, LONGEST - 2)} …` : content,
    tags: [...new Set(tags.map((tag) => tag.trim().toLowerCase().slice(0, 50)))].filter(Boolean).slice(0, 20),
    files: [...new Set(files)]
      .filter((file) => file.length <= 500 && !/^(?:\/|~|[A-Za-z]:)/.test(file))
      .slice(0, 20),
  };
}
const LONGEST = 10_000;
