import { codeUnitAt } from '../../core/text/code-unit-at.ts';

/** Words per shingle. With more, a single changed word matters more. */
const SHINGLE_WORDS = 3;

/**
 * Hashes of all runs of three words and signs of a text; a shorter text is one run. White space does
 * not count. Works on character codes: texts of megabytes are hashed for every context.
 */
export function shinglesOf(text: string): Uint32Array {
  const words = wordHashes(text);
  if (words.length === 0) return words;
  const last = Math.max(0, words.length - SHINGLE_WORDS);
  const shingles = new Uint32Array(last + 1);
  for (let start = 0; start <= last; start++) {
    let hash = 0x9747b28c;
    const end = Math.min(start + SHINGLE_WORDS, words.length);
    for (let index = start; index < end; index++) {
      hash = Math.imul(hash ^ words[index]!, 0x5bd1e995);
      hash ^= hash >>> 15;
    }
    shingles[start] = spread(hash);
  }
  return shingles;
}

export function distinctSorted(hashes: Uint32Array): Uint32Array {
  const sorted = hashes.toSorted();
  let count = 0;
  for (let index = 0; index < sorted.length; index++) {
    if (index === 0 || sorted[index] !== sorted[index - 1]) sorted[count++] = sorted[index]!;
  }
  return sorted.subarray(0, count);
}

/** A hash for every word; every sign is a word of its own. */
export function wordHashes(text: string): Uint32Array {
  const hashes = new Uint32Array(text.length);
  let count = 0;
  let hash = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = codeUnitAt(text, index);
    const kind = unit < 128 ? KINDS[unit] : WORD;
    if (kind === WORD) {
      hash = Math.imul((hash === 0 ? 0x811c9dc5 : hash) ^ unit, 0x01000193);
      continue;
    }
    if (hash !== 0) hashes[count++] = hash;
    hash = 0;
    if (kind === SIGN) hashes[count++] = unit;
  }
  if (hash !== 0) hashes[count++] = hash;
  return hashes.subarray(0, count);
}

const BLANK = 0;
const WORD = 1;
const SIGN = 2;
const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  if (/\w/.test(character)) return WORD;
  return unit <= 32 || unit === 127 ? BLANK : SIGN;
});

/** The finaliser of murmur3: every bit of the result depends on every bit of the value. */
function spread(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
