import type { IndexStore } from '../core/store.ts';
import { fileImportance } from './file-importance.ts';

/** Works out which files the others rely on most and stores it, so that no query has to. */
export async function rankFiles(index: IndexStore): Promise<void> {
  const [files, edges] = await Promise.all([index.files(), index.fileEdges()]);
  await index.putImportance(
    fileImportance(
      files.map(({ path }) => path),
      edges,
    ),
  );
}
