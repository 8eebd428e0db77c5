import { distinctSorted, shinglesOf } from './shingles.ts';

/**
 * Finds texts that say nearly the same: runs of three words are compared by their Jaccard similarity.
 * Candidates are found by min-hashing with one hash per run and looked up by bands, so that n texts
 * take time linear in their length and not in the number of pairs.
 */
interface SimilarTexts {
  /** The key of an earlier text at least 90 % similar, or undefined after remembering this one. */
  findOrAdd(key: string, text: string): string | undefined;
}

/** Duplicates are texts at least this similar. */
const THRESHOLD = 0.9;
/** 16 bands of 4: a pair at the threshold shares a band in all but one of ten million cases. */
const BANDS = 16;
const ROWS = 4;
const BINS = BANDS * ROWS;
/** A text is compared with at most this many others of one band, which keeps crowded bands linear. */
const COMPARED_PER_BAND = 8;

interface Known {
  readonly key: string;
  shingles: Uint32Array;
  sorted: boolean;
}

export function createSimilarTexts(): SimilarTexts {
  const bands = new Map<number, Known[]>();
  return {
    findOrAdd(key, text) {
      const own: Known = { key, shingles: shinglesOf(text), sorted: false };
      if (own.shingles.length === 0) return undefined;
      const names = bandsOf(own.shingles);
      const compared = new Set<Known>();
      for (const name of names) {
        for (const known of bands.get(name) ?? []) {
          if (compared.has(known)) continue;
          compared.add(known);
          if (similarity(sortedShingles(own), sortedShingles(known)) >= THRESHOLD) return known.key;
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

/** Sorting is left until a text is compared, which few are. */
function sortedShingles(known: Known): Uint32Array {
  if (!known.sorted) {
    known.shingles = distinctSorted(known.shingles);
    known.sorted = true;
  }
  return known.shingles;
}

const EMPTY = 0xffff_ffff;

/** The least hash of each bin, an empty bin borrowing from the next full one; four bins make a band. */
function bandsOf(shingles: Uint32Array): number[] {
  const bins = new Uint32Array(BINS).fill(EMPTY);
  for (let index = 0; index < shingles.length; index++) {
    const hash = shingles[index]!;
    const bin = hash % BINS;
    if (hash < bins[bin]!) bins[bin] = hash;
  }
  const bands: number[] = [];
  for (let band = 0; band < BANDS; band++) {
    let name = band;
    for (let row = 0; row < ROWS; row++) {
      name = Math.imul(name ^ leastFrom(bins, band * ROWS + row), 0x9e3779b1);
    }
    // Thirty bits: V8 keeps such numbers in a map without allocating.
    bands.push(name >>> 2);
  }
  return bands;
}

/** How far it was borrowed from counts too, so that a borrowed hash is not taken for an own one. */
function leastFrom(bins: Uint32Array, bin: number): number {
  let step = 0;
  while (bins[(bin + step) % BINS] === EMPTY && step < BINS) step++;
  return bins[(bin + step) % BINS]! + step;
}

function similarity(a: Uint32Array, b: Uint32Array): number {
  if (Math.min(a.length, b.length) < THRESHOLD * Math.max(a.length, b.length)) return 0;
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      shared++;
      i++;
      j++;
    } else if (a[i]! < b[j]!) i++;
    else j++;
  }
  return shared / (a.length + b.length - shared);
}
