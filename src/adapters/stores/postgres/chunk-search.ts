import type { ChunkFilter, ChunkInfo, ChunkSearch, ScoredChunk } from '../../../core/store.ts';
import { blockMaskOf, type NumberRange } from '../shared/block-mask.ts';
import { acceptsFile, type FilteredFile, isEmpty, isRestricting } from '../shared/chunk-filter.ts';
import type { ScoredNumber } from '../shared/largest-scores.ts';
import { unpackText } from '../shared/packed-strings.ts';
import { type BlockMask, rankDocuments, termsSought } from '../shared/rank-documents.ts';
import { type ChunkRecord, chunkInfo, type TextRange } from '../shared/rows.ts';
import { cachedLookup } from './cached-lookup.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { CHUNKS_HERE, CHUNKS_OF_FILES, CHUNKS_OF_UNITS, CHUNKS_WITH_TEXTS_HERE } from './rows.ts';
import type { ScopedStatements, ScopeHandle } from './scope-handle.ts';

export interface PostgresChunkSearch extends ChunkSearch {
  /** The chunks a filter accepts; undefined when it accepts all. */
  mask(statements: ScopedStatements, filter: ChunkFilter | undefined): Promise<BlockMask | undefined>;
}

/** About 8 MB. */
const MAX_CHUNKS = 20_000;

/** Finds chunks by their words or ids. */
export function chunkSearch(scope: ScopeHandle, words: InvertedIndex): PostgresChunkSearch {
  /** Keyword and semantic search often find the same chunks, and so does the next question. */
  const chunksByNumber = cachedLookup(
    async (statements, numbers) => {
      const rows = await statements.all<ChunkRecord>(`${CHUNKS_HERE} AND c.number = ANY($3)`, numbers);
      return new Map(rows.map((row) => [String(row.number), chunkInfo(row)]));
    },
    { max: MAX_CHUNKS, sizeOf: () => 1 },
  );

  /** Resolves scored numbers to chunks, in the same order. */
  async function scored(
    statements: ScopedStatements,
    ranking: readonly ScoredNumber[],
  ): Promise<readonly ScoredChunk[]> {
    if (ranking.length === 0) return [];
    const keys = ranking.map(({ number }) => String(number));
    const byNumber = await chunksByNumber(statements, await scope.version(statements), keys);
    return ranking.flatMap(({ number, score }) => {
      const chunk = byNumber.get(String(number));
      return chunk === undefined ? [] : { chunk, score };
    });
  }

  /** The last mask: one query uses the same filter several times, and the next one often does too. */
  let latest: { readonly key: string; readonly mask: BlockMask } | undefined;

  async function mask(
    statements: ScopedStatements,
    filter: ChunkFilter | undefined,
  ): Promise<BlockMask | undefined> {
    if (filter === undefined || !isRestricting(filter)) return undefined;
    const key = `${await scope.version(statements)} ${JSON.stringify(filter)}`;
    if (latest?.key !== key) latest = { key, mask: blockMaskOf(await acceptedRanges(statements, filter)) };
    return latest.mask;
  }

  async function acceptedRanges(
    statements: ScopedStatements,
    filter: ChunkFilter,
  ): Promise<readonly NumberRange[]> {
    const files = await statements.all<
      FilteredFile & { number: number; first_chunk: number; chunk_count: number }
    >(
      `SELECT number, path, language, role, first_chunk, chunk_count FROM files
       WHERE owner = $1 AND project = $2`,
    );
    const passing = files.filter((file) => acceptsFile(filter, file));
    if (isEmpty(filter.entityTypes)) {
      return passing.map(({ first_chunk, chunk_count }) => ({ first: first_chunk, count: chunk_count }));
    }
    const accepted = new Set(passing.map(({ number }) => number));
    const chunks = await statements.all<{ number: number; file: number }>(
      'SELECT number, file FROM chunks WHERE owner = $1 AND project = $2 AND entity_type = ANY($3)',
      filter.entityTypes ?? [],
    );
    return chunks.filter(({ file }) => accepted.has(file)).map(({ number }) => ({ first: number, count: 1 }));
  }

  return {
    mask,
    matchTerms: (terms, { limit, fields, filter }) =>
      scope.reading(async (statements) => {
        const { blocks, totals } = await words.query(statements, termsSought(terms));
        if (blocks.length === 0) return [];
        const accepted = await mask(statements, filter);
        return scored(statements, rankDocuments(blocks, totals, { terms, fields, limit, mask: accepted }));
      }),
    documentFrequencies: (terms) => scope.reading((statements) => words.frequencies(statements, terms)),
    async chunks(ids) {
      const rows = await scope.all<ChunkWithTexts>(`${CHUNKS_WITH_TEXTS_HERE} AND c.id = ANY($3)`, ids);
      return rows.map(withText());
    },
    async chunksOfFiles(paths) {
      const rows = await scope.all<ChunkRecord>(CHUNKS_OF_FILES, paths);
      return rows.map(chunkInfo);
    },
    async chunksOfUnits(ids) {
      const rows = await scope.all<ChunkRecord>(CHUNKS_OF_UNITS, ids);
      return rows.map(chunkInfo);
    },
  };
}

export type ChunkWithTexts = ChunkRecord & TextRange & { readonly texts: Buffer };

/** Adds the stored text to chunks; inflates the texts of a file once. */
export function withText(): (row: ChunkWithTexts) => ChunkInfo & { readonly text: string } {
  const texts = new Map<number, string>();
  return (row) => {
    const text = texts.get(row.file) ?? unpackText(row.texts);
    texts.set(row.file, text);
    return { ...chunkInfo(row), text: text.slice(row.text_start, row.text_start + row.text_length) };
  };
}
