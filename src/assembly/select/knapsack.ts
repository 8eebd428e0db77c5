export interface KnapsackItem {
  readonly value: number;
  readonly weight: number;
}

/**
 * The subset of greatest value that weighs no more than the capacity: exact, with memory
 * O(capacity + items). First the items that every best subset must or cannot contain are settled by
 * comparing bounds, which leaves few; dynamic programming over those is split in halves to find the
 * subset without a table of items × capacity. Worst case O(items × capacity) steps, twice over.
 */
export function knapsack(items: readonly KnapsackItem[], capacity: number): number[] {
  const all = items.map((item, index) => ({ ...item, index }));
  const free = all.filter((item) => item.weight <= 0 && item.value >= 0).map((item) => item.index);
  const rest = all.filter((item) => item.weight > 0 && item.weight <= capacity && item.value > 0);
  const { certain, open, room } = settle(rest, capacity);
  return [...free, ...certain, ...split(open, room)]
    .map((each) => (typeof each === 'number' ? each : each.index))
    .sort((a, b) => a - b);
}

type Indexed = KnapsackItem & { readonly index: number };

/** Settles items whose change would make even the fractional optimum worse than a known subset. */
function settle(items: readonly Indexed[], capacity: number) {
  const sorted = [...items].sort((a, b) => b.value * a.weight - a.value * b.weight || a.index - b.index);
  const weights = prefixSums(sorted.map((item) => item.weight));
  const values = prefixSums(sorted.map((item) => item.value));

  // Greatest value of a fractional filling of `room` that leaves out item `skipped` (-1: none).
  const bound = (room: number, skipped: number): number => {
    if (room < 0) return Number.NEGATIVE_INFINITY;
    const gone = skipped >= 0 ? sorted[skipped]! : undefined;
    // Whole items taken: the longest prefix, without the skipped one, that fits.
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const weight = weights[middle]! - (gone !== undefined && middle > skipped ? gone.weight : 0);
      if (weight <= room) low = middle;
      else high = middle - 1;
    }
    const inPrefix = gone !== undefined && low > skipped;
    const left = room - weights[low]! + (inPrefix ? gone.weight : 0);
    const next = sorted[low === skipped ? low + 1 : low];
    const value = values[low]! - (inPrefix ? gone.value : 0);
    return value + (next === undefined ? 0 : (left * next.value) / next.weight);
  };

  let known = 0;
  let room = capacity;
  for (const item of sorted) {
    if (item.weight > room) continue;
    known += item.value;
    room -= item.weight;
  }

  const certain: Indexed[] = [];
  const open: Indexed[] = [];
  for (const [position, item] of sorted.entries()) {
    const without = bound(capacity, position);
    const withIt = item.value + bound(capacity - item.weight, position);
    // A little slack keeps rounding errors from settling an item wrongly.
    const least = known - 1e-9;
    if (without < least) certain.push(item);
    else if (withIt >= least) open.push(item);
  }
  return { certain, open, room: capacity - certain.reduce((sum, item) => sum + item.weight, 0) };
}

/** Best subset by halves: the capacity each half gets is where the two halves' best values add up to most. */
function split(items: readonly Indexed[], capacity: number): Indexed[] {
  const total = items.reduce((sum, item) => sum + item.weight, 0);
  if (total <= capacity) return [...items];
  if (items.length <= 1) return items.filter((item) => item.weight <= capacity);
  const middle = items.length >> 1;
  const [first, second] = [items.slice(0, middle), items.slice(middle)];
  const left = bestValues(first, capacity);
  const right = bestValues(second, capacity);
  let best = 0;
  for (let weight = 0; weight <= capacity; weight++) {
    if (left[weight]! + right[capacity - weight]! > left[best]! + right[capacity - best]!) best = weight;
  }
  return [...split(first, best), ...split(second, capacity - best)];
}

/** Greatest value for every capacity up to the given one. */
function bestValues(items: readonly Indexed[], capacity: number): Float64Array {
  const best = new Float64Array(capacity + 1);
  let reached = 0;
  for (const { value, weight } of items) {
    const top = Math.min(capacity, reached + weight);
    // Above what is reached so far every entry is the same as there.
    best.fill(best[reached]!, reached, top + 1);
    for (let room = top; room >= weight; room--) {
      const taken = best[room - weight]! + value;
      if (taken > best[room]!) best[room] = taken;
    }
    reached = top;
  }
  best.fill(best[reached]!, reached);
  return best;
}

function prefixSums(numbers: readonly number[]): Float64Array {
  const sums = new Float64Array(numbers.length + 1);
  for (const [index, number] of numbers.entries()) sums[index + 1] = sums[index]! + number;
  return sums;
}
