/**
 * A scope's tables with their columns after owner and project. They are the same in every store, so a scope can move
 * between stores row by row.
 */
export const TABLES = {
  scopes: ['version', 'record_version', 'files', 'units', 'chunks', 'relations', 'commits'],
  counters: ['name', 'next'],
  meta: ['key', 'value'],
  files: [
    ...['number', 'path', 'base', 'language', 'content_hash', 'size', 'modified_at', 'line_count', 'role'],
    ...['first_unit', 'unit_count', 'first_chunk', 'chunk_count'],
  ],
  file_texts: ['file', 'texts', 'terms'],
  units: [
    ...['number', 'id', 'file', 'entity_type', 'name', 'name_key', 'qualified_name', 'parent_id'],
    ...[
      'start_line',
      'end_line',
      'signature_end_line',
      'signature',
      'doc_comment',
      'exported',
      'content_hash',
    ],
  ],
  chunks: [
    ...['number', 'id', 'file', 'unit', 'entity_type', 'start_line', 'end_line', 'content_hash'],
    ...['text_start', 'text_length'],
  ],
  relations: ['file', 'ordinal', 'kind', 'from_unit', 'to_name', 'to_path', 'to_unit_id', 'weight'],
  file_importance: ['path', 'importance'],
  commits: ['number', 'sha', 'message', 'author', 'email', 'time'],
  commit_files: ['number', 'path', 'insertions', 'deletions'],
  records: ['kind', 'id', 'number', 'body', 'text', 'terms', 'created_at', 'updated_at', 'version'],
  record_fields: ['kind', 'field', 'value', 'number'],
  record_vectors: ['kind', 'axis', 'model', 'number', 'vector'],
  posting_blocks: ['space', 'block', 'documents', 'total_length', 'lengths'],
  postings: ['space', 'block', 'term', 'count', 'data'],
  vector_segments: ['model', 'segment', 'version', 'scales', 'vectors'],
  vector_places: ['model', 'content_hash', 'place'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type TableName = keyof typeof TABLES;

export function isTable(name: string): name is TableName {
  return name in TABLES;
}

export function tableNames(): readonly TableName[] {
  return Object.keys(TABLES).filter(isTable);
}

/** Rows per batch of a transfer. */
export const ROWS_PER_PIECE = 2000;
