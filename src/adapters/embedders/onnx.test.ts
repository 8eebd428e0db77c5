import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOnnxEmbedder } from './onnx.ts';
import { loadOnnxRuntime } from './onnx-runtime.ts';
import { tinyOnnxModel } from './testing/tiny-onnx-model.ts';
import { wordPieceSchema, wordPieceTokens } from './word-piece.ts';

const vocab = { '[UNK]': 0, '[CLS]': 1, '[SEP]': 2, red: 3, '##dish': 4, green: 5, '!': 6 };
const table = [
  [0, 0, 0, 1],
  [0, 0, 0, 0],
  [0, 0, 0, 0],
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
];
const tokenizer = {
  normalizer: { type: 'BertNormalizer', lowercase: true },
  model: { type: 'WordPiece', vocab },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-onnx-'));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
  writeFileSync(join(folder, 'model.onnx'), tinyOnnxModel(table));
});
afterEach(() => rmSync(folder, { recursive: true }));

const rounded = (vector: Float32Array | undefined) =>
  [...(vector ?? [])].map((value) => Math.round(value * 10) / 10);

describe('createOnnxEmbedder', () => {
  it('runs a local model and takes the mean over the tokens', async () => {
    const embedder = await createOnnxEmbedder({ folder });
    expect(embedder).toMatchObject({ model: `onnx/${basename(folder)}`, dimensions: 4 });
    expect(rounded(await embedder.embedQuery('Reddish'))).toEqual([0.7, 0.7, 0, 0]);
    const vectors = await embedder.embedDocuments(['red', 'green green', 'unknown words']);
    expect(vectors.map(rounded)).toEqual([
      [1, 0, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ]);
  });

  it('gives a text the same vector alone and in a batch of longer texts', async () => {
    const embedder = await createOnnxEmbedder({ folder, batchSize: 3 });
    const [alone] = await embedder.embedDocuments(['red green']);
    const batch = await embedder.embedDocuments(['red red red red red', 'red green', 'green']);
    expect(rounded(batch[1])).toEqual(rounded(alone));
  });

  it('puts the task prefixes before the texts and names the document prefix in the model', async () => {
    const embedder = await createOnnxEmbedder({ folder, queryPrefix: 'green ', documentPrefix: 'red ' });
    expect(rounded(await embedder.embedQuery('green'))).toEqual([0, 0, 1, 0]);
    expect(rounded((await embedder.embedDocuments(['red']))[0])).toEqual([1, 0, 0, 0]);
    expect(embedder.model).toBe(`onnx/${basename(folder)} "red "`);
  });

  it('follows the pooling that sentence-transformers wrote down', async () => {
    mkdirSync(join(folder, '1_Pooling'));
    writeFileSync(join(folder, '1_Pooling/config.json'), JSON.stringify({ pooling_mode_cls_token: true }));
    const embedder = await createOnnxEmbedder({ folder });
    expect(rounded(await embedder.embedQuery('red'))).toEqual([0, 0, 0, 0]);
  });

  it('says what to do when the folder holds another kind of model', async () => {
    writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify({ model: { type: 'BPE' } }));
    await expect(createOnnxEmbedder({ folder })).rejects.toThrow(
      /not a readable WordPiece tokenizer.*"http"/,
    );
    writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
    rmSync(join(folder, 'model.onnx'));
    await expect(createOnnxEmbedder({ folder })).rejects.toThrow(/No model\.onnx/);
  });

  it('says what to install when there is no runtime', async () => {
    await expect(loadOnnxRuntime(['onnxruntime-absent'])).rejects.toThrow(/npm install onnxruntime-node/);
  });
});

describe('wordPieceTokens', () => {
  it('splits words, marks and accents as BERT does, and keeps to the limit', () => {
    const parsed = wordPieceSchema.parse(tokenizer);
    expect(wordPieceTokens(parsed, 'Réddish!', 512)).toEqual([1, 3, 4, 6, 2]);
    expect(wordPieceTokens(parsed, 'red green red green', 4)).toEqual([1, 3, 5, 2]);
    expect(wordPieceTokens(parsed, 'constructor', 8)).toEqual([1, 0, 2]);
  });
});
