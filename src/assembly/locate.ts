import type { ContextItem, Location } from '../core/item.ts';
import type { PlacedUnit } from '../core/parser.ts';
import type { ReadFailure, SourceFile } from '../core/ports.ts';
import { hashLineSpan } from '../core/text/hash.ts';
import { splitLines } from '../core/text/lines.ts';

/** The lines of an item and where they come from. */
interface Located {
  readonly lines: readonly string[];
  readonly startLine?: number;
  /** `moved`: found again elsewhere in a changed file. `stale`: the stored text, the file's is gone. */
  readonly state: 'as-indexed' | 'moved' | 'stale';
}

/**
 * Finds the present lines of an item. With a stored hash the lines must match it, else they are looked
 * for in the changed file: the same text elsewhere, then the unit of the same name, then the range
 * between the first and last stored line. What cannot be found is given as stored.
 */
export function locate(
  item: ContextItem,
  file: SourceFile | ReadFailure | undefined,
  units: readonly PlacedUnit[] = [],
): Located {
  const { location } = item;
  if (location === undefined) return { lines: splitLines(item.content), state: 'as-indexed' };
  if (file === undefined || typeof file === 'string') return asStored(splitLines(item.content), location);

  const present = file.lines.slice(location.startLine - 1, location.endLine);
  if (present.length > 0 && !hasChanged(item, file)) {
    return { lines: present, startLine: location.startLine, state: 'as-indexed' };
  }
  const stored = splitLines(item.content);
  if (location.contentHash === undefined || stored.length === 0) return asStored(stored, location);

  const range =
    rangeOfText(stored, file.lines, location.startLine - 1) ??
    rangeOfUnit(item, units) ??
    rangeOfEnds(stored, file.lines, location.startLine - 1);
  if (range === undefined) return asStored(stored, location);
  const [start, end] = range;
  return { lines: file.lines.slice(start, end), startLine: start + 1, state: 'moved' };
}

/** Whether the item's lines have moved in the file, so that its structure helps to find them. */
export function hasChanged(item: ContextItem, file: SourceFile): boolean {
  const { location } = item;
  if (location?.contentHash === undefined) return false;
  return hashLineSpan(file.lines, location.startLine, location.endLine) !== location.contentHash;
}

function asStored(stored: readonly string[], location: Location): Located {
  return { lines: stored, startLine: location.startLine, state: 'stale' };
}

/** Zero-based start and end (exclusive). */
type Range = readonly [start: number, end: number];

/** Where the very same lines are now, nearest to where they were. */
function rangeOfText(stored: readonly string[], lines: readonly string[], near: number): Range | undefined {
  let best: number | undefined;
  for (let start = 0; start + stored.length <= lines.length; start++) {
    if (!stored.every((line, offset) => line === lines[start + offset])) continue;
    if (best === undefined || Math.abs(start - near) < Math.abs(best - near)) best = start;
  }
  return best === undefined ? undefined : [best, best + stored.length];
}

function rangeOfUnit(item: ContextItem, units: readonly PlacedUnit[]): Range | undefined {
  const qualified = item.qualifiedName ?? item.name;
  const candidates = units.filter((unit) => unit.entityType === item.entityType);
  const unit =
    candidates.find((each) => each.qualifiedName === qualified) ??
    only(candidates.filter((each) => each.name === item.name));
  return unit === undefined ? undefined : [unit.startLine - 1, unit.endLine];
}

/** The range from the stored first line to the stored last one, if each occurs only once. */
function rangeOfEnds(stored: readonly string[], lines: readonly string[], near: number): Range | undefined {
  const first = stored.find((line) => line.trim() !== '');
  const last = stored.findLast((line) => line.trim() !== '');
  if (first === undefined || last === undefined || first.trim().length < SHORTEST_ANCHOR) return undefined;
  const starts = indexesOf(first, lines).sort((a, b) => Math.abs(a - near) - Math.abs(b - near));
  const start = starts[0];
  if (start === undefined) return undefined;
  const end = lines.indexOf(last, start);
  const longest = stored.length * 2 + 20;
  return end < 0 || end - start > longest ? undefined : [start, end + 1];
}

/** Shorter lines, such as a brace, occur everywhere and say nothing. */
const SHORTEST_ANCHOR = 8;

function indexesOf(line: string, lines: readonly string[]): number[] {
  return lines.flatMap((each, index) => (each === line ? [index] : []));
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}
