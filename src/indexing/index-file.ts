import type { ParsedFile, ParsedUnit } from '../core/parser.ts';
import type { SourceFile } from '../core/ports.ts';
import type { ChunkRow, IndexedFile, UnitRow } from '../core/store.ts';
import { WordCounter } from '../core/text/chunk-words.ts';
import { hashText } from '../core/text/hash.ts';
import { wordsOf } from '../core/text/terms.ts';
import { chunkLines, type LineChunk } from './chunk-lines.ts';
import { fileRoleOf } from './file-role.ts';
import type { ProjectPaths } from './project-paths.ts';
import { relationsOf } from './relations-of.ts';
import { unitIdOf } from './unit-id.ts';

/** Everything the store keeps of one file, derived from its text and structure alone. */
export function indexFile(
  source: SourceFile,
  {
    parsed,
    text,
    paths,
  }: { readonly parsed: ParsedFile; readonly text: string; readonly paths: ProjectPaths },
): IndexedFile {
  const { path, lines } = source;
  const placed = { path, text, starts: lineStarts(lines) };
  const units = unitRows(placed, parsed.units);
  const counter = new WordCounter();
  const ofPath = counter.idsOf(wordsOf(path.replaceAll('/', ' ')));
  const chunks = chunkLines(lines, parsed.units).map((chunk, ordinal) => {
    countUnits(counter, chunk, parsed.units);
    counter.addIds('path', ofPath);
    countBody(counter, placed, chunk, parsed.units);
    counter.endChunk();
    return chunkRow(placed, { chunk, ordinal, units });
  });
  const role = fileRoleOf(path, parsed);
  return {
    file: {
      path,
      language: parsed.language,
      contentHash: source.contentHash,
      size: source.size,
      modifiedAt: source.modifiedAt,
      lineCount: lines.length,
      role,
    },
    units,
    chunks,
    words: counter.finish(),
    relations: relationsOf({ path, role, lines }, parsed, { units, paths }),
  };
}

/** A file's lines joined by single newlines, and where each starts. */
interface PlacedText {
  readonly path: string;
  readonly text: string;
  readonly starts: readonly number[];
}

function lineStarts(lines: readonly string[]): number[] {
  const starts = [0];
  let start = 0;
  for (const line of lines) {
    start += line.length + 1;
    starts.push(start);
  }
  return starts;
}

/** The range of 1-based lines in the text, without the last newline. */
function rangeOf({ text, starts }: PlacedText, startLine: number, endLine: number): [number, number] {
  const from = starts[startLine - 1] ?? text.length;
  const to = (starts[endLine] ?? text.length + 1) - 1;
  return [Math.min(from, text.length), Math.max(from, to)];
}

function unitRows(file: PlacedText, parsed: readonly ParsedUnit[]): UnitRow[] {
  const { path, text } = file;
  const ordinals = new Map<string, number>();
  const rows: UnitRow[] = [];
  for (const unit of parsed) {
    const ordinal = ordinals.get(unit.qualifiedName) ?? 0;
    ordinals.set(unit.qualifiedName, ordinal + 1);
    const parentId = unit.parent === undefined ? undefined : rows[unit.parent]?.id;
    rows.push({
      id: unitIdOf(path, unit.qualifiedName, ordinal),
      path,
      entityType: unit.entityType,
      name: unit.name,
      qualifiedName: unit.qualifiedName,
      ...(parentId === undefined ? {} : { parentId }),
      startLine: unit.startLine,
      endLine: unit.endLine,
      signatureEndLine: unit.signatureEndLine,
      signature: unit.signature,
      ...(unit.docComment === undefined ? {} : { docComment: unit.docComment }),
      exported: unit.exported ?? true,
      contentHash: hashText(text, ...rangeOf(file, unit.startLine, unit.endLine)),
    });
  }
  return rows;
}

function chunkRow(
  file: PlacedText,
  {
    chunk,
    ordinal,
    units,
  }: { readonly chunk: LineChunk; readonly ordinal: number; readonly units: readonly UnitRow[] },
): ChunkRow {
  const { startLine, endLine } = chunk;
  const [from, to] = rangeOf(file, startLine, endLine);
  const unit = chunk.unit === undefined ? undefined : units[chunk.unit];
  return {
    id: hashText(`${file.path}\n${unit?.id ?? ''}\n${ordinal}`),
    path: file.path,
    ...(unit === undefined ? {} : { unitId: unit.id }),
    startLine,
    endLine,
    // A line of data may be as long as the file; its start is enough to find it.
    text: file.text.slice(from, Math.min(to, from + MAX_CHUNK_TEXT)),
    contentHash: hashText(file.text, from, to),
  };
}

const MAX_CHUNK_TEXT = 20_000;

/** Counts the names and doc comments of the chunk's unit and the units it shows. */
function countUnits(counter: WordCounter, { unit, shown }: LineChunk, units: readonly ParsedUnit[]): void {
  const owner = unit === undefined ? undefined : units[unit];
  if (owner !== undefined) counter.addText('name', owner.qualifiedName);
  if (owner?.docComment !== undefined) counter.addText('doc', owner.docComment);
  for (const index of shown) {
    const each = units[index];
    if (each === undefined) continue;
    counter.addText('name', each.name);
    if (each.docComment !== undefined) counter.addText('doc', each.docComment);
  }
}

/** Counts the words of the lines, without the comment above the definition: that is in the field `doc`. */
function countBody(
  counter: WordCounter,
  file: PlacedText,
  { unit, startLine, endLine }: LineChunk,
  units: readonly ParsedUnit[],
): void {
  const owner = unit === undefined ? undefined : units[unit];
  let left = MAX_CHUNK_TEXT;
  const count = (first: number, last: number): void => {
    if (last < first || left <= 0) return;
    const [from, to] = rangeOf(file, first, last);
    counter.addText('body', file.text, from, Math.min(to, from + left));
    if (to > from) left -= to - from + 1;
  };
  if (owner === undefined || startLine > owner.definitionLine) count(startLine, endLine);
  else {
    count(startLine, owner.startLine - 1);
    count(owner.definitionLine, endLine);
  }
}
