import {
  asBytes,
  asLengths,
  asPostings,
  type BlockAddition,
  slotsByBlock,
  totalsOf,
  withLengths,
  withoutSlots,
} from '../shared/postings.ts';
import { type QueriedBlock, queriedBlocks, type SpaceTotals } from '../shared/rank-documents.ts';
import { cachedLookup } from './cached-lookup.ts';
import type { ScopedStatements, ScopedTransaction } from './scope-handle.ts';

/** The words of one space's documents, in the same blocks and postings as in SQLite. */
export interface InvertedIndex {
  add(transaction: ScopedTransaction, additions: readonly BlockAddition[]): Promise<void>;
  /** Removes documents; `terms` must include every word they were added with. */
  remove(transaction: ScopedTransaction, numbers: readonly number[], terms: Iterable<string>): Promise<void>;
  clear(transaction: ScopedTransaction): Promise<void>;
  frequencies(statements: ScopedStatements, terms: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The blocks that contain any of the terms, with their postings, and the totals of the space. */
  query(
    statements: ScopedStatements,
    terms: readonly string[],
  ): Promise<{ readonly blocks: readonly QueriedBlock[]; readonly totals: SpaceTotals }>;
}

/** About 8 MB: the words of a few dozen questions. */
const MAX_POSTINGS = 2_000_000;
/** About 10 MB of words. */
const MAX_FREQUENCIES = 100_000;

/**
 * With `version`, which must grow with every change of the space, what queries read is cached per version: the
 * database sends bytes as text, and the postings of one question take hundreds of kilobytes.
 */
export function invertedIndex(
  space: string,
  version: (statements: ScopedStatements) => Promise<number | undefined> = async () => undefined,
): InvertedIndex {
  const blocks = cachedLookup(async (statements) => new Map([[space, await readBlocks(statements, space)]]), {
    max: 1,
    sizeOf: () => 1,
  });
  const postings = cachedLookup((statements, terms) => readPostings(statements, space, terms), {
    max: MAX_POSTINGS,
    sizeOf: (lists) => lists.reduce((sum, list) => sum + list.postings.length, 0),
  });
  const frequencies = cachedLookup((statements, terms) => readFrequencies(statements, space, terms), {
    max: MAX_FREQUENCIES,
    sizeOf: () => 1,
  });

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
        if (gone.length > 0) {
          await transaction.run(
            `DELETE FROM postings WHERE owner = $1 AND project = $2 AND space = $3 AND block = $4
               AND term = ANY($5)`,
            space,
            block,
            gone,
          );
        }
        if (changed.length > 0) {
          await transaction.run(
            REPLACE,
            space,
            block,
            changed.map(({ term }) => term),
            changed.map(({ kept }) => kept.length),
            changed.map(({ kept }) => asBytes(kept)),
          );
        }
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
      return frequencies(statements, await version(statements), terms);
    },

    async query(statements, terms) {
      const current = await version(statements);
      const [blocksOfSpace, found] = await Promise.all([
        blocks(statements, current, [space]),
        postings(statements, current, [...new Set(terms)]),
      ]);
      const all = blocksOfSpace.get(space) ?? [];
      return {
        blocks: queriedBlocks(all, [...found.values()].flat()),
        totals: {
          documents: all.reduce((sum, { documents }) => sum + documents, 0),
          totalLength: all.reduce((sum, { totalLength }) => sum + totalLength, 0),
        },
      };
    },
  };
}

type Block = SpaceTotals & { readonly block: number; readonly lengths: Uint16Array };

async function readBlocks(statements: ScopedStatements, space: string): Promise<readonly Block[]> {
  const rows = await statements.all<SpaceTotals & { block: number; lengths: Buffer }>(
    `SELECT block, documents, total_length::float8 AS "totalLength", lengths FROM posting_blocks
     WHERE owner = $1 AND project = $2 AND space = $3 ORDER BY block`,
    space,
  );
  return rows.map((row) => ({ ...row, lengths: asLengths(row.lengths) }));
}

/** One row per posting list: the driver decodes a bytea column quickly, but an array of them character by character. */
async function readPostings(statements: ScopedStatements, space: string, terms: readonly string[]) {
  const rows = await statements.all<{ block: number; term: string; data: Buffer }>(
    `SELECT block, term, data FROM postings WHERE ${OF_TERMS}`,
    space,
    terms,
  );
  const found = new Map<string, { block: number; term: string; postings: Uint32Array }[]>();
  for (const { block, term, data } of rows) {
    const lists = found.get(term) ?? [];
    lists.push({ block, term, postings: asPostings(data) });
    found.set(term, lists);
  }
  return found;
}

async function readFrequencies(statements: ScopedStatements, space: string, terms: readonly string[]) {
  const rows = await statements.all<{ term: string; frequency: number }>(
    `SELECT term, sum(count)::int AS frequency FROM postings WHERE ${OF_TERMS} GROUP BY term`,
    space,
    terms,
  );
  return new Map(rows.map(({ term, frequency }) => [term, frequency]));
}

/** Uses the whole primary key, which starts with the block. */
const OF_TERMS = `owner = $1 AND project = $2 AND space = $3 AND term = ANY($4)
  AND block = ANY(ARRAY(SELECT block FROM posting_blocks WHERE owner = $1 AND project = $2 AND space = $3))`;

const APPEND = `
  INSERT INTO postings
    SELECT s.owner, s.project, $3, $4, t.term, t.count, t.data
    FROM scopes s CROSS JOIN unnest($5::text[], $6::int[], $7::bytea[]) AS t (term, count, data)
    WHERE s.owner = $1 AND s.project = $2
  ON CONFLICT (owner, project, space, block, term) DO UPDATE
    SET count = postings.count + excluded.count, data = postings.data || excluded.data`;

const REPLACE = `
  UPDATE postings p SET count = t.count, data = t.data
  FROM unnest($5::text[], $6::int[], $7::bytea[]) AS t (term, count, data)
  WHERE p.owner = $1 AND p.project = $2 AND p.space = $3 AND p.block = $4 AND p.term = t.term`;

/** Length 0 marks a slot without a document; a block without documents is deleted. */
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
  const { documents, totalLength } = totalsOf(lengths);
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
    totalLength,
    asBytes(lengths),
  );
}
