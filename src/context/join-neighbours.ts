import type { ContextItem, Location } from '../core/item.ts';
import { hashOfLines } from '../core/text/hash-of-lines.ts';

/** Parts this near would show each other's lines as surroundings anyway. */
const WIDEST_GAP = 6;
/** A weak neighbour does not ride on a strong one: it would take the place of better items. */
const LEAST_SHARE = 0.5;
/** Longer items are cut when they do not fit, so joining must not make them. */
const MOST_LINES = 120;

/**
 * Joins items that stand next to each other in one file into one, in the place of the better: one
 * heading instead of two, and no hole between them. Only files whose lines are given, which are those
 * that did not change since they were indexed; others are found again item by item.
 */
export function joinNeighbours(
  items: readonly ContextItem[],
  files: ReadonlyMap<string, readonly string[]>,
): ContextItem[] {
  const joined: ContextItem[] = [];
  const placesByPath = new Map<string, number[]>();
  for (const item of items) {
    const path = item.location?.path ?? '';
    const places = placesByPath.get(path) ?? [];
    placesByPath.set(path, places);
    const lines = files.get(path);
    const place = lines && places.find((each) => mayJoin(joined[each]!, item));
    if (lines === undefined || place === undefined) places.push(joined.push(item) - 1);
    else joined[place] = join(joined[place]!, item, lines);
  }
  return joined;
}

function mayJoin(earlier: ContextItem, { location, relevance }: ContextItem): boolean {
  const other = earlier.location;
  if (location === undefined || other === undefined || location.path !== other.path) return false;
  const gap = Math.max(location.startLine - other.endLine, other.startLine - location.endLine) - 1;
  const { startLine, endLine } = span(other, location);
  return (
    gap <= WIDEST_GAP && endLine - startLine < MOST_LINES && relevance >= earlier.relevance * LEAST_SHARE
  );
}

function span(a: Location, b: Location): Pick<Location, 'startLine' | 'endLine'> {
  return { startLine: Math.min(a.startLine, b.startLine), endLine: Math.max(a.endLine, b.endLine) };
}

function join(better: ContextItem, other: ContextItem, lines: readonly string[]): ContextItem {
  if (better.location === undefined || other.location === undefined) return better;
  const { startLine, endLine } = span(better.location, other.location);
  const text = lines.slice(startLine - 1, endLine);
  return {
    ...better,
    // Parts of one definition bear the same name.
    name: [...new Set([...better.name.split(', '), other.name])].join(', '),
    content: text.join('\n'),
    location: { ...better.location, startLine, endLine, contentHash: hashOfLines(lines, startLine, endLine) },
  };
}
