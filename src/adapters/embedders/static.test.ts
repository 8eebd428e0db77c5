import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStaticEmbedder } from './static.ts';

interface Golden {
  readonly model: string;
  readonly cases: readonly { side: 'document' | 'query'; text: string; vector: number[] }[];
}
const golden = JSON.parse(readFileSync(new URL('./static.golden.json', import.meta.url), 'utf8')) as Golden;
const embedder = await createStaticEmbedder();
const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

describe('createStaticEmbedder', () => {
  it('names the model of the golden vectors', () => {
    expect(embedder.model).toBe(golden.model);
  });

  it.each(golden.cases)(
    'makes the vector the training side made: $side $text',
    async ({ side, text, vector }) => {
      const made =
        side === 'query' ? await embedder.embedQuery(text) : (await embedder.embedDocuments([text]))[0];
      expect(made).toHaveLength(vector.length);
      for (const [at, value] of vector.entries()) expect(made?.[at]).toBeCloseTo(value, 4);
    },
  );

  it('puts the function a question is about first', async () => {
    const documents = [
      'src/cache/evict.ts\nexport function evictOldest(cache: Map<string, Entry>) { cache.delete(oldestKey(cache)); }',
      'src/http/retry.ts\nexport async function retryRequest(send: Send, attempts: number) { await sleep(backoff); }',
      'src/format/date.ts\nexport function formatDate(date: Date) { return date.toISOString().slice(0, 10); }',
      'src/auth/token.ts\nexport function verifyToken(token: string, secret: string) { return hmac(secret, token); }',
    ];
    const vectors = await embedder.embedDocuments(documents);
    const questions = [
      'remove the least recently used item',
      'try again after a failed call to the server',
      'turn a timestamp into text',
      'check that the user is logged in with valid credentials',
    ];
    for (const [expected, question] of questions.entries()) {
      const query = await embedder.embedQuery(question);
      const scores = vectors.map((vector) => cosine(query, vector));
      expect(scores.indexOf(Math.max(...scores)), question).toBe(expected);
    }
  });

  it('gives finite vectors of length one, or zeros, for any text, and the same ones again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 400 }), async (text) => {
        const [vector = new Float32Array()] = await embedder.embedDocuments([text]);
        const length = Math.hypot(...vector);
        expect(vector).toHaveLength(embedder.dimensions);
        expect(length === 0 || Math.abs(length - 1) < 1e-4).toBe(true);
        expect(await embedder.embedDocuments(['other text', text])).toContainEqual(vector);
      }),
    );
  });

  it('stops when asked to', async () => {
    const texts = new Array<string>(2000).fill('src/a.ts\nexport const a = 1;');
    await expect(embedder.embedDocuments(texts, AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  it('says which model file is damaged and what to do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-model-'));
    const path = join(folder, 'model.bin');
    for (const bytes of ['', 'DSE1', 'something else']) {
      writeFileSync(path, bytes);
      await expect(createStaticEmbedder({ modelPath: path })).rejects.toThrow(
        /model\.bin cannot be read.*embedder\.kind/,
      );
    }
    rmSync(folder, { recursive: true });
  });
});
