import { hashText } from '../core/hash.ts';
import { hashLines } from '../core/lines.ts';
import type { ParsedFile, ParsedUnit } from '../core/parser.ts';
import type { SourceFile } from '../core/source-reader.ts';
import type { ChunkRow, ChunkTerms, IndexedFile, UnitRow } from '../core/store.ts';
import { termsOf } from '../core/terms.ts';
import { unitIdOf } from '../core/unit-id.ts';
import { chunkLines, type LineChunk } from './chunk-lines.ts';
import { fileRoleOf } from './file-role.ts';
import type { ProjectPaths } from './project-paths.ts';
import { relationsOf } from './relations-of.ts';

/** Everything the store keeps of one file, made from its text and structure alone. */
export function indexFile(source: SourceFile, parsed: ParsedFile, paths: ProjectPaths): IndexedFile {
  const { path, lines } = source;
  const units = unitRows(path, lines, parsed.units);
  const pathTerms = termsOf(path.replaceAll('/', ' '));
  const chunks = chunkLines(lines, parsed.units).map((chunk, ordinal) =>
    chunkRow(source, { chunk, ordinal, parsed, units, pathTerms }),
  );
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
    relations: relationsOf({ path, role, lines }, parsed, { units, paths }),
  };
}

function unitRows(path: string, lines: readonly string[], parsed: readonly ParsedUnit[]): UnitRow[] {
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
      contentHash: hashLines(lines.slice(unit.startLine - 1, unit.endLine)),
    });
  }
  return rows;
}

interface ChunkInputs {
  readonly chunk: LineChunk;
  readonly ordinal: number;
  readonly parsed: ParsedFile;
  readonly units: readonly UnitRow[];
  readonly pathTerms: readonly string[];
}

function chunkRow(source: SourceFile, { chunk, ordinal, parsed, units, pathTerms }: ChunkInputs): ChunkRow {
  const { startLine, endLine } = chunk;
  const text = source.lines.slice(startLine - 1, endLine).join('\n');
  const unit = chunk.unit === undefined ? undefined : units[chunk.unit];
  return {
    id: hashText(`${source.path}\n${unit?.id ?? ''}\n${ordinal}`),
    path: source.path,
    ...(unit === undefined ? {} : { unitId: unit.id }),
    startLine,
    endLine,
    // A line of data may be as long as the file; its beginning is enough to find it.
    text: text.slice(0, MAX_CHUNK_TEXT),
    contentHash: hashText(text),
    terms: {
      ...unitTerms(chunk, parsed.units),
      path: pathTerms,
      body: bodyTerms(source, chunk, parsed.units),
    },
  };
}

const MAX_CHUNK_TEXT = 20_000;

/** The names and doc comments of what the chunk is and shows. */
function unitTerms(
  { unit, shown }: LineChunk,
  units: readonly ParsedUnit[],
): Pick<ChunkTerms, 'name' | 'doc'> {
  const owner = unit === undefined ? undefined : units[unit];
  const names = owner === undefined ? [] : [owner.qualifiedName];
  const docs = owner?.docComment === undefined ? [] : [owner.docComment];
  for (const index of shown) {
    const each = units[index];
    if (each === undefined) continue;
    names.push(each.name);
    if (each.docComment !== undefined) docs.push(each.docComment);
  }
  return { name: termsOf(names.join(' ')), doc: termsOf(docs.join(' ')) };
}

/** The words of the lines, without the comment above the definition: that is in the field `doc`. */
function bodyTerms(
  source: SourceFile,
  { unit, startLine, endLine }: LineChunk,
  units: readonly ParsedUnit[],
): string[] {
  const owner = unit === undefined ? undefined : units[unit];
  const from =
    owner !== undefined && startLine <= owner.definitionLine
      ? Math.max(startLine, owner.definitionLine)
      : startLine;
  const before =
    owner === undefined
      ? ''
      : source.lines.slice(startLine - 1, Math.max(owner.startLine - 1, startLine - 1)).join('\n');
  const body = source.lines.slice(from - 1, endLine).join('\n');
  return termsOf((before === '' ? body : `${before}\n${body}`).slice(0, MAX_CHUNK_TEXT));
}
