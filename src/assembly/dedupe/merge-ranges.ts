import { joinNames } from '../join-names.ts';
import { endLineOf, type Passage } from '../passage.ts';
import type { Deduplicated, Duplicate } from './duplicate.ts';

/**
 * Merges passages of one file whose lines overlap into one that shows all their lines in the place of the
 * most relevant. A passage that contains a far more relevant one is dropped for it instead:
 * a method that matters must not drag in its whole class. Passages come in order of relevance.
 */
export function mergeRanges(passages: readonly Passage[]): Deduplicated {
  const duplicates: Duplicate[] = [];
  const merged = new Map<Passage, Passage>();
  const byPath = new Map<string, Passage[]>();
  for (const passage of passages) {
    const path = pathOf(passage);
    if (path === undefined) continue;
    const kept = byPath.get(path) ?? [];
    byPath.set(path, kept);
    const contained = kept.find((each) => isFarBetterInside(each, passage));
    if (contained === undefined) kept.push(passage);
    else
      duplicates.push({ passage, of: contained.item.id, why: 'contains a more relevant part that is shown' });
  }
  for (const members of byPath.values()) {
    for (const cluster of overlapping(members)) {
      const best = cluster[0]!;
      merged.set(best, cluster.length === 1 ? best : union(cluster));
      for (const other of cluster.slice(1)) {
        duplicates.push({ passage: other, of: best.item.id, why: 'overlapping lines are shown together' });
      }
    }
  }
  const kept = passages.flatMap((passage) =>
    pathOf(passage) === undefined ? [passage] : (merged.get(passage) ?? []),
  );
  return { kept, duplicates };
}

/** How much less relevant than its part a passage must be for the part to stand alone. */
const MUCH_LOWER = 0.5;

function isFarBetterInside(part: Passage, whole: Passage): boolean {
  return (
    part.startLine! >= whole.startLine! &&
    endLineOf(part)! <= endLineOf(whole)! &&
    part.lines.length < whole.lines.length &&
    whole.item.relevance < MUCH_LOWER * part.item.relevance
  );
}

/** Only lines read from the file now have numbers that can be compared. */
function pathOf({ item, startLine, stale }: Passage): string | undefined {
  return startLine === undefined || stale ? undefined : item.location?.path;
}

/** Groups of passages that overlap directly or through others; each in order of relevance. */
function overlapping(passages: readonly Passage[]): Passage[][] {
  const sorted = [...passages].sort((a, b) => a.startLine! - b.startLine!);
  const clusters: { end: number; members: Passage[] }[] = [];
  for (const passage of sorted) {
    const last = clusters.at(-1);
    const end = endLineOf(passage)!;
    if (last !== undefined && passage.startLine! <= last.end) {
      last.members.push(passage);
      last.end = Math.max(last.end, end);
    } else clusters.push({ end, members: [passage] });
  }
  const order = new Map(passages.map((passage, index) => [passage, index]));
  return clusters.map(({ members }) => members.sort((a, b) => order.get(a)! - order.get(b)!));
}

function union(cluster: readonly Passage[]): Passage {
  const best = cluster[0]!;
  const startLine = Math.min(...cluster.map((passage) => passage.startLine!));
  const lines: string[] = [];
  for (const passage of cluster) {
    for (const [index, line] of passage.lines.entries()) lines[passage.startLine! - startLine + index] = line;
  }
  const offset = best.startLine! - startLine;
  const { start, end } = best.focus ?? { start: 0, end: best.lines.length - 1 };
  const { source, location } = best.item;
  const names = cluster.map(({ item }) => item.name);
  // What was referred to keeps the name it was referred to by.
  const name = source === 'reference' ? best.item.name : joinNames(location?.path, names);
  return {
    ...best,
    item: { ...best.item, name },
    startLine,
    lines,
    focus: { start: offset + start, end: offset + end },
  };
}
