import type { ContextItem } from '../core/item.ts';
import type { Structure } from './truncate/structure.ts';

/** An item with the lines that would be printed of it: read from disk now, or as stored. */
export interface Passage {
  readonly item: ContextItem;
  readonly lines: readonly string[];
  /** Number in its file of the first of `lines`; undefined for items without a place in a file. */
  readonly startLine?: number;
  /** Lines of the file just before and after, printed when there is room. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly imports: readonly string[];
  readonly stale: boolean;
  /** Its file was not read: `lines` are as many, but empty. It can be named in the map, but not printed. */
  readonly unread?: true;
  /** Ids of items with the same text or an overlapping range that this one stands for. */
  readonly alternatives: readonly string[];
  readonly structure?: Structure;
  /** The most relevant lines of a merged passage, as indexes into `lines`: the first to keep in a cut. */
  readonly focus?: { readonly start: number; readonly end: number };
}

export function endLineOf(passage: Pick<Passage, 'lines' | 'startLine'>): number | undefined {
  return passage.startLine === undefined ? undefined : passage.startLine + passage.lines.length - 1;
}
