import { distinctSorted, shinglesOf, wordHashes } from './shingles.ts';

/**
 * Finds texts that say nearly the same: runs of three words are compared by their Jaccard similarity.
 * Candidates are found by min-hashing with one hash per run and looked up by bands, so that n texts
 * take time linear in their length and not in the number of pairs.
 */
interface SimilarTexts {
  /** The key of an earlier text at least 90 % similar, or undefined after adding this one. */
  findOrAdd(key: string, text: string): string | undefined;
}

/** Duplicates are texts at least this similar. */
const THRESHOLD = 0.9;
const BINS = 64;

/** How alike the runs of two texts must be, and how many bins make a band. */
interface Measure {
  readonly runs: number;
  /** The share of words in common that is asked for as well. */
  readonly words: number;
  readonly rows: number;
}

/** Sixteen bands of four bins: a pair at the threshold shares a band in all but one of ten million cases. */
const OF_CODE: Measure = { runs: THRESHOLD, words: 0, rows: 4 };
/**
 * In prose one word counts as one word: a changed one spoils three runs, so the runs may differ more. Two bins a band, as
 * such pairs share fewer.
 */
const OF_PROSE: Measure = { runs: 0.4, words: THRESHOLD, rows: 2 };
/** A text is compared with at most this many others of one band, which keeps crowded bands linear. */
const COMPARED_PER_BAND = 8;

interface Known {
  readonly key: string;
  readonly words: Uint32Array;
  shingles: Uint32Array;
  sorted: boolean;
}

export function createSimilarTexts(kind: 'code' | 'prose' = 'code'): SimilarTexts {
  const measure = kind === 'code' ? OF_CODE : OF_PROSE;
  const bands = new Map<number, Known[]>();
  return {
    findOrAdd(key, text) {
      const words = measure.words > 0 ? wordHashes(text).toSorted() : NO_WORDS;
      const own: Known = { key, words, shingles: shinglesOf(text), sorted: false };
      if (own.shingles.length === 0) return undefined;
      const names = bandsOf(own.shingles, measure.rows);
      const compared = new Set<Known>();
      for (const name of names) {
        for (const known of bands.get(name) ?? []) {
          if (compared.has(known)) continue;
          compared.add(known);
          if (areSimilar(own, known, measure)) return known.key;
        }
      }
      for (const name of names) {
        const members = bands.get(name);
        if (members === undefined) bands.set(name, [own]);
        else if (members.length < COMPARED_PER_BAND) members.push(own);
      }
      return undefined;
    },
  };
}

const NO_WORDS = new Uint32Array();

function areSimilar(a: Known, b: Known, { runs, words }: Measure): boolean {
  const shared = sharedIn(a.words, b.words);
  if (2 * shared < words * (a.words.length + b.words.length)) return false;
  return similarity(sortedShingles(a), sortedShingles(b), runs) >= runs;
}

/** Sorting is left until a text is compared, which few are. */
function sortedShingles(known: Known): Uint32Array {
  if (!known.sorted) {
    known.shingles = distinctSorted(known.shingles);
    known.sorted = true;
  }
  return known.shingles;
}

const EMPTY = 0xffff_ffff;

/** The least hash of each bin, an empty bin borrowing from the next full one; some bins make a band. */
function bandsOf(shingles: Uint32Array, rows: number): number[] {
  const bins = new Uint32Array(BINS).fill(EMPTY);
  for (let index = 0; index < shingles.length; index++) {
    const hash = shingles[index]!;
    const bin = hash % BINS;
    if (hash < bins[bin]!) bins[bin] = hash;
  }
  const bands: number[] = [];
  for (let band = 0; band * rows < BINS; band++) {
    let name = band;
    for (let row = 0; row < rows; row++) {
      name = Math.imul(name ^ lowerBoundFrom(bins, band * rows + row), 0x9e3779b1);
    }
    // Thirty bits: V8 keeps such numbers in a map without allocating.
    bands.push(name >>> 2);
  }
  return bands;
}

/** The distance is mixed in, so that a borrowed hash differs from a bin's own. */
function lowerBoundFrom(bins: Uint32Array, bin: number): number {
  let step = 0;
  while (bins[(bin + step) % BINS] === EMPTY && step < BINS) step++;
  return bins[(bin + step) % BINS]! + step;
}

/** Of two sets of sorted hashes; 0 where their sizes alone put them below the least that counts. */
function similarity(a: Uint32Array, b: Uint32Array, least: number): number {
  if (Math.min(a.length, b.length) < least * Math.max(a.length, b.length)) return 0;
  const shared = sharedIn(a, b);
  return shared / (a.length + b.length - shared);
}

/** How many two sorted lists have in common. */
function sharedIn(a: Uint32Array, b: Uint32Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      shared++;
      i++;
      j++;
    } else if (a[i]! < b[j]!) i++;
    else j++;
  }
  return shared;
}
