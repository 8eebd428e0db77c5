import type { PreparedFile } from '../../core/file-preparer.ts';
import type { ChunkRow, ChunkTerms, IndexedFile } from '../../core/store.ts';

/** A prepared file as it travels between threads: a list of words as one text costs a tenth of the list itself. */
export type PackedFile =
  | Exclude<PreparedFile, { readonly status: 'indexed' }>
  | {
      readonly status: 'indexed';
      readonly maskedLines: number;
      readonly file: Omit<IndexedFile, 'chunks'>;
      readonly chunks: readonly (Omit<ChunkRow, 'terms'> & { readonly terms: PackedTerms })[];
    };
type PackedTerms = { readonly [Field in keyof ChunkTerms]: string };

export function packFile(prepared: PreparedFile): PackedFile {
  if (prepared.status !== 'indexed') return prepared;
  const { chunks, ...file } = prepared.file;
  return {
    ...prepared,
    file,
    chunks: chunks.map((chunk) => ({ ...chunk, terms: eachField(chunk.terms, (words) => words.join(' ')) })),
  };
}

export function unpackFile(packed: PackedFile): PreparedFile {
  if (packed.status !== 'indexed') return packed;
  const { chunks, file, ...rest } = packed;
  const unpacked = chunks.map((chunk) => ({
    ...chunk,
    terms: eachField(chunk.terms, (text) => (text === '' ? [] : text.split(' '))),
  }));
  return { ...rest, file: { ...file, chunks: unpacked } };
}

function eachField<From, To>(
  fields: { readonly [Field in keyof ChunkTerms]: From },
  change: (value: From) => To,
): { readonly [Field in keyof ChunkTerms]: To } {
  return {
    name: change(fields.name),
    path: change(fields.path),
    doc: change(fields.doc),
    body: change(fields.body),
  };
}
