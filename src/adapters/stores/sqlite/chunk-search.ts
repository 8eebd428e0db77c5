import type { ChunkFilter, ChunkInfo, ChunkSearch, FileRole, ScoredChunk } from '../../../core/store.ts';
import { blockMaskOf, type NumberRange } from '../shared/block-mask.ts';
import { acceptsFile, type FilteredFile, isEmpty, isRestricting } from '../shared/chunk-filter.ts';
import type { ScoredNumber } from '../shared/largest-scores.ts';
import { unpackText } from '../shared/packed-strings.ts';
import { type BlockMask, rankDocuments, termsSought } from '../shared/rank-documents.ts';
import { type ChunkRecord, chunkInfo, DOC_BREAKS, type TextRange } from '../shared/rows.ts';
import { cachedLookup } from './cached-lookup.ts';
import type { Database } from './database.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { byIndex, CHUNKS_OF_FILES, CHUNKS_OF_UNITS, CHUNKS_WITH_TEXT_RANGE } from './rows.ts';
import type { ScopeHandle } from './scope-handle.ts';

export interface SqliteChunkSearch extends ChunkSearch {
  /** Resolves scored numbers to chunks, in the same order. */
  scored(ranking: readonly ScoredNumber[]): readonly ScoredChunk[];
  /** The chunks a filter accepts; undefined when it accepts all. */
  mask(filter: ChunkFilter | undefined): BlockMask | undefined;
}

/** About 50 MB once a large project was searched all over; rereading rows takes a sixth of a search. */
const MAX_CHUNKS = 150_000;
/** About 10 MB. */
const MAX_FILES = 50_000;

type FileOfChunk = Pick<ChunkInfo, 'path' | 'language' | 'role'>;
type ChunkColumns = [
  number: number,
  id: string,
  file: number,
  startLine: number,
  endLine: number,
  entityType: ChunkInfo['entityType'],
  contentHash: string,
  unitId: string | null,
  name: string | null,
  qualifiedName: string | null,
  unitLine: number | null,
  docBreaks: number | null,
];

/** Finds chunks by their words or ids. */
export function chunkSearch(database: Database, scope: ScopeHandle, words: InvertedIndex): SqliteChunkSearch {
  const filesOf = cachedLookup(
    database,
    scope,
    (numbers: readonly number[]) => {
      const rows = database.rows<[number: number, path: string, language: string, role: FileRole]>(
        `SELECT number, path, language, role FROM files
         WHERE scope = ? AND number IN (SELECT value FROM json_each(?))`,
        scope.id() ?? null,
        `[${numbers.join(',')}]`,
      );
      return new Map<number, FileOfChunk>(
        rows.map(([number, path, language, role]) => [number, { path, language, role }]),
      );
    },
    { max: MAX_FILES },
  );

  /** Each question reads hundreds, so rows are arrays and files are looked up separately. */
  const infosOf = cachedLookup(
    database,
    scope,
    (numbers: readonly number[]) => {
      const rows = database.rows<ChunkColumns>(
        `SELECT c.number, c.id, c.file, c.start_line, c.end_line, c.entity_type, c.content_hash,
           u.id, u.name, u.qualified_name, u.start_line, ${DOC_BREAKS}
         FROM chunks c LEFT JOIN units u ON u.scope = c.scope AND u.number = c.unit
         WHERE c.scope = ? AND c.number IN (SELECT value FROM json_each(?))`,
        scope.id() ?? null,
        `[${numbers.join(',')}]`,
      );
      const files = filesOf(rows.map(([, , file]) => file));
      return new Map(rows.map((row, place) => [row[0], infoOf(row, files[place]!)]));
    },
    { max: MAX_CHUNKS },
  );

  function scored(ranking: readonly ScoredNumber[]): readonly ScoredChunk[] {
    const infos = infosOf(ranking.map(({ number }) => number));
    const found: ScoredChunk[] = [];
    for (const [place, { score }] of ranking.entries()) {
      const chunk = infos[place];
      if (chunk !== undefined) found.push({ chunk, score });
    }
    return found;
  }

  /** The last mask: one query uses the same filter several times, and the next one often does too. */
  let latest: { readonly key: string; readonly mask: BlockMask } | undefined;

  function mask(filter: ChunkFilter | undefined): BlockMask | undefined {
    if (filter === undefined || !isRestricting(filter)) return undefined;
    const key = `${scope.version()} ${JSON.stringify(filter)}`;
    if (latest?.key !== key) latest = { key, mask: blockMaskOf(acceptedRanges(filter)) };
    return latest.mask;
  }

  function acceptedRanges(filter: ChunkFilter): readonly NumberRange[] {
    const files = database
      .all<FilteredFile & { number: number; first_chunk: number; chunk_count: number }>(
        'SELECT number, path, language, role, first_chunk, chunk_count FROM files WHERE scope = ?',
        scope.id() ?? null,
      )
      .filter((file) => acceptsFile(filter, file));
    if (isEmpty(filter.entityTypes)) {
      return files.map(({ first_chunk, chunk_count }) => ({ first: first_chunk, count: chunk_count }));
    }
    const accepted = new Set(files.map(({ number }) => number));
    return database
      .all<{ number: number; file: number }>(
        'SELECT number, file FROM chunks WHERE scope = ? AND entity_type IN (SELECT value FROM json_each(?))',
        scope.id() ?? null,
        JSON.stringify(filter.entityTypes),
      )
      .filter(({ file }) => accepted.has(file))
      .map(({ number }) => ({ first: number, count: 1 }));
  }

  return {
    scored,
    mask,
    async matchTerms(terms, { limit, fields, filter }) {
      return database.read(() => {
        const blocks = words.postings(termsSought(terms));
        if (blocks.length === 0) return [];
        return scored(rankDocuments(blocks, words.totals(), { terms, fields, limit, mask: mask(filter) }));
      });
    },
    async documentFrequencies(terms) {
      return words.frequencies(terms);
    },
    async chunks(ids) {
      return database.read(() => {
        const rows = database.all<ChunkRecord & TextRange>(
          `${byIndex(CHUNKS_WITH_TEXT_RANGE, 'chunks c', 'chunks_by_id')} WHERE c.scope = ? AND c.id IN (SELECT value FROM json_each(?))`,
          scope.id() ?? null,
          JSON.stringify(ids),
        );
        return rows.map(withText(database, scope));
      });
    },
    async chunksOfFiles(paths) {
      const rows = database.all<ChunkRecord>(
        `${CHUNKS_OF_FILES} WHERE f.scope = ? AND f.path IN (SELECT value FROM json_each(?)) ORDER BY c.number`,
        scope.id() ?? null,
        JSON.stringify(paths),
      );
      return rows.map(chunkInfo);
    },
    async chunksOfUnits(ids) {
      const rows = database.all<ChunkRecord>(CHUNKS_OF_UNITS, scope.id() ?? null, JSON.stringify(ids));
      return rows.map(chunkInfo);
    },
  };
}

function infoOf(
  [
    ,
    id,
    ,
    startLine,
    endLine,
    entityType,
    contentHash,
    unitId,
    name,
    qualifiedName,
    unitLine,
    docBreaks,
  ]: ChunkColumns,
  { path, language, role }: FileOfChunk,
): ChunkInfo {
  return chunkInfo({
    id,
    path,
    language,
    role,
    start_line: startLine,
    end_line: endLine,
    entity_type: entityType,
    unit_id: unitId,
    name,
    qualified_name: qualifiedName,
    unit_line: unitLine,
    doc_breaks: docBreaks,
    content_hash: contentHash,
  });
}

/** Adds the stored text to chunks; inflates the texts of a file once. */
export function withText(
  database: Database,
  scope: ScopeHandle,
): (row: ChunkRecord & TextRange) => ChunkInfo & { readonly text: string } {
  const texts = new Map<number, string>();
  return (row) => {
    let text = texts.get(row.file);
    if (text === undefined) {
      const packed = database.get<{ texts: Uint8Array }>(
        'SELECT texts FROM file_texts WHERE scope = ? AND file = ?',
        scope.id() ?? null,
        row.file,
      );
      text = packed === undefined ? '' : unpackText(packed.texts);
      texts.set(row.file, text);
    }
    return { ...chunkInfo(row), text: text.slice(row.text_start, row.text_start + row.text_length) };
  };
}
