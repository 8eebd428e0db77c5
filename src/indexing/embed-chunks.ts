import type { Engine } from '../core/engine.ts';
import { errorMessage } from '../core/errors.ts';
import type { Embedder } from '../core/ports.ts';
import type { IndexStore } from '../core/store.ts';
import { type IndexOptions, throwIfCancelled } from './index-options.ts';

/** Chunks per query: finding those without a vector skips over all that have one, so queries should be few. */
const PAGE = 16_384;
/** Vectors per transaction, and the most a killed run loses. */
const BATCH = 1024;

/** The model and the version of the index in which every chunk has a vector: to look for others reads all. */
const EMBEDDED = 'embedded';

/** Few enough that no worker is started for them. */
const SMALL_BATCH = 256;

/**
 * Embeds every chunk that has no vector of the current model, of these files only where `paths` names some. A failing
 * embedder is a warning.
 */
export async function embedChunks(
  engine: Engine,
  index: IndexStore,
  {
    signal,
    progress,
    paths,
  }: Pick<IndexOptions, 'signal' | 'progress'> & { readonly paths?: readonly string[] },
  warnings: string[],
): Promise<number> {
  try {
    const embedder = await engine.embedder();
    if (embedder === undefined) return 0;
    let done = 0;
    for (let found = PAGE; found === PAGE; ) {
      throwIfCancelled(signal);
      const state = `${embedder.model} ${(await index.size()).version}`;
      if (paths === undefined && (await index.getMeta(EMBEDDED)) === state) break;
      const chunks = await index.chunksWithoutVector(embedder.model, PAGE, paths);
      found = chunks.length;
      if (found === 0 && paths === undefined) await index.setMeta(EMBEDDED, state);
      for await (const vectors of embedAhead(embedder, chunks, signal)) {
        throwIfCancelled(signal);
        await index.putVectors(embedder.model, vectors);
        done += vectors.length;
        progress({ phase: 'embedding', done });
      }
    }
    await prepareVectors(index, warnings);
    return done;
  } catch (error) {
    throwIfCancelled(signal);
    warnings.push(`Some chunks have no embedding yet: ${errorMessage(error)} Run "dossier index" again.`);
    return 0;
  }
}

/** Embeds only these chunks, and only with the packaged model: others are too slow while someone waits. */
export async function embedSome(
  engine: Engine,
  index: IndexStore,
  chunks: ChunkTexts,
  { signal }: Pick<IndexOptions, 'signal'>,
): Promise<void> {
  const embedder = engine.config.embedder.kind === 'static' ? await engine.embedder() : undefined;
  if (embedder === undefined || chunks.length === 0) return;
  for (let from = 0; from < chunks.length; from += SMALL_BATCH) {
    throwIfCancelled(signal);
    const vectors = await vectorsOf(embedder, chunks.slice(from, from + SMALL_BATCH), signal);
    await index.putVectors(embedder.model, vectors);
  }
}

/** Without it, the nearest chunks are still found, only more slowly. */
async function prepareVectors(index: IndexStore, warnings: string[]): Promise<void> {
  await index.prepareVectors().catch((error: unknown) => {
    warnings.push(`The embeddings are stored, but not arranged for quick search: ${errorMessage(error)}`);
  });
}

type ChunkTexts = Awaited<ReturnType<IndexStore['chunksWithoutVector']>>;
type ChunkVectors = readonly { readonly id: string; readonly vector: Float32Array }[];

/** Yields batches in order; if the embedder allows, the next ones are embedded while one is stored. */
async function* embedAhead(
  embedder: Embedder,
  chunks: ChunkTexts,
  signal: AbortSignal,
): AsyncGenerator<ChunkVectors> {
  const { callsAtOnce = 1 } = embedder;
  const underway: Promise<ChunkVectors>[] = [];
  for (let from = 0; from < chunks.length || underway.length > 0; ) {
    while (underway.length < callsAtOnce && from < chunks.length) {
      const batch = vectorsOf(embedder, chunks.slice(from, from + BATCH), signal);
      // If storing fails first, nobody awaits this batch; its rejection must not go unhandled.
      batch.catch(() => undefined);
      underway.push(batch);
      from += BATCH;
    }
    const vectors = await underway.shift();
    if (vectors !== undefined) yield vectors;
  }
}

async function vectorsOf(embedder: Embedder, chunks: ChunkTexts, signal: AbortSignal): Promise<ChunkVectors> {
  // The path says much about a chunk; the packaged model was trained with it on the first line.
  const texts = chunks.map(({ path, text }) => `${path}\n${text}`);
  const vectors = await embedder.embedDocuments(texts, signal);
  return chunks.flatMap(({ id }, position) => {
    const vector = vectors[position];
    return vector === undefined ? [] : [{ id, vector }];
  });
}
