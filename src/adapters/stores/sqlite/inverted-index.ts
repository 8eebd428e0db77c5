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
import { cachedLookup, foundOf } from './cached-lookup.ts';
import { cachedId, type Database } from './database.ts';
import type { ScopeHandle } from './scope-handle.ts';

/** The words of one space's documents, and where they occur. Write inside a transaction. */
export interface InvertedIndex {
  add(additions: readonly BlockAddition[]): void;
  /** Removes documents; the terms of each group must include every word its documents were added with. */
  remove(groups: readonly RemovedDocuments[]): void;
  clear(): void;
  frequencies(terms: readonly string[]): ReadonlyMap<string, number>;
  totals(): SpaceTotals;
  /** The blocks that contain any of the terms, with their postings. */
  postings(terms: readonly string[]): readonly QueriedBlock[];
}

export interface RemovedDocuments {
  readonly numbers: readonly number[];
  readonly terms: readonly string[];
}

/** Cached postings: 16 MB. */
const MAX_POSTINGS = 4_000_000;
/** About 10 MB. */
const MAX_WORDS = 100_000;

interface BlockLengths extends SpaceTotals {
  readonly block: number;
  readonly lengths: Uint16Array;
}
interface PostingList {
  readonly block: number;
  readonly term: string;
  readonly postings: Uint32Array;
}
/** The single cache key for the lengths of all blocks. */
const ONE: readonly number[] = [0];

/**
 * With `cached`, what queries read is cached until the index version changes; every change of the space must
 * increment it. With `counted`, the frequencies of words are kept beside the postings: a question asks for the forms of its
 * words, most of which occur nowhere, and each would have to be looked up in every block.
 */
export function invertedIndex(
  database: Database,
  scope: ScopeHandle,
  name: string,
  { cached = false, counted = false }: { readonly cached?: boolean; readonly counted?: boolean } = {},
): InvertedIndex {
  const space = cachedId(
    database,
    () =>
      database.get<{ id: number }>(
        'SELECT id FROM spaces WHERE scope = ? AND name = ?',
        scope.id() ?? null,
        name,
      )?.id,
  );

  function spaceForWriting(): number {
    const present = space();
    if (present !== undefined) return present;
    const created = database.get<{ id: number }>(
      'INSERT INTO spaces (scope, name) VALUES (?, ?) RETURNING id',
      scope.idForWriting(),
      name,
    );
    return created!.id;
  }

  function readBlocks(): ReadonlyMap<number, readonly BlockLengths[]> {
    const rows = database.rows<[block: number, lengths: Uint8Array, documents: number, totalLength: number]>(
      'SELECT block, lengths, documents, total_length FROM posting_blocks WHERE space = ?',
      space() ?? null,
    );
    const blocks = rows.map(([block, lengths, documents, totalLength]) => ({
      block,
      lengths: asLengths(lengths),
      documents,
      totalLength,
    }));
    return new Map([[0, blocks]]);
  }

  function readLists(terms: readonly string[]): ReadonlyMap<string, readonly PostingList[]> {
    const lists = new Map<string, PostingList[]>();
    const rows = database.rows<[block: number, term: string, data: Uint8Array]>(
      POSTINGS,
      space() ?? null,
      JSON.stringify(terms),
    );
    for (const [block, term, data] of rows) {
      const list = { block, term, postings: asPostings(data) };
      const known = lists.get(term);
      if (known === undefined) lists.set(term, [list]);
      else known.push(list);
    }
    return lists;
  }

  function readFrequencies(terms: readonly string[]): ReadonlyMap<string, number> {
    const id = space();
    return id === undefined
      ? new Map()
      : new Map(database.rows<[string, number]>(counted ? COUNTS : FREQUENCIES, id, JSON.stringify(terms)));
  }

  const knownFrequencies = cachedLookup(database, scope, readFrequencies, { max: MAX_WORDS });
  const knownBlocks = cachedLookup(database, scope, readBlocks, { max: 1 });
  const knownLists = cachedLookup(database, scope, readLists, {
    max: MAX_POSTINGS,
    sizeOf: (lists) => lists.reduce((sum, { postings }) => sum + postings.length, 0),
  });

  return {
    add(additions) {
      const id = spaceForWriting();
      for (const { block, lengths, postings } of additions) {
        const { places, data } = packed(postings);
        database.run(APPEND, id, block, places, data);
        changeLengths(database, id, block, lengths);
      }
      if (counted) addCounts(database, id, additions);
    },

    remove(groups) {
      const id = space();
      if (id === undefined) return;
      const removed = new Map<string, number>();
      for (const [block, { slots, terms }] of removalsByBlock(groups)) {
        removeSlots(database, { space: id, block, words: JSON.stringify([...terms]), slots, removed });
        changeLengths(
          database,
          id,
          block,
          [...slots].map((slot) => [slot, 0]),
        );
      }
      if (counted) takeCounts(database, id, removed);
    },

    clear() {
      const id = space();
      if (id === undefined) return;
      database.run('DELETE FROM postings WHERE space = ?', id);
      database.run('DELETE FROM posting_blocks WHERE space = ?', id);
      database.run('DELETE FROM word_counts WHERE space = ?', id);
    },

    frequencies(terms) {
      return cached ? foundOf(terms, knownFrequencies(terms)) : readFrequencies(terms);
    },

    totals() {
      if (cached) return sumOf(knownBlocks(ONE)[0] ?? []);
      const row = database.get<SpaceTotals>(
        `SELECT coalesce(sum(documents), 0) AS documents, coalesce(sum(total_length), 0) AS totalLength
         FROM posting_blocks WHERE space = ?`,
        space() ?? null,
      );
      return row ?? { documents: 0, totalLength: 0 };
    },

    postings(terms) {
      if (space() === undefined) return [];
      const distinct = [...new Set(terms)];
      if (!cached) return queriedBlocks(readBlocks().get(0) ?? [], [...readLists(distinct).values()].flat());
      return queriedBlocks(
        knownBlocks(ONE)[0] ?? [],
        knownLists(distinct).flatMap((lists) => lists ?? []),
      );
    },
  };
}

/** Of each block its removed slots, and the terms to look for: a block has few of the words of a large removal. */
function removalsByBlock(
  groups: readonly RemovedDocuments[],
): ReadonlyMap<number, { readonly slots: Set<number>; readonly terms: Set<string> }> {
  const blocks = new Map<number, { readonly slots: Set<number>; readonly terms: Set<string> }>();
  for (const { numbers, terms } of groups) {
    for (const [block, slots] of slotsByBlock(numbers)) {
      const known = blocks.get(block) ?? { slots: new Set(), terms: new Set() };
      blocks.set(block, known);
      for (const slot of slots) known.slots.add(slot);
      for (const term of terms) known.terms.add(term);
    }
  }
  return blocks;
}

function sumOf(blocks: readonly SpaceTotals[]): SpaceTotals {
  let [documents, totalLength] = [0, 0];
  for (const block of blocks) {
    documents += block.documents;
    totalLength += block.totalLength;
  }
  return { documents, totalLength };
}

/**
 * Writes all terms of a block in one statement, a third faster than one each: the postings come as one blob, and
 * `places` holds each term's offset (high bits) and count (low bits).
 */
const PUT = `
  INSERT INTO postings (space, block, term, count, data)
  SELECT ?1, ?2, key, value & ${0xffff}, substr(?4, (value >> 16) * 4 + 1, (value & ${0xffff}) * 4)
  FROM json_each(?3) WHERE true ON CONFLICT DO UPDATE SET`;
const APPEND = `${PUT} count = count + excluded.count, data = CAST(data || excluded.data AS BLOB)`;
const REPLACE = `${PUT} count = excluded.count, data = excluded.data`;

/** In key order: neighbouring rows share pages, which makes loading about a third faster. */
function packed(postings: ReadonlyMap<string, ArrayLike<number>>): {
  readonly places: string;
  readonly data: Uint8Array;
} {
  const terms = [...postings.keys()].sort();
  let total = 0;
  for (const list of postings.values()) total += list.length;
  const data = new Uint32Array(total);
  const entries: string[] = [];
  let start = 0;
  for (const term of terms) {
    const list = postings.get(term)!;
    data.set(list, start);
    entries.push(`${JSON.stringify(term)}:${start * 0x10000 + list.length}`);
    start += list.length;
  }
  return { places: `{${entries.join(',')}}`, data: asBytes(data) };
}

/** CROSS JOIN fixes the loop order: every block, every term, one lookup by key. */
const POSTINGS = `
  SELECT p.block, p.term, p.data
  FROM posting_blocks b CROSS JOIN json_each(?2) t CROSS JOIN postings p
    ON p.space = b.space AND p.block = b.block AND p.term = t.value
  WHERE b.space = ?1`;

const FREQUENCIES = `
  SELECT p.term, sum(p.count) AS frequency
  FROM posting_blocks b CROSS JOIN (SELECT DISTINCT value FROM json_each(?2)) t CROSS JOIN postings p
    ON p.space = b.space AND p.block = b.block AND p.term = t.value
  WHERE b.space = ?1 GROUP BY p.term`;

const COUNTS = `
  SELECT w.term, w.count FROM json_each(?2) t CROSS JOIN word_counts w ON w.space = ?1 AND w.term = t.value`;

function addCounts(database: Database, space: number, additions: readonly BlockAddition[]): void {
  const counts = new Map<string, number>();
  for (const { postings } of additions) {
    for (const [term, list] of postings) counts.set(term, (counts.get(term) ?? 0) + list.length);
  }
  database.run(CHANGE_COUNTS, space, countsAsJson(counts), 1);
}

function takeCounts(database: Database, space: number, removed: ReadonlyMap<string, number>): void {
  if (removed.size === 0) return;
  const counts = countsAsJson(removed);
  database.run(CHANGE_COUNTS, space, counts, -1);
  database.run(
    'DELETE FROM word_counts WHERE space = ? AND term IN (SELECT key FROM json_each(?)) AND count <= 0',
    space,
    counts,
  );
}

const CHANGE_COUNTS = `
  INSERT INTO word_counts (space, term, count) SELECT ?1, key, ?3 * value FROM json_each(?2) WHERE true
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;

/** In key order, like the postings. */
function countsAsJson(counts: ReadonlyMap<string, number>): string {
  const terms = [...counts.keys()].sort();
  return `{${terms.map((term) => `${JSON.stringify(term)}:${counts.get(term)}`).join(',')}}`;
}

/**
 * Removes documents from the postings of words (a JSON list) with one read, one delete and one write, and adds to `removed`
 * how many documents each word lost.
 */
function removeSlots(
  database: Database,
  from: {
    readonly space: number;
    readonly block: number;
    readonly words: string;
    readonly slots: ReadonlySet<number>;
    readonly removed: Map<string, number>;
  },
): void {
  const rows = database.all<{ term: string; data: Uint8Array }>(
    `SELECT p.term, p.data FROM json_each(?3) t CROSS JOIN postings p
       ON p.space = ?1 AND p.block = ?2 AND p.term = t.value`,
    from.space,
    from.block,
    from.words,
  );
  const emptied: string[] = [];
  const changed = new Map<string, Uint32Array>();
  for (const { term, data } of rows) {
    const present = asPostings(data);
    const kept = withoutSlots(present, from.slots);
    if (kept === undefined) emptied.push(term);
    else if (kept.length < present.length) changed.set(term, kept);
    const lost = present.length - (kept?.length ?? 0);
    if (lost > 0) from.removed.set(term, (from.removed.get(term) ?? 0) + lost);
  }
  if (emptied.length > 0) {
    database.run(
      'DELETE FROM postings WHERE space = ? AND block = ? AND term IN (SELECT value FROM json_each(?))',
      from.space,
      from.block,
      JSON.stringify(emptied),
    );
  }
  if (changed.size > 0) {
    const { places, data } = packed(changed);
    database.run(REPLACE, from.space, from.block, places, data);
  }
}

/** Length 0 marks a slot without a document; a block without documents is deleted. */
function changeLengths(
  database: Database,
  space: number,
  block: number,
  changes: readonly (readonly [slot: number, length: number])[],
): void {
  const row = database.get<{ documents: number; lengths: Uint8Array }>(
    'SELECT documents, lengths FROM posting_blocks WHERE space = ? AND block = ?',
    space,
    block,
  );
  const lengths = withLengths(row && asLengths(row.lengths), changes);
  const { documents, totalLength } = totalsOf(lengths);
  if (documents === 0) {
    database.run('DELETE FROM posting_blocks WHERE space = ? AND block = ?', space, block);
    return;
  }
  database.run(
    `INSERT INTO posting_blocks (space, block, documents, total_length, lengths) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET documents = excluded.documents, total_length = excluded.total_length,
       lengths = excluded.lengths`,
    space,
    block,
    documents,
    totalLength,
    asBytes(lengths),
  );
}
