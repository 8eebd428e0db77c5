import { readFileSync } from 'node:fs';
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
  readonly rows: Int8Array;
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
  try {
    // Synchronous: reading in pieces through promises takes several times as long on a busy machine.
    return parseModel(readFileSync(path));
  } catch (cause) {
    throw new DossierError(
      'unavailable',
      `The embedding model ${path} cannot be read (${errorMessage(cause)}); install the package again, or set embedder.kind to "none".`,
      { cause },
    );
  }
}

/** Parses a model: numbers are little-endian, sections are aligned to four bytes. */
function parseModel(file: Uint8Array): StaticModel {
  const bytes = file.byteOffset % 4 === 0 ? file : file.slice();
  const at = (offset: number, length: number) => ({
    buffer: bytes.buffer,
    start: bytes.byteOffset + offset,
    length,
  });
  if (Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1') !== MAGIC)
    throw new Error('not a model file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerBytes = view.getUint32(MAGIC.length, true);
  let offset = MAGIC.length + 4;
  const take = (length: number) => {
    const section = at(offset, length);
    offset += length;
    if (offset > bytes.byteLength) throw new Error('the file is cut short');
    return section;
  };
  const text = ({ buffer, start, length }: ReturnType<typeof at>) =>
    Buffer.from(buffer, start, length).toString('utf8');
  const header = headerSchema.parse(JSON.parse(text(take(headerBytes))));
  const vocabulary = text(take(Math.ceil(header.pieceBytes / 4) * 4))
    .trimEnd()
    .split('\n');
  const pairs = take(header.bigrams * 4);
  const scales = take(header.rows * 4);
  const queries = take(header.rows * 4);
  const rows = take(header.rows * header.dimensions);
  if (header.parts.length !== header.leads.length + 3)
    throw new Error('parts and their weights do not agree');
  if (vocabulary.length + header.bigrams !== header.rows) throw new Error('vocabulary and rows do not agree');
  return {
    name: header.model,
    dimensions: header.dimensions,
    vocabulary,
    pairRows: pairRowsOf(new Uint16Array(pairs.buffer, pairs.start, header.bigrams * 2), vocabulary.length),
    partWeights: header.parts,
    leads: header.leads,
    rowScales: new Float32Array(scales.buffer, scales.start, header.rows),
    queryWeights: new Float32Array(queries.buffer, queries.start, header.rows),
    rows: new Int8Array(rows.buffer, rows.start, rows.length),
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
