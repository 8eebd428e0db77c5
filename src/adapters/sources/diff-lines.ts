import type { LineSpan } from '../../core/ports.ts';

/** One difference between two versions of a file: a start line and a line count on each side. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** The hunks of each file in the output of `git diff -U0`, by old path. */
export function hunksOf(diff: string): Map<string, Hunk[]> {
  const files = new Map<string, Hunk[]>();
  let hunks: Hunk[] = [];
  for (const line of diff.split('\n')) {
    if (line.startsWith('--- a/')) {
      hunks = [];
      files.set(line.slice('--- a/'.length).replace(/\t$/, ''), hunks);
    } else if (line.startsWith('--- /dev/null')) {
      hunks = [];
    } else {
      const found = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (found === null) continue;
      const [, oldStart = '0', oldCount = '1', newStart = '0', newCount = '1'] = found;
      hunks.push({
        oldStart: Number(oldStart),
        oldCount: Number(oldCount),
        newStart: Number(newStart),
        newCount: Number(newCount),
      });
    }
  }
  return files;
}

/** The old lines that hunks changed. An insertion changes the lines around it. */
export function changedSpans(path: string, hunks: readonly Hunk[]): LineSpan[] {
  return hunks.map(({ oldStart, oldCount }) =>
    oldCount === 0
      ? { path, startLine: Math.max(1, oldStart), endLine: oldStart + 1 }
      : { path, startLine: oldStart, endLine: oldStart + oldCount - 1 },
  );
}

/** Maps a new line to its old line; undefined for a line added since. */
export function oldLineOf(line: number, hunks: readonly Hunk[]): number | undefined {
  let shift = 0;
  for (const { oldCount, newStart, newCount } of hunks) {
    // A deletion comes after the line it names.
    const first = newCount === 0 ? newStart + 1 : newStart;
    if (line < first) break;
    if (line < first + newCount) return undefined;
    shift += oldCount - newCount;
  }
  return line + shift;
}
