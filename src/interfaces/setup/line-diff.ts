const CONTEXT = 2;

/** The changed lines between two texts with a little context, in the format of `diff -u`. */
export function lineDiff(before: string, after: string): string {
  const old = linesOf(before);
  const changed = linesOf(after);
  // Merging only adds, so trimming the equal ends leaves little to compare.
  let start = 0;
  while (start < old.length && start < changed.length && old[start] === changed[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < changed.length - start &&
    old[old.length - 1 - end] === changed[changed.length - 1 - end]
  ) {
    end++;
  }
  const middle = compare(old.slice(start, old.length - end), changed.slice(start, changed.length - end));
  if (middle.length === 0) return '';
  return [
    ...old.slice(Math.max(0, start - CONTEXT), start).map((line) => `  ${line}`),
    ...middle,
    ...old.slice(old.length - end, old.length - end + CONTEXT).map((line) => `  ${line}`),
  ].join('\n');
}

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** Longest common subsequence; settings files are short. */
function compare(old: readonly string[], changed: readonly string[]): readonly string[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(changed.length + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = changed.length - 1; column >= 0; column--) {
      const length =
        old[row] === changed[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
      const target = lengths[row];
      if (target !== undefined) target[column] = length;
    }
  }
  const result: string[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < changed.length) {
    if (row < old.length && old[row] === changed[column]) {
      result.push(`  ${old[row++]}`);
      column++;
    } else if (row < old.length && (column >= changed.length || at(row + 1, column) >= at(row, column + 1))) {
      result.push(`- ${old[row++]}`);
    } else result.push(`+ ${changed[column++]}`);
  }
  return result;
}
