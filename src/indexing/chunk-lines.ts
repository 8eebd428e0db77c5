import type { ParsedUnit } from '../core/parser.ts';
import type { EntityType } from '../core/vocabulary.ts';

/** A range of lines that is searched as one. */
export interface LineChunk {
  readonly startLine: number;
  readonly endLine: number;
  /** Index of the unit that the chunk is, or is part of. */
  readonly unit?: number;
  /** Units without their own chunk that start here: constants, fields, nested functions. */
  readonly shown: readonly number[];
}

/** A longer unit is split near the target. Retrieval benchmarks use sizes between the two. */
const MAX_LINES = 60;
const TARGET_LINES = 40;
const MIN_LINES = 12;
/** Dense lines are split earlier: about 1,500 tokens. */
const MAX_CHARACTERS = 6000;
/** Fewer lines of text than this between two units join the unit after them. */
const MIN_GAP_LINES = 3;
/** Constants and fields up to this long share a chunk with their neighbours. */
const SMALL_UNIT_LINES = 3;

const CONTAINERS: ReadonlySet<EntityType> = new Set([
  'class',
  'interface',
  'enum',
  'namespace',
  'module',
  'section',
]);
const SMALL_TYPES: ReadonlySet<EntityType> = new Set(['variable', 'property', 'type']);

/**
 * Splits a file into chunks: each function or other definition is one, or several when long; a class is its header
 * and what stands between its methods; code outside every definition is chunked too. Every line with a letter or
 * digit is in exactly one chunk.
 */
export function chunkLines(lines: readonly string[], units: readonly ParsedUnit[]): LineChunk[] {
  const tree: Tree = { units, lines, children: childrenOf(units) };
  const segments = segmentsOf(tree).filter((segment) => hasText(lines, segment.startLine, segment.endLine));
  const owners = new Set(segments.map((segment) => segment.unit));
  const withoutChunk = [...units.keys()]
    .filter((index) => !owners.has(index))
    .sort((a, b) => (units[a]?.startLine ?? 0) - (units[b]?.startLine ?? 0));
  return joinGaps(segments, tree).flatMap((segment) => cutSegment(segment, tree, withoutChunk));
}

interface Range {
  readonly startLine: number;
  readonly endLine: number;
}
interface Segment extends Range {
  readonly unit: number | undefined;
  /** What remains of a container or of the file between its parts. */
  readonly isGap: boolean;
}
interface Tree {
  readonly units: readonly ParsedUnit[];
  readonly children: ReadonlyMap<number | undefined, readonly number[]>;
  readonly lines: readonly string[];
}

function childrenOf(units: readonly ParsedUnit[]): Map<number | undefined, number[]> {
  const children = new Map<number | undefined, number[]>();
  for (const [index, unit] of units.entries()) {
    const siblings = children.get(unit.parent);
    if (siblings === undefined) children.set(unit.parent, [index]);
    else siblings.push(index);
  }
  return children;
}

/** Walks the containers without recursion: nesting is as deep as the file says. */
function segmentsOf(tree: Tree): Segment[] {
  const segments: Segment[] = [];
  const whole = { startLine: 1, endLine: tree.lines.length };
  const pending: { owner: number | undefined; range: Range }[] = [{ owner: undefined, range: whole }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    let line = next.range.startLine;
    for (const child of tree.children.get(next.owner) ?? []) {
      const unit = tree.units[child];
      if (unit === undefined || isSmall(unit)) continue;
      const start = Math.max(unit.startLine, line);
      const end = Math.min(unit.endLine, next.range.endLine);
      if (end < start) continue;
      if (start > line) segments.push({ unit: next.owner, isGap: true, startLine: line, endLine: start - 1 });
      const own = { startLine: start, endLine: end };
      if (CONTAINERS.has(unit.entityType) && tree.children.has(child))
        pending.push({ owner: child, range: own });
      else segments.push({ ...own, unit: child, isGap: false });
      line = end + 1;
    }
    if (line <= next.range.endLine) {
      segments.push({ unit: next.owner, isGap: true, startLine: line, endLine: next.range.endLine });
    }
  }
  return segments.sort((a, b) => a.startLine - b.startLine);
}

function isSmall(unit: ParsedUnit): boolean {
  return SMALL_TYPES.has(unit.entityType) && unit.endLine - unit.startLine < SMALL_UNIT_LINES;
}

/** A few stray lines make a poor chunk: they join what follows, or else what precedes them. */
function joinGaps(segments: readonly Segment[], { units, lines }: Tree): Segment[] {
  const joined: Segment[] = [];
  let carried: Segment | undefined;
  for (const segment of segments) {
    const whole = carried === undefined ? segment : { ...segment, startLine: carried.startLine };
    carried = undefined;
    if (segment.isGap && !isHeader(segment, units) && countTextLines(lines, whole) < MIN_GAP_LINES)
      carried = whole;
    else joined.push(whole);
  }
  if (carried !== undefined) {
    const last = joined.pop();
    joined.push(last === undefined ? carried : { ...last, endLine: carried.endLine });
  }
  return joined;
}

/** A class is found by its header, however short; a heading or namespace alone says little. */
function isHeader(segment: Segment, units: readonly ParsedUnit[]): boolean {
  const unit = segment.unit === undefined ? undefined : units[segment.unit];
  if (unit === undefined || unit.entityType === 'section' || unit.entityType === 'namespace') return false;
  return segment.startLine <= unit.definitionLine && unit.definitionLine <= segment.endLine;
}

function cutSegment(segment: Segment, { units, lines }: Tree, withoutChunk: readonly number[]): LineChunk[] {
  const chunks: LineChunk[] = [];
  const inside = withoutChunk.slice(
    lowerBound(withoutChunk, units, segment.startLine),
    lowerBound(withoutChunk, units, segment.endLine + 1),
  );
  const starts = new Set(inside.map((index) => units[index]?.startLine ?? 0));
  let line = firstTextLine(lines, segment.startLine, segment.endLine);
  while (line <= segment.endLine) {
    const endLine = lastTextLine(lines, line, endOfPart(lines, line, segment.endLine, starts));
    const from = line;
    const shown = inside.filter((index) => {
      const start = units[index]?.startLine ?? 0;
      return start >= from && start <= endLine;
    });
    chunks.push({
      startLine: line,
      endLine,
      shown,
      ...(segment.unit === undefined ? {} : { unit: segment.unit }),
    });
    line = firstTextLine(lines, endLine + 1, segment.endLine);
    if (!hasText(lines, line, segment.endLine)) break;
  }
  return chunks;
}

/** The index of the first unit at or after a line; the list is ordered by line. */
function lowerBound(list: readonly number[], units: readonly ParsedUnit[], line: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[list[middle] ?? 0]?.startLine ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last line of the part that starts here: the end if it fits, else the best split near the target. */
function endOfPart(
  lines: readonly string[],
  start: number,
  end: number,
  starts: ReadonlySet<number>,
): number {
  const characterEnd = endByCharacters(lines, start, end);
  if (end - start < MAX_LINES && characterEnd === end) return end;
  const latest = Math.min(start + MAX_LINES - 1, characterEnd, end);
  const earliest = Math.min(start + MIN_LINES, latest);
  let best = latest;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let line = latest; line >= earliest; line--) {
    const cost = cutCost(lines, line, starts) + Math.abs(line - start - TARGET_LINES) / TARGET_LINES;
    if (cost < bestCost) {
      best = line;
      bestCost = cost;
    }
  }
  // A short remainder is not worth a separate part, if the characters allow.
  return end - best < MIN_LINES && characterEnd === end && end - start < MAX_LINES + MIN_LINES ? end : best;
}

/** Splitting before a definition or at an empty line is cheap, inside deeply nested code expensive. */
function cutCost(lines: readonly string[], line: number, starts: ReadonlySet<number>): number {
  if (starts.has(line + 1)) return 0;
  const next = lines[line] ?? '';
  const blank = (lines[line - 1] ?? '').trim() === '';
  const indent = Math.min(next.length - next.trimStart().length, MAX_INDENT);
  return (blank ? 0 : BLANK_COST) + indent * INDENT_COST;
}

const MAX_INDENT = 16;
const BLANK_COST = 1;
const INDENT_COST = 0.1;

function endByCharacters(lines: readonly string[], start: number, end: number): number {
  let characters = 0;
  for (let line = start; line <= end; line++) {
    characters += (lines[line - 1] ?? '').length + 1;
    if (characters > MAX_CHARACTERS) return Math.max(start, line - 1);
  }
  return end;
}

const TEXT = /[\p{L}\p{N}]/u;

function hasText(lines: readonly string[], start: number, end: number): boolean {
  for (let line = start; line <= end; line++) if (TEXT.test(lines[line - 1] ?? '')) return true;
  return false;
}

function countTextLines(lines: readonly string[], { startLine, endLine }: Range): number {
  let count = 0;
  for (let line = startLine; line <= endLine; line++) if (TEXT.test(lines[line - 1] ?? '')) count++;
  return count;
}

function firstTextLine(lines: readonly string[], start: number, end: number): number {
  let line = start;
  while (line < end && (lines[line - 1] ?? '').trim() === '') line++;
  return line;
}

function lastTextLine(lines: readonly string[], start: number, end: number): number {
  let line = end;
  while (line > start && (lines[line - 1] ?? '').trim() === '') line--;
  return line;
}
