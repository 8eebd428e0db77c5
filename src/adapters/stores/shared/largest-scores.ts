export interface ScoredNumber {
  readonly number: number;
  readonly score: number;
}

export interface LargestScores {
  /** Scores below this are rejected; with many candidates, comparing first is faster than offering each. */
  least(): number;
  offer(number: number, score: number): void;
  /** Best first; ties are broken by number, so the same index always gives the same order. */
  descending(): readonly ScoredNumber[];
}

/** Keeps the `limit` best scores in a heap whose root is the worst one kept. */
export function largestScores(limit: number): LargestScores {
  const heap: ScoredNumber[] = [];
  return {
    least: () => (heap.length < limit ? Number.NEGATIVE_INFINITY : (heap[0]?.score ?? 0)),
    offer(number, score) {
      if (heap.length < limit) {
        heap.push({ number, score });
        rise(heap, heap.length - 1);
        return;
      }
      // Most are rejected here, before anything is allocated.
      const worst = heap[0];
      if (worst === undefined || score < worst.score || (score === worst.score && number > worst.number))
        return;
      heap[0] = { number, score };
      sink(heap);
    },
    descending: () => [...heap].sort((left, right) => (isWorse(left, right) ? 1 : -1)),
  };
}

function isWorse(left: ScoredNumber, right: ScoredNumber): boolean {
  return left.score < right.score || (left.score === right.score && left.number > right.number);
}

function rise(heap: ScoredNumber[], start: number): void {
  let index = start;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isWorse(heap[index]!, heap[parent]!)) return;
    swap(heap, index, parent);
    index = parent;
  }
}

function sink(heap: ScoredNumber[]): void {
  let index = 0;
  for (;;) {
    let worst = index;
    for (const child of [2 * index + 1, 2 * index + 2]) {
      if (child < heap.length && isWorse(heap[child]!, heap[worst]!)) worst = child;
    }
    if (worst === index) return;
    swap(heap, index, worst);
    index = worst;
  }
}

function swap(heap: ScoredNumber[], left: number, right: number): void {
  const held = heap[left]!;
  heap[left] = heap[right]!;
  heap[right] = held;
}
