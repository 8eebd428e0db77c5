/** The edit distance between two words: letters inserted, deleted, replaced, or swapped with the next one. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? beforeLast[j - 2]! + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, swapped, last[j]! + 1, row[j - 1]! + 1));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
