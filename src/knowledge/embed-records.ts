import type { Engine } from '../core/engine.ts';
import { recordsOf } from '../core/engine.ts';
import { errorMessage } from '../core/errors.ts';
import type { Embedder } from '../core/ports.ts';

export const NO_EMBEDDER = 'No embedding model is set up: only words are compared.';

/** The embedder, or a warning that says why there is none. */
export async function embedderOf(
  engine: Engine,
): Promise<{ readonly embedder?: Embedder; readonly warnings: readonly string[] }> {
  try {
    const embedder = await engine.embedder();
    return embedder === undefined ? { warnings: [NO_EMBEDDER] } : { embedder, warnings: [] };
  } catch (error) {
    return {
      warnings: [
        `The embedding model could not be loaded (${errorMessage(error)}): only words are compared.`,
      ],
    };
  }
}

const lastQueries = new WeakMap<
  Embedder,
  { readonly text: string; readonly vector: Promise<Float32Array> }
>();

/** The vector of a question, cached until the next one: one question searches several kinds of records. */
export function embedQuestion(
  embedder: Embedder,
  text: string,
  signal: AbortSignal | undefined,
): Promise<Float32Array> {
  const last = lastQueries.get(embedder);
  if (last?.text === text) return last.vector;
  const vector = embedder.embedQuery(text, signal);
  lastQueries.set(embedder, { text, vector });
  // A failure must not be cached.
  vector.catch(() => lastQueries.delete(embedder));
  return vector;
}

export interface RecordTexts {
  readonly kind: string;
  readonly id: string;
  /** One vector per axis. */
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * Embeds a saved record, one vector per axis. Always called after saving: a failure costs this record its semantic
 * search, never the record, and becomes a warning.
 */
export function embedRecord(engine: Engine, record: RecordTexts): Promise<readonly string[]> {
  return embedRecords(engine, [record]);
}

/** Embeds many records, with one write per kind. */
export async function embedRecords(
  engine: Engine,
  records: readonly RecordTexts[],
): Promise<readonly string[]> {
  if (records.length === 0) return [];
  const { embedder, warnings } = await embedderOf(engine);
  if (embedder === undefined) return warnings;
  try {
    const places = records.flatMap(({ kind, id, texts }) =>
      Object.entries(texts).map(([axis, text]) => ({ kind, id, axis, text })),
    );
    const vectors = await embedder.embedDocuments(places.map(({ text }) => text));
    const store = await recordsOf(engine);
    for (const kind of new Set(places.map((place) => place.kind))) {
      const ofKind = places.flatMap(({ id, axis, ...place }, index) => {
        const vector = vectors[index];
        return place.kind === kind && vector !== undefined ? { id, axis, vector } : [];
      });
      await store.putVectors(kind, embedder.model, ofKind);
    }
    return [];
  } catch (error) {
    const ids = records.map(({ id }) => id).join(', ');
    const are = records.length === 1 ? 'is' : 'are';
    return [`${ids} ${are} saved but not embedded yet: ${errorMessage(error)}`];
  }
}
