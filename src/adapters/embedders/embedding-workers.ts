import { DossierError } from '../../core/errors.ts';
import { createWorkerPool } from '../workers/worker-pool.ts';

export interface EmbeddingWorkersOptions {
  /** The workers' script; it answers texts with their vectors, one after the other in one array. */
  readonly script: URL;
  readonly workerData: unknown;
  readonly workers: number;
  readonly dimensions: number;
}

/** Texts a worker gets at once: some 15 ms of work. */
const SHARE = 256;
/** A second share waits in the worker, so that it goes on while the next is on its way. */
const WINDOW = { least: 2, most: 2 };
/** A server embeds much once and then hardly ever. */
const IDLE_MS = 2000;

/** Embeds texts on worker threads, which end when there is nothing to embed for a while. */
export function createEmbeddingWorkers({
  script,
  workerData,
  workers,
  dimensions,
}: EmbeddingWorkersOptions): (
  texts: readonly string[],
  signal?: AbortSignal,
) => Promise<readonly Float32Array[]> {
  const pool = createWorkerPool<readonly string[], Float32Array, readonly Float32Array[]>({
    script,
    workerData,
    workers,
    window: WINDOW,
    idleMilliseconds: IDLE_MS,
    unpack: (vectors) => split(vectors, dimensions),
    failed: (reason) => {
      throw new DossierError('internal', `Texts could not be embedded: ${reason}. Run it again to go on.`);
    },
  });
  return async (texts, signal) => {
    if (signal?.aborted) throw cancelled();
    const shares: Promise<readonly Float32Array[]>[] = [];
    for (let from = 0; from < texts.length; from += SHARE) {
      shares.push(pool.run(texts.slice(from, from + SHARE)));
    }
    const vectors = (await Promise.all(shares)).flat();
    if (signal?.aborted) throw cancelled();
    return vectors;
  };
}

function split(vectors: Float32Array, dimensions: number): readonly Float32Array[] {
  return Array.from({ length: vectors.length / dimensions }, (_, at) =>
    vectors.subarray(at * dimensions, (at + 1) * dimensions),
  );
}

function cancelled(): DossierError {
  return new DossierError('cancelled', 'Embedding was cancelled; run it again to go on.');
}
