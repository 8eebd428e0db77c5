const CONTEXT = 2;

/** The lines that change between two texts, with a little around them, as `diff -u` shows them. */
export function lineDiff(before: string, after: string): string {
  const old = linesOf(before);
  const fresh = linesOf(after);
  // Merging only adds, so cutting the equal ends leaves little to compare.
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < fresh.length - start &&
    old[old.length - 1 - end] === fresh[fresh.length - 1 - end]
  ) {
    end++;
  }
  const middle = compare(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end));
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
function compare(old: readonly string[], fresh: readonly string[]): readonly string[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(fresh.length + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = fresh.length - 1; column >= 0; column--) {
      const length =
        old[row] === fresh[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
      const target = lengths[row];
      if (target !== undefined) target[column] = length;
    }
  }
  const result: string[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < fresh.length) {
    if (row < old.length && old[row] === fresh[column]) {
      result.push(`  ${old[row++]}`);
      column++;
    } else if (row < old.length && (column >= fresh.length || at(row + 1, column) >= at(row, column + 1))) {
      result.push(`- ${old[row++]}`);
    } else result.push(`+ ${fresh[column++]}`);
  }
  return result;
}
