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
  const starts = startsIn(context, from, items);
  const regions: Region[] = [];
  const first = starts[0]?.at ?? context.length;
  if (first > 0) regions.push({ text: context.slice(0, first) });
  for (const [index, { id, at }] of starts.entries()) {
    const end = starts[index + 1]?.at ?? context.length;
    if (end > at) regions.push({ itemId: id, text: context.slice(at, end) });
  }
  return regions;
}

/** `cod-120492837`: what a citation looks like, so that one pass over a long text finds those of all items. */
const CITATION = /\b[a-z]{3}-[\w-]+/g;

/** Where the line of each item's citation begins, in printed order. */
function startsIn(context: string, from: number, items: Context['items']) {
  const awaited = new Map<string, string>();
  for (const { id, citation } of items)
    if (citation !== undefined && !awaited.has(citation)) awaited.set(citation, id);
  const starts: { readonly id: string; readonly at: number }[] = [];
  for (const { 0: citation, index } of context.slice(from).matchAll(CITATION)) {
    const id = awaited.get(citation);
    if (id === undefined) continue;
    awaited.delete(citation);
    starts.push({ id, at: context.lastIndexOf('\n', from + index) + 1 });
    if (awaited.size === 0) break;
  }
  return starts;
}
