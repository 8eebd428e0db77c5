import type { Engine } from '../../core/engine.ts';
import { errorMessage } from '../../core/errors.ts';

/**
 * Imports changed memory files before anything reads memories. A folder that cannot be read does not block the
 * answer: the reason is returned. Loads nothing if there are no such files.
 */
export async function adoptMemoryFiles(engine: Engine, now: number): Promise<readonly string[]> {
  const { memoryFolders } = engine;
  try {
    if (memoryFolders === undefined || !Object.values(memoryFolders).some((folder) => folder.exists()))
      return [];
    const { readMemoryFiles } = await import('./sync-memories.ts');
    await readMemoryFiles(engine, now);
    return [];
  } catch (error) {
    return [`The files of memories could not be read: ${errorMessage(error)}`];
  }
}
