import { workerData } from 'node:worker_threads';
import { readModelFile } from '../adapters/embedders/model-file.ts';
import { createPooler } from '../adapters/embedders/static.ts';
import { answerRequests } from '../adapters/workers/worker-pool.ts';

/** A worker thread that embeds texts with the bundled model; the embedder starts it. */
const { modelPath }: { readonly modelPath?: string } = workerData;
const model = await readModelFile(modelPath);
const pool = createPooler(model);

answerRequests(
  (texts: readonly string[]) => {
    const vectors = new Float32Array(texts.length * model.dimensions);
    for (const [at, text] of texts.entries()) vectors.set(pool(text, 'document'), at * model.dimensions);
    return vectors;
  },
  ({ buffer }) => [buffer],
);
