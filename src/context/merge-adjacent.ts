import { joinNames } from '../assembly/join-names.ts';
import type { ContextItem, LineRange, Location } from '../core/item.ts';
import { hashLineSpan } from '../core/text/hash.ts';

/** Up to this distance, printing the lines between costs less than a second heading. */
const WIDEST_GAP = 15;
/** A weak neighbour is not merged into a strong one: it would displace better items. */
const MIN_SHARE = 0.3;
/** Longer items are truncated when they do not fit, so merging must not create them. */
const MAX_LINES = 120;

/** The lines of a file that was not read, which is as it was indexed: its items are merged without their text. */
export const UNKNOWN: readonly string[] = [];

/**
 * Merges adjacent items of a file, at the rank of the better one: one heading instead of two, and no gap. Takes only
 * files unchanged since indexing; in others each item has to be located by itself.
 */
export function mergeAdjacent(
  items: readonly ContextItem[],
  files: ReadonlyMap<string, readonly string[]>,
): ContextItem[] {
  const merged: (ContextItem | undefined)[] = [];
  const placesByPath = new Map<string, number[]>();
  for (const item of items) {
    const path = item.location?.path ?? '';
    const places = placesByPath.get(path) ?? [];
    placesByPath.set(path, places);
    const lines = files.get(path);
    const place = lines && places.find((each) => canMerge(merged[each], item));
    if (lines === undefined || place === undefined) {
      places.push(merged.push(item) - 1);
      continue;
    }
    merged[place] = merge(merged[place]!, item, lines);
    // The lines added may close the gap to another block; the better one takes it in.
    const other = places.find(
      (each) => each !== place && canMerge(merged[Math.min(each, place)], merged[Math.max(each, place)]),
    );
    if (other === undefined) continue;
    const [better, worse] = other < place ? [other, place] : [place, other];
    merged[better] = merge(merged[better]!, merged[worse]!, lines);
    merged[worse] = undefined;
    places.splice(places.indexOf(worse), 1);
  }
  return merged.filter((item) => item !== undefined);
}

function canMerge(earlier: ContextItem | undefined, later: ContextItem | undefined): boolean {
  if (earlier === undefined || later === undefined) return false;
  const { location, relevance } = later;
  const other = earlier.location;
  if (location === undefined || other === undefined || location.path !== other.path) return false;
  const gap = Math.max(location.startLine - other.endLine, other.startLine - location.endLine) - 1;
  const { startLine, endLine } = span(other, location);
  return gap <= WIDEST_GAP && endLine - startLine < MAX_LINES && relevance >= earlier.relevance * MIN_SHARE;
}

function lineRangeOf({ startLine, endLine }: Location): LineRange {
  return { startLine, endLine };
}

function span(a: Location, b: Location): LineRange {
  return { startLine: Math.min(a.startLine, b.startLine), endLine: Math.max(a.endLine, b.endLine) };
}

function merge(better: ContextItem, other: ContextItem, lines: readonly string[]): ContextItem {
  if (better.location === undefined || other.location === undefined) return better;
  const { startLine, endLine } = span(better.location, other.location);
  const text = lines.slice(startLine - 1, endLine);
  return {
    ...better,
    name: joinNames(better.location.path, [better.name, other.name]),
    focus: better.focus ?? lineRangeOf(better.location),
    ...metadataOf(better, other),
    content: text.join('\n'),
    location: {
      ...better.location,
      startLine,
      endLine,
      contentHash:
        lines === UNKNOWN
          ? `${better.location.contentHash} ${other.location.contentHash}`
          : hashLineSpan(lines, startLine, endLine),
    },
  };
}

/** The related names and the doc comments of both. */
function metadataOf(better: ContextItem, other: ContextItem): Pick<ContextItem, 'metadata'> {
  const ofCode = [better, other].flatMap(({ metadata }) => (metadata?.source === 'code' ? [metadata] : []));
  if (ofCode.length === 0) return {};
  const related = new Set(ofCode.flatMap((metadata) => metadata.related ?? []));
  const docLines = ofCode.reduce((sum, metadata) => sum + (metadata.docLines ?? 0), 0);
  return {
    metadata: {
      ...better.metadata,
      source: 'code',
      ...(related.size > 0 && { related: [...related] }),
      ...(docLines > 0 && { docLines }),
    },
  };
}
