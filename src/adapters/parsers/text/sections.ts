import type { ParsedUnit } from '../../../core/parser.ts';
import type { EntityType } from '../../../core/vocabulary.ts';

/** A line that opens a section: a heading, a key, a definition found by a pattern. */
export interface SectionStart {
  /** 1-based line on which the section starts, and the last line of its heading. */
  readonly line: number;
  readonly headingEndLine: number;
  /** 1 is the outermost; a section ends where one of the same or a lower level starts. */
  readonly level: number;
  readonly name: string;
  readonly entityType: EntityType;
}

/** Nests units by their opening lines: each lasts until the next of its level or above. */
export function unitsOfSections(
  starts: readonly SectionStart[],
  lines: readonly string[],
  separator: string,
): ParsedUnit[] {
  const units: (ParsedUnit & { level: number })[] = [];
  const open: number[] = [];
  for (const [position, start] of starts.entries()) {
    while (open.length > 0 && (units[open.at(-1) ?? 0]?.level ?? 0) >= start.level) open.pop();
    const parent = open.at(-1);
    const parentUnit = parent === undefined ? undefined : units[parent];
    let next = position + 1;
    while (next < starts.length && (starts[next]?.level ?? 0) > start.level) next++;
    const endLine = lastLineWithText(
      lines,
      start.headingEndLine,
      (starts[next]?.line ?? lines.length + 1) - 1,
    );
    open.push(units.length);
    units.push({
      level: start.level,
      entityType: start.entityType,
      name: start.name,
      qualifiedName:
        parentUnit === undefined ? start.name : parentUnit.qualifiedName + separator + start.name,
      ...(parent === undefined ? {} : { parent }),
      startLine: start.line,
      endLine,
      definitionLine: start.line,
      signatureEndLine: start.headingEndLine,
      signature: (lines[start.line - 1] ?? '').trim().slice(0, MAX_SIGNATURE),
    });
  }
  return units.map(({ level: _level, ...unit }) => unit);
}

const MAX_SIGNATURE = 300;

function lastLineWithText(lines: readonly string[], first: number, last: number): number {
  let line = last;
  while (line > first && (lines[line - 1] ?? '').trim() === '') line--;
  return line;
}
