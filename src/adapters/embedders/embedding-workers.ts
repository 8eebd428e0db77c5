import { DossierError } from '../../core/errors.ts';
import { createWorkerPool } from '../workers/worker-pool.ts';

interface EmbeddingWorkersOptions {
  /** The workers' script; it answers texts with their vectors, concatenated in one array. */
  readonly script: URL;
  readonly workerData: unknown;
  readonly workers: number;
  readonly dimensions: number;
}

/** Texts per request: about 15 ms of work. */
const SHARE = 256;
/** A second request waits in the worker, so that it stays busy while the next one travels. */
const WINDOW = { min: 2, max: 2 };
/** A server embeds a lot once, and hardly anything later. */
const IDLE_MS = 2000;

/** Embeds texts on worker threads, which end after a while without work. */
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
      throw new DossierError('internal', `Texts could not be embedded: ${reason}. Run it again to resume.`);
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
  return new DossierError('cancelled', 'Embedding was cancelled; run it again to resume.');
}
