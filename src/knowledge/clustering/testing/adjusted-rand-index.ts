/** Agreement of two labelings of the same points: 1 for equal groups, about 0 for chance. */
export function adjustedRandIndex(left: readonly number[], right: readonly number[]): number {
  const cells = new Map<string, number>();
  const rows = new Map<number, number>();
  const columns = new Map<number, number>();
  for (const [index, row] of left.entries()) {
    const column = right[index]!;
    const cell = `${row} ${column}`;
    cells.set(cell, (cells.get(cell) ?? 0) + 1);
    rows.set(row, (rows.get(row) ?? 0) + 1);
    columns.set(column, (columns.get(column) ?? 0) + 1);
  }
  const index = sumOfPairs(cells.values());
  const inRows = sumOfPairs(rows.values());
  const inColumns = sumOfPairs(columns.values());
  const expected = (inRows * inColumns) / Math.max(1, pairs(left.length));
  const greatest = (inRows + inColumns) / 2;
  return greatest === expected ? 1 : (index - expected) / (greatest - expected);
}

function sumOfPairs(sizes: Iterable<number>): number {
  let sum = 0;
  for (const size of sizes) sum += pairs(size);
  return sum;
}

function pairs(size: number): number {
  return (size * (size - 1)) / 2;
}
