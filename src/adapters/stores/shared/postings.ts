/**
 * The inverted index as both stores keep it. Documents of a space (the chunks of a project, its
 * commits, …) are numbered; a block is a run of BLOCK_SIZE numbers; for every term of a block there
 * is one array of postings. A posting is 32 bits: the document's slot in the block, and how often the
 * term occurs in each of its four fields. Fixed width makes appending a concatenation, removing a
 * filter, and reading a plain loop.
 */

/** Small enough that appending to a block stays cheap, large enough that a query reads few rows. */
export const BLOCK_SIZE = 8192;
const BLOCK_BITS = 13;

/** The words of a document by field. */
export interface FieldTerms {
  readonly name?: readonly string[];
  readonly path?: readonly string[];
  readonly doc?: readonly string[];
  readonly body?: readonly string[];
}

export interface PostedDocument {
  readonly number: number;
  readonly terms: FieldTerms;
}

export function blockOf(number: number): number {
  return number >>> BLOCK_BITS;
}

export function slotOf(number: number): number {
  return number & (BLOCK_SIZE - 1);
}

/**
 * Bits of a posting from the top: 16 slot, 6 body, 4 doc, 3 path, 3 name. Counts saturate at their
 * field's largest value; BM25 hardly tells a word said 63 times from one said 64 times.
 */
const NAME = { shift: 0, largest: 7 } as const;
const PATH = { shift: 3, largest: 7 } as const;
const DOC = { shift: 6, largest: 15 } as const;
const BODY = { shift: 10, largest: 63 } as const;
const SLOT_SHIFT = 16;

function slotOfPosting(posting: number): number {
  return posting >>> SLOT_SHIFT;
}

/** What a batch of documents adds to one block. */
export interface BlockAddition {
  readonly block: number;
  /** Slot and number of words of each document. */
  readonly lengths: readonly (readonly [slot: number, length: number])[];
  readonly postings: ReadonlyMap<string, readonly number[]>;
}

/** Sorts the words of documents into postings by block and term. */
export function postingsOf(documents: Iterable<PostedDocument>): readonly BlockAddition[] {
  const blocks = new Map<number, { lengths: [number, number][]; postings: Map<string, number[]> }>();
  for (const { number, terms } of documents) {
    let block = blocks.get(blockOf(number));
    if (block === undefined) {
      block = { lengths: [], postings: new Map() };
      blocks.set(blockOf(number), block);
    }
    const counts = new Map<string, number>();
    let length = 0;
    for (const [field, words] of [
      [NAME, terms.name],
      [PATH, terms.path],
      [DOC, terms.doc],
      [BODY, terms.body],
    ] as const) {
      if (words === undefined) continue;
      length += words.length;
      for (const word of words) {
        const packed = counts.get(word) ?? 0;
        if (((packed >>> field.shift) & field.largest) < field.largest) {
          counts.set(word, packed + (1 << field.shift));
        }
      }
    }
    const slot = slotOf(number);
    block.lengths.push([slot, Math.min(length, LONGEST)]);
    for (const [word, packed] of counts) {
      const posting = ((slot << SLOT_SHIFT) | packed) >>> 0;
      const list = block.postings.get(word);
      if (list === undefined) block.postings.set(word, [posting]);
      else list.push(posting);
    }
  }
  return [...blocks].map(([block, { lengths, postings }]) => ({ block, lengths, postings }));
}

/** Lengths are kept in 16 bits. */
const LONGEST = 0xffff;

/** The slots of document numbers, block by block. */
export function slotsByBlock(numbers: readonly number[]): ReadonlyMap<number, ReadonlySet<number>> {
  const blocks = new Map<number, Set<number>>();
  for (const number of numbers) {
    const block = blockOf(number);
    const slots = blocks.get(block) ?? new Set();
    blocks.set(block, slots.add(slotOf(number)));
  }
  return blocks;
}

/** The postings without those of the given slots; undefined when none is left. */
export function withoutSlots(postings: Uint32Array, slots: ReadonlySet<number>): Uint32Array | undefined {
  const kept = new Uint32Array(postings.length);
  let length = 0;
  for (const posting of postings) {
    if (!slots.has(slotOfPosting(posting))) kept[length++] = posting;
  }
  return length === 0 ? undefined : kept.subarray(0, length);
}

/** Lengths by slot: grown as needed, 0 for a slot without a document. */
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

/** Databases give bytes, at any offset; typed views want their own alignment. All hosts are little-endian. */
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
