import type { ChunkFilter, ChunkInfo, IndexStore, ScoredChunk } from '../../../core/store.ts';
import { blockMaskOf, type NumberRange } from '../shared/block-mask.ts';
import { acceptsFile, type FilteredFile, isEmpty, isRestricting } from '../shared/chunk-filter.ts';
import type { ScoredNumber } from '../shared/largest-scores.ts';
import { unpackText } from '../shared/packed-strings.ts';
import { type BlockMask, rankDocuments, termsSought } from '../shared/rank-documents.ts';
import { type ChunkRecord, chunkInfo, type TextRange } from '../shared/rows.ts';
import type { Database } from './database.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { rememberedValues } from './remembered-values.ts';
import { byIndex, CHUNKS, CHUNKS_OF_FILES, CHUNKS_OF_UNITS, CHUNKS_WITH_TEXT_RANGE } from './rows.ts';
import type { ScopeHandle } from './scope-handle.ts';

export type ChunkSearch = Pick<
  IndexStore,
  'matchTerms' | 'documentFrequencies' | 'chunks' | 'chunksOfFiles' | 'chunksOfUnits'
> & {
  /** The chunks of scored numbers, in their order. */
  scored(ranking: readonly ScoredNumber[]): readonly ScoredChunk[];
  /** Which chunks a filter lets through; undefined when it lets all through. */
  mask(filter: ChunkFilter | undefined): BlockMask | undefined;
};

/** About 6 MB: what some tens of questions look at. */
const MOST_REMEMBERED_CHUNKS = 20_000;

/** Finds chunks by their words, and by id. */
export function chunkSearch(database: Database, scope: ScopeHandle, words: InvertedIndex): ChunkSearch {
  const infosOf = rememberedValues(
    database,
    scope,
    (numbers) => {
      const rows = database.all<ChunkRecord>(
        `${CHUNKS} WHERE c.scope = ? AND c.number IN (SELECT value FROM json_each(?))`,
        scope.id() ?? null,
        `[${numbers.join(',')}]`,
      );
      return new Map(rows.map((row) => [`${row.number}`, chunkInfo(row)]));
    },
    MOST_REMEMBERED_CHUNKS,
  );

  function scored(ranking: readonly ScoredNumber[]): readonly ScoredChunk[] {
    const infos = infosOf(ranking.map(({ number }) => `${number}`));
    return ranking.flatMap(({ number, score }) => {
      const chunk = infos.get(`${number}`);
      return chunk === undefined ? [] : { chunk, score };
    });
  }

  /** The last mask made: one query asks for the same filter several times, the next one often too. */
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

  const frequencies = rememberedValues(database, scope, (terms) => words.frequencies(terms));

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
      return frequencies(terms);
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

/** Adds the stored text to chunks; the texts of a file are unpacked once. */
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
