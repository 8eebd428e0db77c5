/** Token ranks by bytes. */
export interface Vocabulary {
  /** The rank of the token with these bytes, or -1. */
  readonly rankOf: (bytes: Uint8Array, start: number, end: number) => number;
}

/**
 * A vocabulary in memory is the file itself; nothing is parsed:
 *
 * - header: the number of ranks and of slots
 * - slots, open addressing: 0 when free, else the rank + 1 and, above it, 12 bits of the hash, which
 *   rule out most mismatches without comparing bytes
 * - where each rank's bytes start, and finally where the last ones end
 * - the bytes of all tokens, by rank
 */
export function openVocabulary(file: ArrayBufferLike): Vocabulary {
  const [ranks = 0, slotCount = 0] = new Uint32Array(file, 0, HEADER);
  const slots = new Uint32Array(file, HEADER * 4, slotCount);
  const starts = new Uint32Array(file, (HEADER + slotCount) * 4, ranks + 1);
  const tokens = new Uint8Array(file, (HEADER + slotCount + ranks + 1) * 4);
  const mask = slotCount - 1;

  return {
    rankOf(bytes, start, end) {
      const hash = hashOf(bytes, start, end);
      for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
        const entry = slots[slot]!;
        if (entry === 0) return -1;
        if (entry >>> RANK_BITS !== hash >>> RANK_BITS) continue;
        const rank = (entry & RANK_MASK) - 1;
        const from = starts[rank]!;
        if (starts[rank + 1]! - from !== end - start) continue;
        let same = start;
        while (same < end && tokens[from + same - start] === bytes[same]) same++;
        if (same === end) return rank;
      }
    },
  };
}

/** Writes what `openVocabulary` reads. Ranks without a token (undefined) are left out. */
export function packVocabulary(tokens: readonly (Uint8Array | undefined)[]): ArrayBuffer {
  const ranks = tokens.length;
  // At most half full, so that a failed lookup ends after a slot or two.
  const slotCount = 2 ** Math.ceil(Math.log2(ranks * 2));
  const size = tokens.reduce((sum, token) => sum + (token?.length ?? 0), 0);
  const file = new ArrayBuffer((HEADER + slotCount + ranks + 1) * 4 + size);
  new Uint32Array(file, 0, HEADER).set([ranks, slotCount]);
  const slots = new Uint32Array(file, HEADER * 4, slotCount);
  const starts = new Uint32Array(file, (HEADER + slotCount) * 4, ranks + 1);
  const bytes = new Uint8Array(file, (HEADER + slotCount + ranks + 1) * 4);
  let at = 0;
  for (const [rank, token] of tokens.entries()) {
    starts[rank] = at;
    if (token === undefined) continue;
    bytes.set(token, at);
    at += token.length;
    const hash = hashOf(token, 0, token.length);
    let slot = hash & (slotCount - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
    slots[slot] = ((hash >>> RANK_BITS) << RANK_BITS) | (rank + 1);
  }
  starts[ranks] = at;
  return file;
}

/** Four-byte words before the slots. */
const HEADER = 2;
/** Enough for a million tokens; the largest vocabulary has 262,144. */
const RANK_BITS = 20;
const RANK_MASK = 2 ** RANK_BITS - 1;

/** 32-bit FNV-1a, with the high bits folded into the low ones that select the slot. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
