import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpEmbedder } from './http.ts';

interface Received {
  readonly model: string;
  readonly input: readonly string[];
  readonly authorization: string | undefined;
}

let server: Server | undefined;
afterEach(
  () => new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve()))),
);

/** A real server that answers with [length of the text, 1, 0…] and can be told to fail first. */
async function startServer(options: { failures?: number[]; maxBatch?: number; dimensions?: number } = {}) {
  const received: Received[] = [];
  const failures = [...(options.failures ?? [])];
  const created = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { model, input } = JSON.parse(body) as { model: string; input: string[] };
      received.push({ model, input, authorization: request.headers.authorization });
      const failure = failures.shift() ?? (input.length > (options.maxBatch ?? 1000) ? 413 : undefined);
      if (failure !== undefined || request.url !== '/v1/embeddings') {
        response.writeHead(failure ?? 404).end('no');
        return;
      }
      const vectors = input.map((text, index) => ({
        index,
        embedding: [text.length, 1, ...new Array<number>((options.dimensions ?? 3) - 2).fill(0)],
      }));
      response.writeHead(200).end(JSON.stringify({ data: vectors.reverse() }));
    });
  });
  server = created;
  await new Promise<void>((resolve) => created.listen(0, '127.0.0.1', resolve));
  const { port } = created.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, received };
}

const quick = { model: 'tiny', firstDelayMs: 1 } as const;

describe('createHttpEmbedder', () => {
  it('finds out the dimensions, sends batches and keeps the order of the texts', async () => {
    const { url, received } = await startServer();
    const embedder = await createHttpEmbedder({ ...quick, url, batchSize: 2, apiKey: 'secret' });
    expect(embedder.dimensions).toBe(3);
    const vectors = await embedder.embedDocuments(['a', 'bb', 'ccc', 'dddd', 'eeeee']);
    expect(vectors.map((vector) => Math.round((vector[0] ?? 0) / (vector[1] ?? 1)))).toEqual([1, 2, 3, 4, 5]);
    expect(received.map(({ input }) => input.length)).toEqual([1, 2, 2, 1]);
    expect(received[0]?.authorization).toBe('Bearer secret');
  });

  it('gives vectors of length one', async () => {
    const { url } = await startServer();
    const embedder = await createHttpEmbedder({ ...quick, url });
    const vector = await embedder.embedQuery('four');
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
  });

  it('puts the task prefixes before queries and documents and names the document prefix in the model', async () => {
    const { url, received } = await startServer();
    const prefixes = { queryPrefix: 'query: ', documentPrefix: 'passage: ' };
    const embedder = await createHttpEmbedder({ ...quick, url, dimensions: 3, ...prefixes });
    await embedder.embedQuery('x');
    await embedder.embedDocuments(['y']);
    expect(received.map(({ input }) => input[0])).toEqual(['query: x', 'passage: y']);
    expect(embedder.model).toBe('tiny "passage: "');
  });

  it('tries again after failures that pass', async () => {
    const { url, received } = await startServer({ failures: [503, 429] });
    const embedder = await createHttpEmbedder({ ...quick, url, dimensions: 3 });
    await expect(embedder.embedDocuments(['a'])).resolves.toHaveLength(1);
    expect(received).toHaveLength(3);
  });

  it('gives up at once when the server refuses, and says why', async () => {
    const { url, received } = await startServer({ failures: [401] });
    await expect(createHttpEmbedder({ ...quick, url })).rejects.toThrow(/401 no.*embedder\.url/);
    expect(received).toHaveLength(1);
  });

  it('halves batches the server finds too large', async () => {
    const { url, received } = await startServer({ maxBatch: 2 });
    const embedder = await createHttpEmbedder({ ...quick, url, dimensions: 3 });
    const vectors = await embedder.embedDocuments(['a', 'bb', 'ccc', 'dddd', 'eeeee']);
    expect(vectors).toHaveLength(5);
    expect(received.map(({ input }) => input.length)).toEqual([5, 3, 2, 1, 2]);
  });

  it('refuses vectors of another size than it was set to', async () => {
    const { url } = await startServer({ dimensions: 5 });
    const embedder = await createHttpEmbedder({ ...quick, url, dimensions: 3 });
    await expect(embedder.embedQuery('a')).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('reports a server that cannot be reached', async () => {
    const options = { ...quick, url: 'http://127.0.0.1:9', attempts: 2 };
    await expect(createHttpEmbedder(options)).rejects.toMatchObject({ code: 'unavailable' });
    const secret = { ...options, url: 'http://ada:secret@127.0.0.1:9/v1?key=secret' };
    await expect(createHttpEmbedder(secret)).rejects.toThrow(/^((?!secret).)*$/s);
  });
});
