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
  /** Both at once: what a word keeps and gets in a block is written once. */
  replace(groups: readonly RemovedDocuments[], additions: readonly BlockAddition[]): void;
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

  function change(groups: readonly RemovedDocuments[], additions: readonly BlockAddition[]): void {
    const id = additions.length === 0 ? space() : spaceForWriting();
    if (id === undefined) return;
    const removals = removalsByBlock(groups);
    const added = new Map(additions.map((addition) => [addition.block, addition]));
    const counts = new Map<string, number>();
    for (const block of new Set([...removals.keys(), ...added.keys()])) {
      const [removal, addition] = [removals.get(block), added.get(block)];
      const more = new Map(addition?.postings);
      for (const [term, list] of more) counts.set(term, (counts.get(term) ?? 0) + list.length);
      if (removal !== undefined) removeSlots(database, { space: id, block, ...removal, more, counts });
      if (more.size > 0) {
        const { places, data } = packed(more);
        database.run(APPEND, id, block, places, data);
      }
      const emptied = Array.from(removal?.slots ?? [], (slot) => [slot, 0] as const);
      changeLengths(database, id, block, [...emptied, ...(addition?.lengths ?? [])]);
    }
    if (counted) changeCounts(database, id, counts);
  }

  const knownFrequencies = cachedLookup(database, scope, readFrequencies, { max: MAX_WORDS });
  const knownBlocks = cachedLookup(database, scope, readBlocks, { max: 1 });
  const knownLists = cachedLookup(database, scope, readLists, {
    max: MAX_POSTINGS,
    sizeOf: (lists) => lists.reduce((sum, { postings }) => sum + postings.length, 0),
  });

  return {
    add: (additions) => change([], additions),
    remove: (groups) => change(groups, []),
    replace: change,

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

function changeCounts(database: Database, space: number, changes: ReadonlyMap<string, number>): void {
  const changed = [...changes.keys()].filter((term) => changes.get(term) !== 0).sort();
  if (changed.length === 0) return;
  database.run(CHANGE_COUNTS, space, countsAsJson(changed, changes));
  const fewer = changed.filter((term) => changes.get(term)! < 0);
  if (fewer.length === 0) return;
  database.run(
    'DELETE FROM word_counts WHERE space = ? AND term IN (SELECT value FROM json_each(?)) AND count <= 0',
    space,
    JSON.stringify(fewer),
  );
}

const CHANGE_COUNTS = `
  INSERT INTO word_counts (space, term, count) SELECT ?1, key, value FROM json_each(?2) WHERE true
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;

function countsAsJson(terms: readonly string[], counts: ReadonlyMap<string, number>): string {
  return `{${terms.map((term) => `${JSON.stringify(term)}:${counts.get(term)}`).join(',')}}`;
}

/**
 * Removes documents from the postings of words with one read, one delete and one write, which appends what the same words get in
 * `more` and takes it from there. Subtracts from `counts` how many documents each word lost.
 */
function removeSlots(
  database: Database,
  from: {
    readonly space: number;
    readonly block: number;
    readonly terms: ReadonlySet<string>;
    readonly slots: ReadonlySet<number>;
    readonly more: Map<string, readonly number[]>;
    readonly counts: Map<string, number>;
  },
): void {
  const rows = database.rows<[term: string, data: Uint8Array]>(
    `SELECT p.term, p.data FROM json_each(?3) t CROSS JOIN postings p
       ON p.space = ?1 AND p.block = ?2 AND p.term = t.value`,
    from.space,
    from.block,
    JSON.stringify([...from.terms]),
  );
  const emptied: string[] = [];
  const changed = new Map<string, ArrayLike<number>>();
  for (const [term, data] of rows) {
    const present = asPostings(data);
    const kept = withoutSlots(present, from.slots) ?? NO_POSTINGS;
    if (kept.length === present.length) continue;
    from.counts.set(term, (from.counts.get(term) ?? 0) - (present.length - kept.length));
    const more = from.more.get(term) ?? [];
    from.more.delete(term);
    if (kept.length + more.length === 0) emptied.push(term);
    else changed.set(term, joined(kept, more));
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

const NO_POSTINGS = new Uint32Array(0);

function joined(kept: Uint32Array, more: readonly number[]): Uint32Array {
  if (more.length === 0) return kept;
  const all = new Uint32Array(kept.length + more.length);
  all.set(kept);
  all.set(more, kept.length);
  return all;
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
