import type { ReadFailure, SourceFile } from '../core/ports.ts';
import { endLineOf, type Passage } from './passage.ts';

/**
 * Gives each located passage up to `count` lines before and after it. No line is given twice: lines
 * that belong to another passage, or were given to a more relevant one, are not given again.
 */
export function addSurroundings(
  passages: readonly Passage[],
  files: ReadonlyMap<string, SourceFile | ReadFailure>,
  count: number,
): Passage[] {
  const takenByPath = new Map<string, Set<number>>();
  for (const passage of passages) {
    const file = fileOf(passage, files);
    if (file === undefined) continue;
    const taken = takenByPath.get(file.path) ?? new Set();
    takenByPath.set(file.path, taken);
    for (let line = passage.startLine!; line <= endLineOf(passage)!; line++) taken.add(line);
  }
  return passages.map((passage) => {
    const file = fileOf(passage, files);
    const taken = file && takenByPath.get(file.path);
    if (file === undefined || taken === undefined || count === 0) return passage;
    const isFree = (line: number) => line >= 1 && line <= file.lines.length && !taken.has(line);
    const isBlank = (line: number) => (file.lines[line - 1] ?? '').trim() === '';
    const end = endLineOf(passage)!;
    let first = passage.startLine!;
    while (passage.startLine! - first < count && isFree(first - 1)) first--;
    let last = end;
    while (last - end < count && isFree(last + 1)) last++;
    // Blank lines at the edges are left out.
    while (first < passage.startLine! && isBlank(first)) first++;
    while (last > end && isBlank(last)) last--;
    for (let line = first; line <= last; line++) taken.add(line);
    return {
      ...passage,
      before: file.lines.slice(first - 1, passage.startLine! - 1),
      after: file.lines.slice(end, last),
    };
  });
}

function fileOf(
  { item, startLine, stale }: Passage,
  files: ReadonlyMap<string, SourceFile | ReadFailure>,
): SourceFile | undefined {
  const file = files.get(item.location?.path ?? '');
  return startLine === undefined || stale || file === undefined || typeof file === 'string'
    ? undefined
    : file;
}
