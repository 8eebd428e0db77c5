import { DossierError } from '../../core/errors.ts';
import type { Embedder } from '../../core/ports.ts';
import { createEmbeddingWorkers } from './embedding-workers.ts';
import { readModelFile, type StaticModel } from './model-file.ts';
import { createPieceReader } from './pieces.ts';
import { toUnitLength } from './unit-length.ts';
import { forEachWord } from './words.ts';

export interface StaticEmbedderOptions {
  /** Default: the packaged model. */
  readonly modelPath?: string | undefined;
  /** Workers for large batches; without them, everything runs on the calling thread. */
  readonly workers?: { readonly script: URL; readonly workers: number } | undefined;
}

/** For fewer texts, sending them to workers takes longer than embedding them. */
const MIN_FOR_WORKERS = 512;
/** The first texts are embedded on the calling thread: starting workers costs as much CPU time. */
const BEFORE_WORKERS = 6144;

/**
 * The packaged embedder: a text is the weighted sum of its tokens' vectors. No network, no native code; loads in tens
 * of milliseconds. Documents should start with their path on a separate line.
 */
export async function createStaticEmbedder({
  modelPath,
  workers,
}: StaticEmbedderOptions = {}): Promise<Embedder> {
  const model = await readModelFile(modelPath);
  const pool = createPooler(model);
  const { dimensions } = model;
  const onWorkers = workers && createEmbeddingWorkers({ ...workers, workerData: { modelPath }, dimensions });
  let embedded = 0;
  return {
    model: model.name,
    dimensions,
    // Workers continue while vectors are stored and the next chunks are read.
    ...(onWorkers !== undefined && { callsAtOnce: 4 }),
    // The evidence model was fitted to the similarities of the packaged model only.
    ...(modelPath === undefined && { calibrated: true as const }),
    async embedDocuments(texts, signal) {
      embedded += texts.length;
      const enough = texts.length >= MIN_FOR_WORKERS && embedded > BEFORE_WORKERS;
      if (onWorkers !== undefined && enough) return onWorkers(texts, signal);
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        if (vectors.length % TEXTS_PER_TURN === TEXTS_PER_TURN - 1) await nextTurn(signal);
        vectors.push(pool(text, 'document'));
      }
      return vectors;
    },
    async embedQuery(text) {
      return pool(text, 'query');
    },
  };
}

/** About 20 ms of work between turns of the event loop. */
const TEXTS_PER_TURN = 256;

async function nextTurn(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (signal?.aborted)
    throw new DossierError('cancelled', 'Embedding was cancelled; run it again to resume.');
}

/** Later tokens are ignored: the start of a chunk shows what it is about, and the time stays bounded. */
const MAX_TOKENS = 448;

/** Creates the function from text to unit vector. It reuses its buffers, so it is not re-entrant. */
export function createPooler(model: StaticModel): (text: string, side: 'document' | 'query') => Float32Array {
  const { dimensions, rowScales, queryWeights, pairRows } = model;
  const weightAt = weightByPlace(model);
  const [ofFolder = 1, ofFile = 1] = model.partWeights;
  const piecesOf = createPieceReader(model.vocabulary);
  const pieceCount = model.vocabulary.length;
  const counts = new Float32Array(rowScales.length);
  const touched = new Uint32Array(MAX_TOKENS * 2);
  let distinct = 0;
  let taken = 0;
  let inPath = 0;
  let firstLine = -1;
  let folderEnd = -1;
  let isQuery = false;
  let previous = -1;
  let previousWeight = 0;

  function count(row: number, weight: number): void {
    const before = counts[row] as number;
    if (before === 0) touched[distinct++] = row;
    counts[row] = before + weight;
  }
  // One function for all texts: a closure per text would be compiled and called more slowly.
  function visit(word: string, start: number): void {
    if (taken >= MAX_TOKENS) return;
    const pieces = piecesOf(word);
    for (let at = 0; at < pieces.length && taken < MAX_TOKENS; at++) {
      const piece = pieces[at] as number;
      let weight = 1;
      if (start < firstLine) inPath = taken + 1;
      if (!isQuery) {
        if (start < folderEnd) weight = ofFolder;
        else weight = start < firstLine ? ofFile : (weightAt[taken - inPath] as number);
      }
      count(piece, weight);
      if (previous >= 0 && pairRows.size > 0) {
        const pair = pairRows.get(previous * pieceCount + piece);
        if (pair !== undefined) count(pair, previousWeight);
      }
      previous = piece;
      previousWeight = weight;
      taken++;
    }
  }

  return (text, side) => {
    isQuery = side === 'query';
    firstLine = text.indexOf('\n');
    folderEnd = firstLine < 0 ? -1 : text.lastIndexOf('/', firstLine);
    distinct = taken = inPath = 0;
    previous = -1;
    forEachWord(text, visit);
    const vector = new Float32Array(dimensions);
    const rows = isQuery ? model.someRows(touched.subarray(0, distinct)) : model.allRows();
    for (let at = 0; at < distinct; at++) {
      const row = touched[at] as number;
      const weight = Math.log1p(counts[row] as number) * (rowScales[row] as number);
      counts[row] = 0;
      if (isQuery) addRow(vector, rows, at * dimensions, weight * (queryWeights[row] as number));
      else addRow(vector, rows, row * dimensions, weight);
    }
    return toUnitLength(vector);
  };
}

/** The weight of each token after the first line, by position. */
function weightByPlace({ leads, partWeights }: StaticModel): Float64Array {
  return Float64Array.from({ length: MAX_TOKENS }, (_, place) => {
    const part = leads.filter((lead) => place >= lead).length;
    return partWeights[2 + part] ?? 1;
  });
}

function addRow(vector: Float32Array, rows: Int8Array, from: number, weight: number): void {
  for (let at = 0; at < vector.length; at++) {
    vector[at] = (vector[at] as number) + (rows[from + at] as number) * weight;
  }
}
