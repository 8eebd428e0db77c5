import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DossierError, errorMessage } from '../../core/errors.ts';
import { packageFolder } from '../package-folder.ts';

/** A static embedding model: one int8 row per vocabulary piece, then one per frequent pair of pieces. */
export interface StaticModel {
  readonly name: string;
  readonly dimensions: number;
  readonly vocabulary: readonly string[];
  /** The row of a pair of adjacent pieces, by `first * vocabulary.length + second`. */
  readonly pairRows: ReadonlyMap<number, number>;
  /** Token weights: in the path's folders, in the file name, then up to each of `leads` and beyond. */
  readonly partWeights: readonly number[];
  /** Where the parts of a document end, in tokens after the first line, in ascending order. */
  readonly leads: readonly number[];
  readonly rowScales: Float32Array;
  /** How much more or less each row weighs in a query than in a document. */
  readonly queryWeights: Float32Array;
  /** All rows; read when first asked for. */
  readonly allRows: () => Int8Array;
  /** Some rows, one after the other. A question needs a dozen of 25,000. */
  readonly someRows: (rows: Uint32Array) => Int8Array;
}

const headerSchema = z.object({
  model: z.string(),
  dimensions: z.int().min(1),
  rows: z.int().min(1),
  pieceBytes: z.int().min(1),
  bigrams: z.int().min(0),
  parts: z.array(z.number()),
  leads: z.array(z.int().min(0)),
});

const MAGIC = 'DSE1';
const PACKAGED_MODEL = 'models/dossier-embed-2.bin';

/** Reads a model written by training/train.py; by default the packaged one. */
export async function readModelFile(path = packagedModelPath()): Promise<StaticModel> {
  return readingModel(path, (take) => parseModel(path, take));
}

/** Reads sections of a file that is open while the work runs. */
type Take = (offset: number, length: number) => Uint8Array;

/** Synchronous: reading in pieces through promises takes several times as long on a busy machine. */
function readingModel<Result>(path: string, work: (take: Take) => Result): Result {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      return work((offset, length) => {
        if (offset + length > size) throw new Error('the file is cut short');
        const bytes = new Uint8Array(length);
        if (readSync(file, bytes, 0, length, offset) < length)
          throw new Error('it changed while it was read');
        return bytes;
      });
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw new DossierError(
      'unavailable',
      `The embedding model ${path} cannot be read (${errorMessage(cause)}); install the package again, or set embedder.kind to "none".`,
      { cause },
    );
  }
}

/** Parses all but the rows: numbers are little-endian, sections are aligned to four bytes. */
function parseModel(path: string, takeAt: Take): StaticModel {
  let offset = 0;
  const take = (length: number) => {
    const section = takeAt(offset, length);
    offset += length;
    return section;
  };
  const text = (bytes: Uint8Array) => Buffer.from(bytes.buffer).toString('utf8');
  if (text(take(MAGIC.length)) !== MAGIC) throw new Error('not a model file');
  const headerBytes = new DataView(take(4).buffer).getUint32(0, true);
  const header = headerSchema.parse(JSON.parse(text(take(headerBytes))));
  const { dimensions } = header;
  const vocabulary = text(take(Math.ceil(header.pieceBytes / 4) * 4))
    .trimEnd()
    .split('\n');
  const pairs = take(header.bigrams * 4);
  const scales = take(header.rows * 4);
  const queries = take(header.rows * 4);
  const firstRow = offset;
  // Notices a truncated file now: most processes read only a few of the rows later.
  takeAt(firstRow + header.rows * dimensions, 0);
  if (header.parts.length !== header.leads.length + 3)
    throw new Error('parts and their weights do not agree');
  if (vocabulary.length + header.bigrams !== header.rows) throw new Error('vocabulary and rows do not agree');
  let allRows: Int8Array | undefined;
  return {
    name: header.model,
    dimensions,
    vocabulary,
    pairRows: pairRowsOf(new Uint16Array(pairs.buffer), vocabulary.length),
    partWeights: header.parts,
    leads: header.leads,
    rowScales: new Float32Array(scales.buffer),
    queryWeights: new Float32Array(queries.buffer),
    allRows: () => {
      allRows ??= readingModel(
        path,
        (read) => new Int8Array(read(firstRow, header.rows * dimensions).buffer),
      );
      return allRows;
    },
    someRows: (rows) =>
      readingModel(path, (read) => {
        const found = new Int8Array(rows.length * dimensions);
        for (const [at, row] of rows.entries()) {
          found.set(new Int8Array(read(firstRow + row * dimensions, dimensions).buffer), at * dimensions);
        }
        return found;
      }),
  };
}

function pairRowsOf(pairs: Uint16Array, pieces: number): ReadonlyMap<number, number> {
  const rows = new Map<number, number>();
  for (let at = 0; at < pairs.length; at += 2) {
    rows.set((pairs[at] ?? 0) * pieces + (pairs[at + 1] ?? 0), pieces + at / 2);
  }
  return rows;
}

function packagedModelPath(): string {
  return join(packageFolder(), PACKAGED_MODEL);
}
