import { MAX_FILES, MAX_MEMORY_LENGTH, MAX_TAGS } from './memory.ts';
import { laterStatus, type MemoryFile } from './memory-file.ts';

/**
 * Joins a memory file that somebody edited with the memory as it was changed elsewhere meanwhile. `base` is the
 * wording both began with, if it is still known. Every line that either side wrote stays.
 */
export function mergeEdits(stored: MemoryFile, edited: MemoryFile, base: string | undefined): MemoryFile {
  // Whoever rewords a memory wants it to hold; else one that ended on either side has ended.
  const standing = edited.content !== stored.content && edited.content !== base ? edited : stored;
  const status = standing === edited ? edited.status : laterStatus(stored.status, edited.status);
  const { validUntil: _until, supersededBy: _by, ...kept } = standing;
  const { validUntil, supersededBy } =
    [standing, stored, edited].find((one) => one.status === status) ?? stored;
  return {
    ...kept,
    ...(validUntil !== undefined && { validUntil }),
    ...(supersededBy !== undefined && { supersededBy }),
    status,
    category: edited.category,
    importance: Math.max(stored.importance, edited.importance),
    tags: [...new Set([...stored.tags, ...edited.tags])].slice(0, MAX_TAGS),
    files: [...new Set([...stored.files, ...edited.files])].slice(0, MAX_FILES),
    validFrom: Math.min(stored.validFrom, edited.validFrom),
    content: mergeWordings(stored.content, edited.content, base),
  };
}

/**
 * Merges two wordings by lines: what one side took out of the base goes, what either added stays. A line that another
 * contains is not repeated.
 */
export function mergeWordings(one: string, other: string, base: string | undefined): string {
  if (one === other || other === base) return one;
  if (one === base) return other;
  const [mine, theirs, before] = [one, other, base ?? ''].map((text) => text.split('\n')) as [
    string[],
    string[],
    string[],
  ];
  const kept = mine.filter((line) => theirs.includes(line) || !before.includes(line));
  const added = theirs.filter((line) => !mine.includes(line) && !before.includes(line));
  const all = [...kept, ...added];
  const merged = all
    .filter((line) => line.trim() === '' || !all.some((longer) => longer !== line && longer.includes(line)))
    .join('\n')
    .trim();
  return merged === '' || merged.length > MAX_MEMORY_LENGTH ? other : merged;
}
