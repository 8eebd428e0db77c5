import type { Vocabulary } from './vocabulary.ts';

/** Up to this many bytes, checking all pairs for each merge is faster than a heap. */
const SHORT = 96;
const starts = new Int32Array(SHORT + 1);
const ranks = new Int32Array(SHORT + 1);
const NONE = 0x7fffffff;

/**
 * The number of tokens left after byte pair merging from `start` to `end`: lowest rank first, left to right. The
 * usual loop over all pairs is quadratic and takes half a minute for 100 kB of one character, so long pieces use a
 * heap, in O(n log n).
 */
export function mergeBytePairs(
  bytes: Uint8Array,
  start: number,
  end: number,
  vocabulary: Vocabulary,
): number {
  return end - start > SHORT
    ? mergeWithHeap(bytes.subarray(start, end), vocabulary)
    : mergeShort(bytes, start, end, vocabulary);
}

/**
 * The same, remembered: code repeats its names, and looking a piece up takes a tenth of merging it. Each piece has one place by its
 * hash, where it replaces what was there.
 */
export function rememberingMerge(
  vocabulary: Vocabulary,
): (bytes: Uint8Array, start: number, end: number) => number {
  const pieces = new Uint8Array(PLACES * LONGEST_REMEMBERED);
  /** The length of each piece and, above it, its tokens; 0: none. */
  const counts = new Uint16Array(PLACES);
  return (bytes, start, end) => {
    const length = end - start;
    if (length > LONGEST_REMEMBERED) return mergeBytePairs(bytes, start, end, vocabulary);
    const place = placeOf(bytes, start, end);
    const from = place * LONGEST_REMEMBERED;
    const count = counts[place]!;
    let same = (count & 0xff) === length ? start : end + 1;
    while (same < end && pieces[from + same - start] === bytes[same]) same++;
    if (same === end) return count >>> 8;
    const tokens = mergeBytePairs(bytes, start, end, vocabulary);
    for (let at = start; at < end; at++) pieces[from + at - start] = bytes[at]!;
    counts[place] = (tokens << 8) | length;
    return tokens;
  };
}

/** 200 KB. */
const PLACES = 8192;
const LONGEST_REMEMBERED = 24;

function placeOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash, 31) + bytes[at]!;
  return (Math.imul(hash, 0x9e3779b1) >>> 19) & (PLACES - 1);
}

function mergeShort(bytes: Uint8Array, start: number, end: number, { rankOf }: Vocabulary): number {
  /** The rank of the pair that starts with this part, given the current parts. */
  const rankAt = (part: number): number => {
    if (part + 2 > parts) return NONE;
    const rank = rankOf(bytes, starts[part]!, starts[part + 2]!);
    return rank < 0 ? NONE : rank;
  };
  let parts = end - start;
  for (let part = 0; part <= parts; part++) starts[part] = start + part;
  for (let part = 0; part < parts; part++) ranks[part] = rankAt(part);
  for (;;) {
    let best = 0;
    for (let part = 1; part < parts - 1; part++) if (ranks[part]! < ranks[best]!) best = part;
    if (parts < 2 || ranks[best] === NONE) return parts;
    starts.copyWithin(best + 1, best + 2, parts + 1);
    ranks.copyWithin(best + 1, best + 2, parts);
    parts--;
    ranks[best] = rankAt(best);
    if (best > 0) ranks[best - 1] = rankAt(best - 1);
  }
}

function mergeWithHeap(bytes: Uint8Array, { rankOf }: Vocabulary): number {
  // Parts are identified by their first byte; `rank` is that of the pair starting there, -1 for none.
  const end = Uint32Array.from(bytes, (_, index) => index + 1);
  const previous = Int32Array.from(bytes, (_, index) => index - 1);
  const rank = new Int32Array(bytes.length).fill(-1);
  const queue = createQueue();
  let parts = bytes.length;

  const offer = (left: number): void => {
    const right = end[left]!;
    rank[left] = right < bytes.length ? rankOf(bytes, left, end[right]!) : -1;
    if (rank[left]! >= 0) queue.push(rank[left]! * POSITIONS + left);
  };

  for (let left = 0; left < bytes.length; left++) offer(left);
  for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
    const left = pair % POSITIONS;
    if (rank[left] !== (pair - left) / POSITIONS) continue; // stale: a part has changed
    const right = end[left]!;
    end[left] = end[right]!;
    rank[right] = -1;
    if (end[left]! < bytes.length) previous[end[left]!] = left;
    parts--;
    offer(left);
    if (previous[left]! >= 0) offer(previous[left]!);
  }
  return parts;
}

/** A pair is one number, rank before position: the minimum is the leftmost pair of the lowest rank. */
const POSITIONS = 2 ** 31;

/** A binary min-heap. */
function createQueue() {
  const heap: number[] = [];
  return {
    push(pair: number): void {
      let at = heap.length;
      heap.push(pair);
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (heap[parent]! <= pair) break;
        heap[at] = heap[parent]!;
        at = parent;
      }
      heap[at] = pair;
    },
    pop(): number | undefined {
      const top = heap[0];
      const last = heap.pop();
      if (top === undefined || last === undefined || heap.length === 0) return top;
      let at = 0;
      for (let child = 1; child < heap.length; child = 2 * at + 1) {
        if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
        if (heap[child]! >= last) break;
        heap[at] = heap[child]!;
        at = child;
      }
      heap[at] = last;
      return top;
    },
  };
}
