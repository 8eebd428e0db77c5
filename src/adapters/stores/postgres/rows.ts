import { CHUNK_COLUMNS, RELATION_COLUMNS, TEXT_RANGE_COLUMNS, UNIT_COLUMNS } from '../shared/rows.ts';

/**
 * Restricts a table to the scope. Every joined table compares with the parameters: comparing columns would do, but
 * the planner then overestimates the rows by a factor of thousands.
 */
const here = (table: string) => `${table}.owner = $1 AND ${table}.project = $2`;

const UNITS = `
  SELECT ${UNIT_COLUMNS} FROM units u JOIN files f ON ${here('f')} AND f.number = u.file`;
export const UNITS_HERE = `${UNITS} WHERE ${here('u')}`;

const FILE_AND_UNIT = `JOIN files f ON ${here('f')} AND f.number = c.file
  LEFT JOIN units u ON ${here('u')} AND u.number = c.unit`;
const CHUNK_TABLES = `chunks c ${FILE_AND_UNIT}`;
export const CHUNKS_HERE = `SELECT ${CHUNK_COLUMNS} FROM ${CHUNK_TABLES} WHERE ${here('c')}`;
export const CHUNKS_WITH_TEXTS_HERE = `
  SELECT ${CHUNK_COLUMNS}, ${TEXT_RANGE_COLUMNS}, t.texts FROM ${CHUNK_TABLES}
    JOIN file_texts t ON ${here('t')} AND t.file = c.file
  WHERE ${here('c')}`;

export const CHUNKS_OF_PLACES = `
  SELECT v.place, ${CHUNK_COLUMNS} FROM vector_places v
    JOIN chunks c ON ${here('c')} AND c.content_hash = v.content_hash ${FILE_AND_UNIT}
  WHERE ${here('v')} AND v.model = $3 AND v.place = ANY($4::int[])`;

/**
 * A file's rows are a range of numbers. OFFSET 0 keeps the planner from starting with the units or chunks table,
 * whose order looks cheaper than a sort: it would read the whole table.
 */
const rowsOfFile = (table: 'units' | 'chunks', alias: string, [first, count]: readonly [string, string]) =>
  `CROSS JOIN LATERAL (SELECT * FROM ${table} t WHERE ${here('t')} AND t.number >= f.${first}
     AND t.number < f.${first} + f.${count} OFFSET 0) ${alias}`;
const chunksOfFile = rowsOfFile('chunks', 'c', ['first_chunk', 'chunk_count']);

export const UNITS_OF_FILE = `
  SELECT ${UNIT_COLUMNS} FROM files f ${rowsOfFile('units', 'u', ['first_unit', 'unit_count'])}
  WHERE ${here('f')} AND f.path = $3 ORDER BY u.number`;

export const CHUNKS_OF_FILES = `
  SELECT ${CHUNK_COLUMNS} FROM files f ${chunksOfFile}
    LEFT JOIN units u ON ${here('u')} AND u.number = c.unit
  WHERE ${here('f')} AND f.path = ANY($3) ORDER BY c.number`;

/** Chunks that are (part of) a unit, or contain the end of its signature. */
export const CHUNKS_OF_UNITS = `
  SELECT DISTINCT ${CHUNK_COLUMNS} FROM units w JOIN files f ON ${here('f')} AND f.number = w.file
    ${chunksOfFile}
    LEFT JOIN units u ON ${here('u')} AND u.number = c.unit
  WHERE ${here('w')} AND w.id = ANY($3)
    AND (c.unit = w.number OR w.signature_end_line BETWEEN c.start_line AND c.end_line)
  ORDER BY c.number`;

export const RELATIONS_HERE = `
  SELECT ${RELATION_COLUMNS} FROM relations r JOIN files f ON ${here('f')} AND f.number = r.file
    LEFT JOIN units u ON ${here('u')} AND u.number = r.from_unit
  WHERE ${here('r')}`;
