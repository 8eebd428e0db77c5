import type { Engine } from '../core/engine.ts';
import type { FileRow, FileStats } from '../core/store.ts';
import { matchesGlobs } from '../core/text/glob.ts';

/** An indexed file with its history. */
type IndexedFileInfo = Pick<FileRow, 'path' | 'language' | 'role' | 'size' | 'lineCount'> &
  Pick<FileStats, 'commitCount' | 'lastCommitAt' | 'insertions' | 'deletions'>;

/** The indexed files whose paths match, with their history, ordered by path. */
export async function listIndexedFiles(engine: Engine, globs: readonly string[]): Promise<IndexedFileInfo[]> {
  const index = (await engine.store()).index(engine.scope);
  const files = (await index.files()).filter((file) => matchesGlobs(file.path, globs));
  const stats = new Map(
    (await index.fileStats(files.map((file) => file.path))).map((entry) => [entry.path, entry]),
  );
  return files
    .map(({ path, language, role, size, lineCount }) => {
      const { commitCount = 0, insertions = 0, deletions = 0, lastCommitAt } = stats.get(path) ?? {};
      return {
        path,
        language,
        role,
        size,
        lineCount,
        commitCount,
        insertions,
        deletions,
        ...(lastCommitAt === undefined ? {} : { lastCommitAt }),
      };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
