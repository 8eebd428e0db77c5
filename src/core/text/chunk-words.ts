import type { TermDictionary } from './term-dictionary.ts';
import { wordDictionary } from './terms.ts';

/** The words of a chunk by field. */
export interface ChunkTerms {
  readonly name: readonly string[];
  readonly path: readonly string[];
  readonly doc: readonly string[];
  readonly body: readonly string[];
}

/**
 * The words of a file's chunks: each distinct one once, with the chunks it is in and how often. Typed arrays rather
 * than lists of words, because they travel between threads and are merged by the thousand.
 */
export interface ChunkWords {
  readonly terms: readonly string[];
  /** How many chunks each term is in: its number of entries in the next two arrays, in term order. */
  readonly spread: Uint32Array;
  /** Positions of chunks in the file, ascending for each term. */
  readonly chunks: Uint32Array;
  /** How often the term occurs there, in each field: see `COUNT_BITS`. */
  readonly counts: Uint16Array;
  /** The number of words of each chunk. */
  readonly lengths: Uint16Array;
}

/**
 * Where each field's count is packed in 16 bits. Counts saturate at their field's largest value; BM25 hardly tells 63
 * occurrences from 64.
 */
export const COUNT_BITS = {
  name: { shift: 0, largest: 7 },
  path: { shift: 3, largest: 7 },
  doc: { shift: 6, largest: 15 },
  body: { shift: 10, largest: 63 },
} as const;
type TermField = keyof typeof COUNT_BITS;
export const TERM_FIELDS: readonly TermField[] = ['name', 'path', 'doc', 'body'];
export const LONGEST_CHUNK = 0xffff;

/** Counts the words of one file, chunk by chunk. */
export class WordCounter {
  readonly #dictionary: TermDictionary = wordDictionary();
  /** The counts of the current chunk by term number, and which of them are not 0. */
  #counts = sharedCounts;
  #touched: number[] = [];
  #length = 0;
  /** One entry per term and chunk. */
  readonly #entryTerms: number[] = [];
  readonly #entryChunks: number[] = [];
  readonly #entryCounts: number[] = [];
  readonly #lengths: number[] = [];
  #field: (typeof COUNT_BITS)[TermField] = COUNT_BITS.body;

  addText(field: TermField, text: string, from = 0, to = text.length): void {
    this.#field = COUNT_BITS[field];
    this.#dictionary.scan(text, from, to, this.#take);
  }

  /** The numbers of terms that are added to many chunks. */
  idsOf(terms: readonly string[]): readonly number[] {
    return terms.map((term) => this.#dictionary.idOf(term));
  }

  addIds(field: TermField, ids: readonly number[]): void {
    this.#field = COUNT_BITS[field];
    this.#take(ids);
  }

  endChunk(): void {
    const chunk = this.#lengths.length;
    for (const id of this.#touched) {
      this.#entryTerms.push(id);
      this.#entryChunks.push(chunk);
      this.#entryCounts.push(this.#counts[id]!);
      this.#counts[id] = 0;
    }
    this.#touched = [];
    this.#lengths.push(Math.min(this.#length, LONGEST_CHUNK));
    this.#length = 0;
  }

  /** Counting sort of the entries by term. */
  finish(): ChunkWords {
    const entries = this.#entryTerms.length;
    const ids: number[] = [];
    // By term number: first its spread, then where its next entry goes.
    const numbers = sharedNumbers;
    for (let entry = 0; entry < entries; entry++) {
      const id = this.#entryTerms[entry]!;
      if (numbers[id]!++ === 0) ids.push(id);
    }
    const spread = new Uint32Array(ids.length);
    let start = 0;
    for (let term = 0; term < ids.length; term++) {
      const id = ids[term]!;
      spread[term] = numbers[id]!;
      numbers[id] = start;
      start += spread[term]!;
    }
    const chunks = new Uint32Array(entries);
    const counts = new Uint16Array(entries);
    for (let entry = 0; entry < entries; entry++) {
      const place = numbers[this.#entryTerms[entry]!]!++;
      chunks[place] = this.#entryChunks[entry]!;
      counts[place] = this.#entryCounts[entry]!;
    }
    for (const id of ids) numbers[id] = 0;
    return {
      terms: ids.map((id) => this.#dictionary.term(id)),
      spread,
      chunks,
      counts,
      lengths: Uint16Array.from(this.#lengths),
    };
  }

  readonly #take = (ids: readonly number[]): void => {
    const { shift, largest } = this.#field;
    this.#length += ids.length;
    for (const id of ids) {
      if (id >= this.#counts.length) this.#counts = grown(id);
      const count = this.#counts[id]!;
      if (count === 0) this.#touched.push(id);
      if (((count >>> shift) & largest) < largest) this.#counts[id] = count + (1 << shift);
    }
  };
}

/** By term number, equally long. All zero between chunks or files, so one serves every counter of a thread. */
let sharedCounts = new Uint16Array(1 << 16);
let sharedNumbers = new Uint32Array(1 << 16);

function grown(id: number): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(Math.max(id + 1, sharedCounts.length * 2));
  larger.set(sharedCounts);
  sharedCounts = larger;
  sharedNumbers = new Uint32Array(larger.length);
  return larger;
}

export function countWords(chunks: readonly ChunkTerms[]): ChunkWords {
  const counter = new WordCounter();
  for (const terms of chunks) {
    for (const field of TERM_FIELDS) counter.addIds(field, counter.idsOf(terms[field]));
    counter.endChunk();
  }
  return counter.finish();
}
