import { expect, test } from 'vitest';
import { createEmbeddingWorkers } from './embedding-workers.ts';

/** A worker whose vectors are the length of each text, twice; `die` ends it. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (message) => {
      if (message === null) return parentPort.close();
      const { id, content: texts } = message;
      if (texts.includes('die')) throw new Error('out of breath');
      parentPort.postMessage({ id, content: Float32Array.from(texts.flatMap((text) => [text.length, text.length])) });
    });
    parentPort.postMessage({ id: -1 });
  `)}`,
);
const withWorkers = (workers: number) =>
  createEmbeddingWorkers({ script, workerData: undefined, workers, dimensions: 2 });

test('every text gets its vector, in order, whatever the number of workers and calls at once', async () => {
  for (const workers of [1, 3]) {
    const embed = withWorkers(workers);
    const calls = [1, 255, 256, 257, 2000].map((count) =>
      Array.from({ length: count }, (_, at) => 'x'.repeat((at * 7) % 50)),
    );
    const found = await Promise.all(calls.map((texts) => embed(texts)));
    expect(found.map((vectors) => vectors.map(([first]) => first))).toEqual(
      calls.map((texts) => texts.map(({ length }) => length)),
    );
  }
});

test('a request that kills workers fails the call with its reason, and the next call starts another', async () => {
  const embed = withWorkers(2);
  const texts = [...new Array<string>(600).fill('a'), 'die'];
  await expect(embed(texts)).rejects.toThrow(/could not be embedded: out of breath/);
  expect(await embed(['abc'])).toEqual([Float32Array.of(3, 3)]);
});

test('a cancelled call ends as cancelled', async () => {
  await expect(withWorkers(1)(['a'], AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
});
