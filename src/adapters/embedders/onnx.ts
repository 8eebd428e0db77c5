import { constants, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { DossierError } from '../../core/errors.ts';
import type { Embedder } from '../../core/ports.ts';
import { loadOnnxRuntime, type OnnxSession, type OnnxTensor } from './onnx-runtime.ts';
import { toUnitLength } from './unit-length.ts';
import { type Prefixes, withPrefixes } from './with-prefixes.ts';
import { type WordPiece, wordPieceSchema, wordPieceTokens } from './word-piece.ts';

interface OnnxEmbedderOptions extends Prefixes {
  /** A folder with `tokenizer.json` (WordPiece: the BERT family) and `model.onnx`, there or in `onnx/`. */
  readonly folder: string;
  readonly batchSize?: number;
}

/** Creates an embedder for a local ONNX model, run by onnxruntime-node or onnxruntime-web, whichever is installed. */
export async function createOnnxEmbedder(options: OnnxEmbedderOptions): Promise<Embedder> {
  const { batchSize = 16 } = options;
  const folder = resolve(options.folder);
  const tokenizer = await readTokenizer(folder);
  const pooling = await readPooling(folder);
  const runtime = await loadOnnxRuntime();
  const session = await runtime.createSession(await readPart(modelPath(folder)));
  const embed = async (texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += batchSize) {
      if (signal?.aborted)
        throw new DossierError('cancelled', 'Embedding was cancelled; run it again to resume.');
      const batch = texts
        .slice(from, from + batchSize)
        .map((text) => wordPieceTokens(tokenizer, text, MAX_TOKENS));
      vectors.push(...(await runBatch(session, batch, pooling)));
    }
    return vectors;
  };
  const [probe] = await embed(['dimensions']);
  return withPrefixes(options, { model: `onnx/${basename(folder)}`, dimensions: probe?.length ?? 0, embed });
}

/** The folder may come with a project: a pipe in it is refused, where reading would wait for ever. */
async function readPart(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if ((await file.stat()).isFile()) return await file.readFile();
  } finally {
    await file.close();
  }
  throw new DossierError(
    'invalid-input',
    `${path} is not a file; set embedder.model to the folder of a model.`,
  );
}

/** The BERT family's maximum in training. */
const MAX_TOKENS = 512;

type Pooling = 'mean' | 'first';

function modelPath(folder: string): string {
  const found = ['model.onnx', 'onnx/model.onnx']
    .map((name) => join(folder, name))
    .find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new DossierError(
    'not-found',
    `No model.onnx in ${folder} or its folder onnx; set embedder.model to a folder that holds one.`,
  );
}

async function readTokenizer(folder: string): Promise<WordPiece> {
  const path = join(folder, 'tokenizer.json');
  try {
    return wordPieceSchema.parse(JSON.parse((await readPart(path)).toString('utf8')));
  } catch (cause) {
    throw new DossierError(
      'invalid-input',
      `${path} is not a readable WordPiece tokenizer; use a model of the BERT family, or serve this one over HTTP and set embedder.kind to "http".`,
      { cause },
    );
  }
}

const poolingSchema = z.object({ pooling_mode_cls_token: z.boolean().default(false) });

/** The folder's sentence-transformers setting, if any; otherwise the mean. */
async function readPooling(folder: string): Promise<Pooling> {
  const path = join(folder, '1_Pooling/config.json');
  if (!existsSync(path)) return 'mean';
  return poolingSchema.parse(JSON.parse((await readPart(path)).toString('utf8'))).pooling_mode_cls_token
    ? 'first'
    : 'mean';
}

async function runBatch(
  session: OnnxSession,
  batch: readonly number[][],
  pooling: Pooling,
): Promise<Float32Array[]> {
  const width = batch.reduce((most, tokens) => Math.max(most, tokens.length), 0);
  const size = batch.length * width;
  const inputs = {
    input_ids: new BigInt64Array(size),
    attention_mask: new BigInt64Array(size),
    token_type_ids: new BigInt64Array(size),
  };
  for (const [row, tokens] of batch.entries()) {
    for (const [column, token] of tokens.entries()) {
      inputs.input_ids[row * width + column] = BigInt(token);
      inputs.attention_mask[row * width + column] = 1n;
    }
  }
  const output = await session.run(inputs, [batch.length, width]);
  return batch.map((tokens, row) => toUnitLength(pool(output, row, tokens.length, pooling)));
}

/** The vector of a row: as returned when the model pools itself, else pooled from its tokens. */
function pool({ data, dims }: OnnxTensor, row: number, length: number, pooling: Pooling): Float32Array {
  const dimensions = dims.at(-1) ?? 0;
  if (dims.length === 2) return data.slice(row * dimensions, (row + 1) * dimensions);
  const start = row * (dims[1] ?? 0) * dimensions;
  const counted = pooling === 'first' ? 1 : length;
  const vector = new Float32Array(dimensions);
  for (let token = 0; token < counted; token++) {
    for (let at = 0; at < dimensions; at++) {
      vector[at] = (vector[at] ?? 0) + (data[start + token * dimensions + at] ?? 0) / counted;
    }
  }
  return vector;
}
