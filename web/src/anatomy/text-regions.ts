import type { Context } from '../../../src/core/context.ts';

/** A stretch of the printed text; those without an item are headings, notes and separators. */
export interface Region {
  readonly itemId?: string;
  readonly text: string;
}

/**
 * The text split where items begin, in printed order. An item begins on the line with its citation; joined, the regions
 * are the text.
 */
export function textRegions({
  context,
  items,
  format,
}: Pick<Context, 'context' | 'items' | 'format'>): Region[] {
  // The metadata block at the top also names the citations.
  const from = format === 'markdown+json' ? Math.max(0, context.indexOf('\n```\n')) : 0;
  const starts = items
    .flatMap(({ id, citation }) => {
      const at = citation === undefined ? -1 : context.indexOf(citation, from);
      return at < 0 ? [] : [{ id, at: context.lastIndexOf('\n', at) + 1 }];
    })
    .sort((a, b) => a.at - b.at);
  const regions: Region[] = [];
  const first = starts[0]?.at ?? context.length;
  if (first > 0) regions.push({ text: context.slice(0, first) });
  for (const [index, { id, at }] of starts.entries()) {
    const end = starts[index + 1]?.at ?? context.length;
    if (end > at) regions.push({ itemId: id, text: context.slice(at, end) });
  }
  return regions;
}
