import { hashLineRange } from './hash.ts';

/**
 * Hash of the lines of a file from `startLine` to `endLine`, as `hashLines` has it. Remembered for as long
 * as the file is: one question asks for the same range several times.
 */
export function hashOfLines(lines: readonly string[], startLine: number, endLine: number): string {
  let ranges = known.get(lines);
  if (ranges === undefined) {
    ranges = new Map();
    known.set(lines, ranges);
  }
  const range = `${startLine}-${endLine}`;
  const before = ranges.get(range);
  if (before !== undefined) return before;
  const hash = hashLineRange(lines, startLine - 1, endLine);
  ranges.set(range, hash);
  return hash;
}

const known = new WeakMap<readonly string[], Map<string, string>>();
