import {
  asBytes,
  asLengths,
  asPostings,
  type BlockAddition,
  slotsByBlock,
  withLengths,
  withoutSlots,
} from '../shared/postings.ts';
import type { QueriedBlock, SpaceTotals } from '../shared/rank-documents.ts';
import type { ScopedStatements, ScopedTransaction } from './scope-handle.ts';

/** The words of the documents of one space: the same blocks and postings as in SQLite. */
export interface InvertedIndex {
  add(transaction: ScopedTransaction, additions: readonly BlockAddition[]): Promise<void>;
  /** Forgets documents; `terms` must include every word they were added with. */
  remove(transaction: ScopedTransaction, numbers: readonly number[], terms: Iterable<string>): Promise<void>;
  clear(transaction: ScopedTransaction): Promise<void>;
  frequencies(statements: ScopedStatements, terms: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The blocks that have any of the terms with their postings, and the totals of the space. */
  query(
    statements: ScopedStatements,
    terms: readonly string[],
  ): Promise<{ readonly blocks: readonly QueriedBlock[]; readonly totals: SpaceTotals }>;
}

export function invertedIndex(space: string): InvertedIndex {
  return {
    async add(transaction, additions) {
      for (const { block, lengths, postings } of additions) {
        const terms = [...postings.keys()];
        const lists = terms.map((term) => postings.get(term)!);
        await transaction.run(
          APPEND,
          space,
          block,
          terms,
          lists.map(({ length }) => length),
          lists.map((list) => asBytes(Uint32Array.from(list))),
        );
        await changeLengths(transaction, space, block, lengths);
      }
    },

    async remove(transaction, numbers, terms) {
      const words = [...terms];
      for (const [block, slots] of slotsByBlock(numbers)) {
        const rows = await transaction.all<{ term: string; data: Buffer }>(
          `SELECT term, data FROM postings WHERE owner = $1 AND project = $2 AND space = $3
             AND block = $4 AND term = ANY($5)`,
          space,
          block,
          words,
        );
        const gone: string[] = [];
        const changed: { term: string; kept: Uint32Array }[] = [];
        for (const { term, data } of rows) {
          const present = asPostings(data);
          const kept = withoutSlots(present, slots);
          if (kept === undefined) gone.push(term);
          else if (kept.length < present.length) changed.push({ term, kept });
        }
        await transaction.run(
          `DELETE FROM postings WHERE owner = $1 AND project = $2 AND space = $3 AND block = $4
             AND term = ANY($5)`,
          space,
          block,
          gone,
        );
        await transaction.run(
          REPLACE,
          space,
          block,
          changed.map(({ term }) => term),
          changed.map(({ kept }) => kept.length),
          changed.map(({ kept }) => asBytes(kept)),
        );
        await changeLengths(
          transaction,
          space,
          block,
          [...slots].map((slot) => [slot, 0]),
        );
      }
    },

    async clear(transaction) {
      await transaction.run('DELETE FROM postings WHERE owner = $1 AND project = $2 AND space = $3', space);
      await transaction.run(
        'DELETE FROM posting_blocks WHERE owner = $1 AND project = $2 AND space = $3',
        space,
      );
    },

    async frequencies(statements, terms) {
      const rows = await statements.all<{ term: string; frequency: number }>(
        `SELECT term, sum(count)::int AS frequency FROM postings
         WHERE owner = $1 AND project = $2 AND space = $3 AND term = ANY($4)
           AND block = ANY(ARRAY(SELECT block FROM posting_blocks
             WHERE owner = $1 AND project = $2 AND space = $3)) GROUP BY term`,
        space,
        terms,
      );
      return new Map(rows.map(({ term, frequency }) => [term, frequency]));
    },

    async query(statements, terms) {
      const rows = await statements.all<QueriedRow>(QUERY, space, terms);
      let documents = 0;
      let totalLength = 0;
      const blocks = rows.flatMap((row): QueriedBlock[] => {
        documents += row.documents;
        totalLength += Number(row.total_length);
        if (row.terms === null || row.lengths === null) return [];
        const lists = row.terms.map((term, index) => ({ term, postings: asPostings(row.data![index]!) }));
        return [{ block: row.block, lengths: asLengths(row.lengths), lists }];
      });
      return { blocks, totals: { documents, totalLength } };
    },
  };
}

interface QueriedRow {
  readonly block: number;
  readonly documents: number;
  readonly total_length: string;
  /** Absent where the block has none of the terms. */
  readonly lengths: Buffer | null;
  readonly terms: readonly string[] | null;
  readonly data: readonly Buffer[] | null;
}

const APPEND = `
  INSERT INTO postings
    SELECT $1, $2, $3, $4, t.term, t.count, t.data
    FROM unnest($5::text[], $6::int[], $7::bytea[]) AS t (term, count, data)
  ON CONFLICT (owner, project, space, block, term) DO UPDATE
    SET count = postings.count + excluded.count, data = postings.data || excluded.data`;

const REPLACE = `
  UPDATE postings p SET count = t.count, data = t.data
  FROM unnest($5::text[], $6::int[], $7::bytea[]) AS t (term, count, data)
  WHERE p.owner = $1 AND p.project = $2 AND p.space = $3 AND p.block = $4 AND p.term = t.term`;

/** One statement, so that blocks, totals and postings are of one moment. */
const QUERY = `
  SELECT b.block, b.documents, b.total_length, p.terms, p.data,
    CASE WHEN p.terms IS NULL THEN NULL ELSE b.lengths END AS lengths
  FROM posting_blocks b
  LEFT JOIN LATERAL (
    SELECT array_agg(term) AS terms, array_agg(data) AS data FROM postings
    WHERE owner = $1 AND project = $2 AND space = $3 AND block = b.block AND term = ANY($4)) p ON true
  WHERE b.owner = $1 AND b.project = $2 AND b.space = $3 ORDER BY b.block`;

/** Length 0 means that the slot's document is gone; a block without documents is deleted. */
async function changeLengths(
  transaction: ScopedTransaction,
  space: string,
  block: number,
  changes: readonly (readonly [slot: number, length: number])[],
): Promise<void> {
  const row = await transaction.get<{ lengths: Buffer }>(
    'SELECT lengths FROM posting_blocks WHERE owner = $1 AND project = $2 AND space = $3 AND block = $4',
    space,
    block,
  );
  const lengths = withLengths(row && asLengths(row.lengths), changes);
  const documents = lengths.reduce((count, length) => count + (length > 0 ? 1 : 0), 0);
  if (documents === 0) {
    await transaction.run(
      'DELETE FROM posting_blocks WHERE owner = $1 AND project = $2 AND space = $3 AND block = $4',
      space,
      block,
    );
    return;
  }
  await transaction.run(
    `INSERT INTO posting_blocks VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (owner, project, space, block) DO UPDATE SET documents = excluded.documents,
       total_length = excluded.total_length, lengths = excluded.lengths`,
    space,
    block,
    documents,
    lengths.reduce((total, length) => total + length, 0),
    asBytes(lengths),
  );
}
