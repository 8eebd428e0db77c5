import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { EmbedReply, EmbedRequest } from '../adapters/embedders/embedding-threads.ts';
import { readModelFile } from '../adapters/embedders/model-file.ts';
import { createPooler } from '../adapters/embedders/static.ts';

/** A worker thread that embeds texts with the bundled model; the embedder starts it. */
const { modelPath } = z.object({ modelPath: z.string().optional() }).parse(workerData);
const model = await readModelFile(modelPath);
const pool = createPooler(model);

parentPort?.on('message', ({ id, texts }: EmbedRequest) => {
  const vectors = new Float32Array(texts.length * model.dimensions);
  for (const [at, text] of texts.entries()) vectors.set(pool(text, 'document'), at * model.dimensions);
  const reply: EmbedReply = { id, vectors };
  parentPort?.postMessage(reply, [vectors.buffer]);
});
