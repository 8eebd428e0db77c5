import { CHUNK_COLUMNS, RELATION_COLUMNS, TEXT_RANGE_COLUMNS, UNIT_COLUMNS } from '../shared/rows.ts';

export const UNITS = `
  SELECT ${UNIT_COLUMNS} FROM units u JOIN files f ON f.scope = u.scope AND f.number = u.file`;

const CHUNK_TABLES = `chunks c JOIN files f ON f.scope = c.scope AND f.number = c.file
  LEFT JOIN units u ON u.scope = c.scope AND u.number = c.unit`;
export const CHUNKS_WITH_TEXT_RANGE = `SELECT ${CHUNK_COLUMNS}, ${TEXT_RANGE_COLUMNS} FROM ${CHUNK_TABLES}`;
/** Starts from the files, found by their paths: each has the range of its chunks. */
const TABLES_OF_FILES = `files f INDEXED BY files_by_path CROSS JOIN chunks c ON c.scope = f.scope
    AND c.number >= f.first_chunk AND c.number < f.first_chunk + f.chunk_count
  LEFT JOIN units u ON u.scope = c.scope AND u.number = c.unit`;
export const CHUNKS_OF_FILES = `SELECT ${CHUNK_COLUMNS} FROM ${TABLES_OF_FILES}`;
export const CHUNKS_OF_FILES_WITH_TEXT_RANGE = `
  SELECT ${CHUNK_COLUMNS}, ${TEXT_RANGE_COLUMNS} FROM ${TABLES_OF_FILES}`;
/** Starts from the units, whose files have the range of chunks to search. */
export const CHUNKS_OF_UNITS = `
  SELECT DISTINCT ${CHUNK_COLUMNS} FROM units w INDEXED BY units_by_id
  CROSS JOIN files f ON f.scope = w.scope AND f.number = w.file
  CROSS JOIN chunks c ON c.scope = f.scope
    AND c.number >= f.first_chunk AND c.number < f.first_chunk + f.chunk_count
    AND (c.unit = w.number OR w.signature_end_line BETWEEN c.start_line AND c.end_line)
  LEFT JOIN units u ON u.scope = c.scope AND u.number = c.unit
  WHERE w.scope = ? AND w.id IN (SELECT value FROM json_each(?)) ORDER BY c.number`;

/** Relations with their file and unit; `table` decides how they are found (see `byIndex`). */
export function relationsBy(table: string): string {
  return `SELECT ${RELATION_COLUMNS} FROM ${table} JOIN files f ON f.scope = r.scope AND f.number = r.file
    LEFT JOIN units u ON u.scope = r.scope AND u.number = r.from_unit`;
}

/**
 * The same query with an explicit index: without statistics, the planner considers the primary key, which starts with
 * the scope, just as good and reads the whole project.
 */
export function byIndex(sql: string, table: 'units u' | 'chunks c', index: string): string {
  return sql.replace(`FROM ${table}`, `FROM ${table} INDEXED BY ${index}`);
}
