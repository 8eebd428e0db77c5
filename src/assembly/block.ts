import type { LineRange } from '../core/item.ts';
import type { SourceKind } from '../core/vocabulary.ts';

/** A line as printed: one of the file (with its number), of the item, or a marker for lines left out. */
export interface BlockLine {
  readonly text: string;
  readonly number?: number;
}

/** What is printed of one item, ready to be rendered. */
export interface Block {
  readonly itemId: string;
  readonly source: SourceKind;
  readonly entityType: string;
  readonly name: string;
  readonly path?: string;
  readonly language?: string;
  readonly section?: { readonly title: string; readonly order: number } | undefined;
  readonly relevance: number;
  readonly lines: readonly BlockLine[];
  readonly imports: readonly string[];
  readonly related: readonly string[];
  readonly citation?: string;
  readonly truncated: boolean;
  readonly stale: boolean;
}

/** The ranges of file lines a block really prints, in order. Empty for items without a place in a file. */
export function rangesOf(block: Pick<Block, 'lines'>): LineRange[] {
  const ranges: { startLine: number; endLine: number }[] = [];
  for (const { number } of block.lines) {
    if (number === undefined) continue;
    const last = ranges.at(-1);
    if (last !== undefined && number === last.endLine + 1) last.endLine = number;
    else ranges.push({ startLine: number, endLine: number });
  }
  return ranges;
}

/** `12-40`, `7`, or `12-20,31-40` when lines between were left out. */
export function rangeText(ranges: readonly LineRange[]): string {
  return ranges
    .map(({ startLine, endLine }) => (startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`))
    .join(',');
}

/** `src/a.ts:12-40`, or undefined for an item without a path. */
export function placeOf(block: Block): string | undefined {
  const lines = rangeText(rangesOf(block));
  return block.path === undefined || lines === '' ? block.path : `${block.path}:${lines}`;
}
