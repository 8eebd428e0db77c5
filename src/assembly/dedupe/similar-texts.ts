/**
 * Finds texts that say nearly the same: three-word shingles are compared by their Jaccard similarity.
 * Candidates are found by min-hashing with one hash per shingle and looked up by bands, so that n
 * texts take time linear in their length and not in the number of pairs.
 */
export interface SimilarTexts {
  /** The key of an earlier text at least 90 % similar, or undefined after remembering this one. */
  findOrAdd(key: string, text: string): string | undefined;
}

/** Duplicates are texts at least this similar. */
const THRESHOLD = 0.9;
const SHINGLE_WORDS = 3;
/** 16 bands of 4: a pair at the threshold shares a band in all but one of ten million cases. */
const BANDS = 16;
const ROWS = 4;
const BINS = BANDS * ROWS;
/** A text is compared with at most this many others of one band, which keeps crowded bands linear. */
const COMPARED_PER_BAND = 8;

interface Known {
  readonly key: string;
  readonly shingles: Uint32Array;
}

export function createSimilarTexts(): SimilarTexts {
  const bands = new Map<string, Known[]>();
  return {
    findOrAdd(key, text) {
      const shingles = shinglesOf(text);
      if (shingles.length === 0) return undefined;
      const names = bandsOf(shingles);
      const compared = new Set<Known>();
      for (const name of names) {
        for (const known of bands.get(name) ?? []) {
          if (compared.has(known)) continue;
          compared.add(known);
          if (similarity(shingles, known.shingles) >= THRESHOLD) return known.key;
        }
      }
      const own = { key, shingles };
      for (const name of names) {
        const members = bands.get(name);
        if (members === undefined) bands.set(name, [own]);
        else if (members.length < COMPARED_PER_BAND) members.push(own);
      }
      return undefined;
    },
  };
}

/** Sorted distinct hashes of all runs of three words and signs; shorter texts are one shingle. */
function shinglesOf(text: string): Uint32Array {
  const words = text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  if (words.length === 0) return new Uint32Array(0);
  const hashes = words.map(hashWord);
  const last = Math.max(0, words.length - SHINGLE_WORDS);
  const shingles = new Uint32Array(last + 1);
  for (let start = 0; start <= last; start++) {
    let hash = 0x9747b28c;
    for (let index = start; index < Math.min(start + SHINGLE_WORDS, words.length); index++) {
      hash = Math.imul(hash ^ hashes[index]!, 0x5bd1e995);
      hash ^= hash >>> 15;
    }
    shingles[start] = finish(hash);
  }
  return distinct(shingles.sort());
}

function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++)
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** The finaliser of murmur3: spreads the bits so that the high ones can choose a bin. */
function finish(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function distinct(sorted: Uint32Array): Uint32Array {
  let count = 0;
  for (let index = 0; index < sorted.length; index++) {
    if (index === 0 || sorted[index] !== sorted[index - 1]) sorted[count++] = sorted[index]!;
  }
  return sorted.subarray(0, count);
}

/** The least hash of each bin; an empty bin borrows from the next full one. Then bins joined to bands. */
function bandsOf(shingles: Uint32Array): string[] {
  const bins = new Float64Array(BINS).fill(Number.POSITIVE_INFINITY);
  for (const hash of shingles) {
    const bin = (hash >>> 16) % BINS;
    bins[bin] = Math.min(bins[bin]!, hash & 0xffff);
  }
  const borrowed = bins.map((value, bin) => {
    for (let step = 0; step < BINS; step++) {
      const found = bins[(bin + step) % BINS]!;
      if (found !== Number.POSITIVE_INFINITY) return found + step * 0x10000;
    }
    return value;
  });
  return Array.from(
    { length: BANDS },
    (_, band) => `${band}:${borrowed.slice(band * ROWS, (band + 1) * ROWS).join()}`,
  );
}

function similarity(a: Uint32Array, b: Uint32Array): number {
  const [shorter, longer] = a.length < b.length ? [a.length, b.length] : [b.length, a.length];
  if (shorter < THRESHOLD * longer) return 0;
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
