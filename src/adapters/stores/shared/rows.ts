import type { ChunkInfo, FileRole, FileRow, RelationRow, UnitRow } from '../../../core/store.ts';
import type { EntityType, RelationKind } from '../../../core/vocabulary.ts';

/** Rows as both databases return them, and the columns to select: f files, u units, c chunks, r relations. */
export interface FileRecord {
  readonly number: number;
  readonly path: string;
  readonly language: string;
  readonly content_hash: string;
  /** A 64-bit number, which PostgreSQL's driver returns as text. */
  readonly size: number | string;
  readonly modified_at: number;
  readonly line_count: number;
  readonly role: FileRole;
  readonly first_unit: number;
  readonly unit_count: number;
  readonly first_chunk: number;
  readonly chunk_count: number;
}
export const FILE_COLUMNS =
  'number, path, language, content_hash, size, modified_at, line_count, role, ' +
  'first_unit, unit_count, first_chunk, chunk_count';

export function fileRow(record: FileRecord): FileRow {
  return {
    path: record.path,
    language: record.language,
    contentHash: record.content_hash,
    size: Number(record.size),
    modifiedAt: record.modified_at,
    lineCount: record.line_count,
    role: record.role,
  };
}

export interface UnitRecord {
  readonly number: number;
  readonly id: string;
  readonly path: string;
  readonly entity_type: EntityType;
  readonly name: string;
  readonly qualified_name: string;
  readonly parent_id: string | null;
  readonly start_line: number;
  readonly end_line: number;
  readonly signature_end_line: number;
  readonly signature: string;
  readonly doc_comment: string | null;
  readonly exported: number | boolean;
  readonly content_hash: string;
}
export const UNIT_COLUMNS = `u.number, u.id, f.path, u.entity_type, u.name, u.qualified_name, u.parent_id,
  u.start_line, u.end_line, u.signature_end_line, u.signature, u.doc_comment, u.exported, u.content_hash`;

export function unitRow(record: UnitRecord): UnitRow {
  return {
    id: record.id,
    path: record.path,
    entityType: record.entity_type,
    name: record.name,
    qualifiedName: record.qualified_name,
    ...(record.parent_id === null ? {} : { parentId: record.parent_id }),
    startLine: record.start_line,
    endLine: record.end_line,
    signatureEndLine: record.signature_end_line,
    signature: record.signature,
    ...(record.doc_comment === null ? {} : { docComment: record.doc_comment }),
    exported: Boolean(record.exported),
    contentHash: record.content_hash,
  };
}

export interface ChunkRecord {
  readonly number: number;
  readonly id: string;
  readonly path: string;
  readonly language: string;
  readonly role: FileRole;
  readonly start_line: number;
  readonly end_line: number;
  readonly entity_type: EntityType;
  readonly unit_id: string | null;
  readonly name: string | null;
  readonly qualified_name: string | null;
  readonly unit_line: number | null;
  readonly doc_breaks: number | null;
  readonly content_hash: string;
}
/** The line breaks in a unit's doc comment; null without one. */
export const DOC_BREAKS = "length(u.doc_comment) - length(replace(u.doc_comment, '\n', ''))";
export const CHUNK_COLUMNS = `c.number, c.id, f.path, f.language, f.role, c.start_line, c.end_line,
  c.entity_type, u.id AS unit_id, u.name, u.qualified_name, u.start_line AS unit_line, ${DOC_BREAKS} AS doc_breaks,
  c.content_hash`;

/** Where a chunk's text lies in its file's text. */
export interface TextRange {
  readonly file: number;
  readonly text_start: number;
  readonly text_length: number;
}
export const TEXT_RANGE_COLUMNS = 'c.file, c.text_start, c.text_length';

/** A chunk outside every unit is named after its file. */
export function chunkInfo(record: Omit<ChunkRecord, 'number'>): ChunkInfo {
  return {
    id: record.id,
    path: record.path,
    language: record.language,
    role: record.role,
    startLine: record.start_line,
    endLine: record.end_line,
    ...(record.unit_id === null ? {} : { unitId: record.unit_id }),
    entityType: record.entity_type,
    name: record.name ?? baseName(record.path),
    qualifiedName: record.qualified_name ?? record.path,
    ...docLinesOf(record),
    contentHash: record.content_hash,
  };
}

/** A unit begins with its doc comment, or has it below its signature. */
function docLinesOf({
  start_line,
  end_line,
  unit_line,
  doc_breaks,
}: Omit<ChunkRecord, 'number'>): Pick<ChunkInfo, 'docLines'> {
  if (unit_line === null || doc_breaks === null) return {};
  const last = Math.min(end_line, unit_line + doc_breaks);
  const docLines = last - Math.max(start_line, unit_line) + 1;
  return docLines > 0 ? { docLines } : {};
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export interface RelationRecord {
  readonly kind: RelationKind;
  readonly from_path: string;
  readonly from_unit_id: string | null;
  readonly to_name: string;
  readonly to_path: string | null;
  readonly to_unit_id: string | null;
  readonly weight: number;
}
export const RELATION_COLUMNS =
  'r.kind, f.path AS from_path, u.id AS from_unit_id, r.to_name, r.to_path, r.to_unit_id, r.weight';

export function relationRow(record: RelationRecord): RelationRow {
  return {
    kind: record.kind,
    fromPath: record.from_path,
    ...(record.from_unit_id === null ? {} : { fromUnitId: record.from_unit_id }),
    toName: record.to_name,
    ...(record.to_path === null ? {} : { toPath: record.to_path }),
    ...(record.to_unit_id === null ? {} : { toUnitId: record.to_unit_id }),
    weight: record.weight,
  };
}
