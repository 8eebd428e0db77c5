import {
  type ChunkTerms,
  type ChunkWords,
  COUNT_BITS,
  LONGEST_CHUNK,
  TERM_FIELDS,
} from '../../../core/text/chunk-words.ts';

/**
 * The inverted index as both stores keep it. The documents of a space (the chunks of a project, its commits, …) are
 * numbered; a block is a run of BLOCK_SIZE numbers, with one array of postings per term. A posting is 32 bits: the
 * document's slot in the block, and the term's count in each of the four fields. Fixed width makes appending a
 * concatenation, removing a filter, and reading a plain loop.
 */

/** Small enough for cheap appends, large enough that a query reads few rows. */
export const BLOCK_SIZE = 8192;
const BLOCK_BITS = 13;

interface PostedDocument {
  readonly number: number;
  readonly terms: Partial<ChunkTerms>;
}

/** The chunks of a file, numbered from `first`. */
export interface PostedChunks {
  readonly first: number;
  readonly words: ChunkWords;
}

export function blockOf(number: number): number {
  return number >>> BLOCK_BITS;
}

export function slotOf(number: number): number {
  return number & (BLOCK_SIZE - 1);
}

/** A posting has the slot in its upper 16 bits and the counts (`COUNT_BITS`) in the lower ones. */
const SLOT_SHIFT = 16;

function slotOfPosting(posting: number): number {
  return posting >>> SLOT_SHIFT;
}

/** What a batch of documents adds to one block. */
export interface BlockAddition {
  readonly block: number;
  /** Slot and word count of each document. */
  readonly lengths: readonly (readonly [slot: number, length: number])[];
  readonly postings: ReadonlyMap<string, readonly number[]>;
}

interface OpenBlock {
  readonly block: number;
  readonly lengths: [slot: number, length: number][];
  readonly postings: Map<string, number[]>;
}

function openBlocks(): { readonly all: Map<number, OpenBlock>; of(number: number): OpenBlock } {
  const all = new Map<number, OpenBlock>();
  return {
    all,
    of(number) {
      const block = blockOf(number);
      let open = all.get(block);
      if (open === undefined) {
        open = { block, lengths: [], postings: new Map() };
        all.set(block, open);
      }
      return open;
    },
  };
}

function listOf({ postings }: OpenBlock, term: string): number[] {
  let list = postings.get(term);
  if (list === undefined) {
    list = [];
    postings.set(term, list);
  }
  return list;
}

/** Groups the words of documents into postings by block and term. */
export function postingsOf(documents: Iterable<PostedDocument>): readonly BlockAddition[] {
  const blocks = openBlocks();
  for (const { number, terms } of documents) {
    const block = blocks.of(number);
    const counts = new Map<string, number>();
    let length = 0;
    for (const field of TERM_FIELDS) {
      const { shift, largest } = COUNT_BITS[field];
      for (const word of terms[field] ?? []) {
        length++;
        const count = counts.get(word) ?? 0;
        if (((count >>> shift) & largest) < largest) counts.set(word, count + (1 << shift));
      }
    }
    const slot = slotOf(number);
    block.lengths.push([slot, Math.min(length, LONGEST_CHUNK)]);
    for (const [word, count] of counts) listOf(block, word).push((slot << SLOT_SHIFT) | count);
  }
  return [...blocks.all.values()];
}

/** The same for the chunks of files, whose words are already counted. */
export function postingsOfChunks(files: Iterable<PostedChunks>): readonly BlockAddition[] {
  const blocks = openBlocks();
  for (const { first, words } of files) {
    for (const [chunk, length] of words.lengths.entries()) {
      blocks.of(first + chunk).lengths.push([slotOf(first + chunk), length]);
    }
    let entry = 0;
    for (const [position, term] of words.terms.entries()) {
      const end = entry + words.spread[position]!;
      let block = -1;
      let list: number[] = [];
      for (; entry < end; entry++) {
        const number = first + words.chunks[entry]!;
        if (blockOf(number) !== block) {
          block = blockOf(number);
          list = listOf(blocks.of(number), term);
        }
        list.push((slotOf(number) << SLOT_SHIFT) | words.counts[entry]!);
      }
    }
  }
  return [...blocks.all.values()];
}

/** The same for documents that have each word once, such as the trigrams of names. */
export function postingsOfSets(
  documents: Iterable<{ readonly number: number; readonly terms: readonly string[] }>,
): readonly BlockAddition[] {
  const blocks = openBlocks();
  for (const { number, terms } of documents) {
    const block = blocks.of(number);
    block.lengths.push([slotOf(number), Math.min(terms.length, LONGEST_CHUNK)]);
    const posting = (slotOf(number) << SLOT_SHIFT) | (1 << COUNT_BITS.body.shift);
    for (const term of terms) listOf(block, term).push(posting);
  }
  return [...blocks.all.values()];
}

/** Groups the slots of document numbers by block. */
export function slotsByBlock(numbers: readonly number[]): ReadonlyMap<number, ReadonlySet<number>> {
  const blocks = new Map<number, Set<number>>();
  for (const number of numbers) {
    const block = blockOf(number);
    const slots = blocks.get(block) ?? new Set();
    blocks.set(block, slots.add(slotOf(number)));
  }
  return blocks;
}

/** Removes the postings of the given slots; undefined when none is left. */
export function withoutSlots(postings: Uint32Array, slots: ReadonlySet<number>): Uint32Array | undefined {
  const kept = new Uint32Array(postings.length);
  let length = 0;
  for (const posting of postings) {
    if (!slots.has(slotOfPosting(posting))) kept[length++] = posting;
  }
  return length === 0 ? undefined : kept.subarray(0, length);
}

/** Sets lengths by slot, growing the array as needed; 0 marks a slot without a document. */
export function withLengths(
  present: Uint16Array | undefined,
  changes: readonly (readonly [slot: number, length: number])[],
): Uint16Array {
  const highest = changes.reduce((most, [slot]) => Math.max(most, slot), -1);
  const lengths = new Uint16Array(Math.max(present?.length ?? 0, highest + 1));
  if (present !== undefined) lengths.set(present);
  for (const [slot, length] of changes) lengths[slot] = length;
  return lengths;
}

/** The number of documents in a block, and their total length in words. */
export function totalsOf(lengths: Uint16Array): { readonly documents: number; readonly totalLength: number } {
  let documents = 0;
  let totalLength = 0;
  for (const length of lengths) {
    totalLength += length;
    if (length > 0) documents++;
  }
  return { documents, totalLength };
}

/** Databases return bytes at any offset, but typed arrays need alignment. All hosts are little-endian. */
export function asPostings(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 2);
}

export function asLengths(bytes: Uint8Array): Uint16Array {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  return new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 1);
}

export function asBytes(array: Uint32Array | Uint16Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
