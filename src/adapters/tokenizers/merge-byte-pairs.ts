/**
 * How many tokens byte pair merging leaves of a piece: the pair of lowest rank is merged first, from
 * left to right. A heap makes it O(n log n); the usual loop over all pairs is quadratic and takes
 * half a minute for 100 kB of one character.
 */
export function mergeBytePairs(bytes: Uint8Array, rankOf: (bytes: Uint8Array) => number | undefined): number {
  // Parts are named by their first byte; `end[part]` is where it ends, 0 once it is merged away.
  const end = Uint32Array.from(bytes, (_, index) => index + 1);
  const previous = Int32Array.from(bytes, (_, index) => index - 1);
  const queue = createQueue();
  let parts = bytes.length;

  const offer = (left: number): void => {
    const right = end[left]!;
    if (right >= bytes.length) return;
    const rank = rankOf(bytes.subarray(left, end[right]!));
    if (rank !== undefined) queue.push({ rank, left, right, end: end[right]! });
  };

  for (let left = 0; left < bytes.length; left++) offer(left);
  for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
    const { left, right } = pair;
    if (end[left] !== right || end[right] !== pair.end) continue; // one of the two has changed since
    end[left] = pair.end;
    end[right] = 0;
    if (pair.end < bytes.length) previous[pair.end] = left;
    parts--;
    offer(left);
    if (previous[left]! >= 0) offer(previous[left]!);
  }
  return parts;
}

interface Pair {
  readonly rank: number;
  readonly left: number;
  readonly right: number;
  readonly end: number;
}

/** A binary heap: lowest rank first, then leftmost. */
function createQueue() {
  const heap: Pair[] = [];
  const before = (a: Pair, b: Pair) => a.rank < b.rank || (a.rank === b.rank && a.left < b.left);
  return {
    push(pair: Pair): void {
      let at = heap.length;
      heap.push(pair);
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!before(pair, heap[parent]!)) break;
        heap[at] = heap[parent]!;
        at = parent;
      }
      heap[at] = pair;
    },
    pop(): Pair | undefined {
      const top = heap[0];
      const last = heap.pop();
      if (top === undefined || last === undefined || heap.length === 0) return top;
      let at = 0;
      for (let child = 1; child < heap.length; child = 2 * at + 1) {
        if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
        if (!before(heap[child]!, last)) break;
        heap[at] = heap[child]!;
        at = child;
      }
      heap[at] = last;
      return top;
    },
  };
}
