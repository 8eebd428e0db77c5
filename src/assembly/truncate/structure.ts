import type { PlacedUnit } from '../../core/parser.ts';
import { looksLikeComment } from './comment-marker.ts';

/** The lines that say most about a passage, as indexes into its lines. */
export interface Structure {
  /** Last line of the signature, doc comment included; the body begins after it. */
  readonly signatureEnd: number;
  /** Lines that name what is inside: signatures of members and what closes the passage. */
  readonly outline: readonly number[];
}

/** Structure from a syntax tree, or undefined when no unit of the file matches the passage. */
export function structureFromUnits(
  units: readonly PlacedUnit[],
  { startLine, lineCount }: { readonly startLine: number; readonly lineCount: number },
): Structure | undefined {
  const endLine = startLine + lineCount - 1;
  const inside = units.filter((unit) => unit.startLine >= startLine && unit.endLine <= endLine);
  const own = inside.find((unit) => unit.startLine === startLine && unit.endLine === endLine);
  if (inside.length === 0) return undefined;
  const outline = inside.flatMap((unit) =>
    rangeOf((unit.definitionLine ?? unit.signatureEndLine) - startLine, unit.signatureEndLine - startLine),
  );
  outline.push(lineCount - 1);
  const first = own ?? inside[0]!;
  return { signatureEnd: clamp(first.signatureEndLine - startLine, lineCount), outline };
}

/**
 * Structure guessed from the layout of the lines. The signature ends where all brackets are closed and the line
 * opens a body or the next one is indented deeper; members are what stands one level in.
 */
export function structureFromLines(lines: readonly string[]): Structure {
  return { signatureEnd: signatureEndOf(lines), outline: shallowLines(lines) };
}

/** No signature has more lines; a guess that runs on ends here. */
const LONGEST_SIGNATURE = 40;
/** Nor longer lines: one of unclosed quotes takes time quadratic in its length. */
const LONGEST_LINE = 4000;

function signatureEndOf(lines: readonly string[]): number {
  let start = lines.findIndex((line) => line.trim() !== '' && !looksLikeComment(line));
  if (start < 0) start = 0;
  let depth = 0;
  for (let index = start; index < Math.min(lines.length, start + LONGEST_SIGNATURE); index++) {
    const line = withoutStrings((lines[index] ?? '').slice(0, LONGEST_LINE));
    for (const character of line) {
      if (character === '(' || character === '[') depth++;
      else if (character === ')' || character === ']') depth--;
    }
    if (depth > 0) continue;
    const next = lines[index + 1];
    if (next !== undefined && next.trim() === '{') return index + 1;
    if (/(?:[{:;]|=>|=|\bdo|\bthen|\bbegin)\s*$/.test(line)) return index;
    if (next === undefined || indentOf(next) > indentOf(lines[start] ?? '')) return index;
  }
  return Math.min(start, lines.length - 1);
}

/** Lines at most one level of indentation deeper than the first, outermost level first. */
function shallowLines(lines: readonly string[]): number[] {
  const telling = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [{ index, indent: indentOf(line) }],
  );
  const levels = [...new Set(telling.map((line) => line.indent))].sort((a, b) => a - b);
  return levels
    .slice(0, 2)
    .flatMap((level) => telling.filter((line) => line.indent === level).map((line) => line.index));
}

export function indentOf(line = ''): number {
  return line.length - line.trimStart().length;
}

function withoutStrings(line: string): string {
  return line.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*$|#\s.*$/g, '');
}

function rangeOf(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, offset) => start + offset);
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
