import type { Context } from '../../../src/core/context.ts';

/** A stretch of the printed text; those of no item are headings, notes and separators. */
export interface Region {
  readonly itemId?: string;
  readonly text: string;
}

/**
 * The text cut where items begin, in the order it is printed. An item begins on the line that holds its
 * citation; joined, the regions are the text.
 */
export function textRegions({
  context,
  items,
  format,
}: Pick<Context, 'context' | 'items' | 'format'>): Region[] {
  // The block of metadata in front names the citations too.
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
