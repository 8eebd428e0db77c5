import { expect, test } from 'vitest';
import { createEmbeddingThreads } from './embedding-threads.ts';

/** A thread whose vectors are the length of each text, twice; `die` ends it. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, texts }) => {
      if (texts.includes('die')) throw new Error('out of breath');
      parentPort.postMessage({ id, vectors: Float32Array.from(texts.flatMap((text) => [text.length, text.length])) });
    });
  `)}`,
);
const withThreads = (threads: number) =>
  createEmbeddingThreads({ script, workerData: undefined, threads, dimensions: 2 });

test('every text gets its vector, in order, whatever the number of threads and calls at once', async () => {
  for (const threads of [1, 3]) {
    const embed = withThreads(threads);
    const calls = [1, 255, 256, 257, 2000].map((count) =>
      Array.from({ length: count }, (_, at) => 'x'.repeat((at * 7) % 50)),
    );
    const found = await Promise.all(calls.map((texts) => embed(texts)));
    expect(found.map((vectors) => vectors.map(([first]) => first))).toEqual(
      calls.map((texts) => texts.map(({ length }) => length)),
    );
  }
});

test('a thread that dies fails the call with its reason, and the next call starts another', async () => {
  const embed = withThreads(2);
  const texts = [...new Array<string>(600).fill('a'), 'die'];
  await expect(embed(texts)).rejects.toThrow(/could not be embedded: out of breath/);
  expect(await embed(['abc'])).toEqual([Float32Array.of(3, 3)]);
});

test('a cancelled call ends as cancelled', async () => {
  await expect(withThreads(1)(['a'], AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
});
