import type { ReadFailure, SourceFile, SourceReader } from './ports.ts';

/** Systems limit open files, and more at once are no faster. */
const AT_ONCE = 32;

/**
 * Reads files, a few at a time; each path has its file or the reason it could not be read. `maskedHashes` says which
 * content needs no masking.
 */
export async function readFiles(
  reader: SourceReader,
  paths: Iterable<string>,
  maskedHashes: ReadonlyMap<string, string> = NONE,
): Promise<ReadonlyMap<string, SourceFile | ReadFailure>> {
  const waiting = [...new Set(paths)];
  const files = new Map<string, SourceFile | ReadFailure>();
  for (let start = 0; start < waiting.length; start += AT_ONCE) {
    const batch = waiting.slice(start, start + AT_ONCE);
    const read = await Promise.all(
      batch.map((path) => reader.read(path, { maskedHash: maskedHashes.get(path) })),
    );
    for (const [index, path] of batch.entries()) files.set(path, read[index] ?? 'unreadable');
  }
  return files;
}

const NONE: ReadonlyMap<string, string> = new Map();
