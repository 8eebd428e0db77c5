import { CHUNK_COLUMNS, RELATION_COLUMNS, TEXT_RANGE_COLUMNS, UNIT_COLUMNS } from '../shared/rows.ts';

/** Joins two tables of the same scope by its full key, so that every part is found by its own index. */
const same = (left: string, right: string) =>
  `${left}.owner = ${right}.owner AND ${left}.project = ${right}.project`;

export const UNITS = `
  SELECT ${UNIT_COLUMNS} FROM units u JOIN files f ON ${same('f', 'u')} AND f.number = u.file`;
export const UNITS_HERE = `${UNITS} WHERE u.owner = $1 AND u.project = $2`;

const CHUNK_TABLES = `chunks c JOIN files f ON ${same('f', 'c')} AND f.number = c.file
  LEFT JOIN units u ON ${same('u', 'c')} AND u.number = c.unit`;
const CHUNKS_OF_SCOPE = 'c.owner = $1 AND c.project = $2';
export const CHUNKS_HERE = `SELECT ${CHUNK_COLUMNS} FROM ${CHUNK_TABLES} WHERE ${CHUNKS_OF_SCOPE}`;
export const CHUNKS_WITH_TEXTS_HERE = `
  SELECT ${CHUNK_COLUMNS}, ${TEXT_RANGE_COLUMNS}, t.texts FROM ${CHUNK_TABLES}
    JOIN file_texts t ON ${same('t', 'c')} AND t.file = c.file
  WHERE ${CHUNKS_OF_SCOPE}`;

/** Through the units, whose files name the range of the chunks to look at. */
export const CHUNKS_OF_UNITS = `
  SELECT DISTINCT ${CHUNK_COLUMNS} FROM units w JOIN files f ON ${same('f', 'w')} AND f.number = w.file
    JOIN chunks c ON ${same('c', 'f')} AND c.number >= f.first_chunk
      AND c.number < f.first_chunk + f.chunk_count
      AND (c.unit = w.number OR w.signature_end_line BETWEEN c.start_line AND c.end_line)
    LEFT JOIN units u ON ${same('u', 'c')} AND u.number = c.unit
  WHERE w.owner = $1 AND w.project = $2 AND w.id = ANY($3) ORDER BY c.number`;

export const RELATIONS_HERE = `
  SELECT ${RELATION_COLUMNS} FROM relations r JOIN files f ON ${same('f', 'r')} AND f.number = r.file
    LEFT JOIN units u ON ${same('u', 'r')} AND u.number = r.from_unit
  WHERE r.owner = $1 AND r.project = $2`;
