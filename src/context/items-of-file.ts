import type { ContextItem } from '../core/item.ts';
import type { ParsedFile, ParsedUnit } from '../core/parser.ts';
import type { SourceFile } from '../core/ports.ts';
import { DOCUMENT_TYPES, type EntityType } from '../core/vocabulary.ts';

/** A longer unit is split into its members, if it has any. */
const LONGEST_UNIT = 120;

/**
 * A file as items: its definitions or sections, and the lines between them. Together they cover every line exactly
 * once.
 */
export function itemsOfFile(file: SourceFile, parsed: ParsedFile): ContextItem[] {
  const { units } = parsed;
  const chosen: ParsedUnit[] = [];
  let covered = 0;
  for (const unit of units) {
    const isLong = unit.endLine - unit.startLine >= LONGEST_UNIT;
    const hasMembers =
      isLong && units.some((other) => other.parent !== undefined && units[other.parent] === unit);
    if (unit.startLine <= covered || hasMembers) continue;
    chosen.push(unit);
    covered = unit.endLine;
  }
  const items: ContextItem[] = [];
  let next = 1;
  for (const unit of chosen) {
    items.push(...between(file, parsed, next, unit.startLine - 1));
    items.push(itemOf(file, parsed, { ...unit, name: unit.qualifiedName }));
    next = unit.endLine + 1;
  }
  return [...items, ...between(file, parsed, next, file.lines.length)];
}

export function itemOfFile(file: SourceFile, parsed: ParsedFile): ContextItem {
  return itemOf(file, parsed, {
    entityType: 'file',
    name: file.path,
    startLine: 1,
    endLine: Math.max(1, file.lines.length),
  });
}

/** The lines from `start` to `end`, trimmed of blank lines at both ends; none when all are blank. */
function between(file: SourceFile, parsed: ParsedFile, start: number, end: number): ContextItem[] {
  let [startLine, endLine] = [start, end];
  while (startLine <= endLine && isBlank(file, startLine)) startLine++;
  while (endLine >= startLine && isBlank(file, endLine)) endLine--;
  if (startLine > endLine) return [];
  return [itemOf(file, parsed, { entityType: 'module', name: file.path, startLine, endLine })];
}

function isBlank(file: SourceFile, line: number): boolean {
  return (file.lines[line - 1] ?? '').trim() === '';
}

function itemOf(
  file: SourceFile,
  parsed: ParsedFile,
  part: {
    readonly entityType: EntityType;
    readonly name: string;
    readonly startLine: number;
    readonly endLine: number;
  },
): ContextItem {
  const { entityType, name, startLine, endLine } = part;
  const isDocument = DOCUMENT_TYPES.some((type) => type === entityType);
  return {
    id: `${file.path}:${startLine}-${endLine}`,
    source: isDocument ? 'document' : 'code',
    entityType,
    name,
    content: file.lines.slice(startLine - 1, endLine).join('\n'),
    location: { path: file.path, startLine, endLine, language: parsed.language },
    relevance: 0,
    reasons: [],
  };
}
