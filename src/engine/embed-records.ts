import type { Embedder } from '../core/embedder.ts';
import { errorMessage } from '../core/errors.ts';
import type { Engine } from './engine.ts';
import { recordsOf } from './threads.ts';

export const NO_EMBEDDER = 'No embedding model is set up: words alone decide.';

/** The embedder, or why there is none. */
export async function embedderOf(
  engine: Engine,
): Promise<{ readonly embedder?: Embedder; readonly warnings: readonly string[] }> {
  try {
    const embedder = await engine.embedder();
    return embedder === undefined ? { warnings: [NO_EMBEDDER] } : { embedder, warnings: [] };
  } catch (error) {
    return {
      warnings: [`The embedding model could not be loaded (${errorMessage(error)}): words alone decide.`],
    };
  }
}

/**
 * Gives a saved record its vectors, one per axis. Always called after saving: a failure here costs
 * search by meaning for this record, never the record, and is told.
 */
export async function embedRecord(
  engine: Engine,
  record: { readonly kind: string; readonly id: string; readonly texts: Readonly<Record<string, string>> },
): Promise<readonly string[]> {
  const { embedder, warnings } = await embedderOf(engine);
  if (embedder === undefined) return warnings;
  try {
    const axes = Object.keys(record.texts);
    const vectors = await embedder.embedDocuments(Object.values(record.texts));
    const records = await recordsOf(engine);
    for (const [index, axis] of axes.entries()) {
      const vector = vectors[index];
      if (vector !== undefined) await records.putVector(record.kind, record.id, axis, embedder.model, vector);
    }
    return [];
  } catch (error) {
    return [`${record.id} is saved but not embedded yet: ${errorMessage(error)}`];
  }
}
