import type { PreparedFile } from '../../core/ports.ts';
import type { ChunkRow, IndexedFile } from '../../core/store.ts';
import type { ChunkWords } from '../../core/text/chunk-words.ts';

/**
 * A prepared file as it travels between threads. Cloning an object repeats every field name; one JSON text, one text
 * of all chunks, one of all words and arrays of numbers take a fraction of the time.
 */
export type PackedFile =
  | Exclude<PreparedFile, { readonly status: 'indexed' }>
  | {
      readonly status: 'indexed';
      readonly maskedLines: number;
      /** The file, units, relations and chunks, with the length of each chunk's text instead of the text. */
      readonly rows: string;
      readonly texts: string;
      readonly words: Omit<ChunkWords, 'terms'> & { readonly terms: string };
    };

export function packFile(prepared: PreparedFile): PackedFile {
  if (prepared.status !== 'indexed') return prepared;
  const { status, maskedLines, file } = prepared;
  const { words, chunks, ...rest } = file;
  return {
    status,
    maskedLines,
    rows: JSON.stringify({ ...rest, chunks: chunks.map((chunk) => ({ ...chunk, text: chunk.text.length })) }),
    texts: chunks.map(({ text }) => text).join(''),
    words: { ...words, terms: words.terms.join(' ') },
  };
}

/** The number arrays, which are transferred to the other thread instead of copied. */
export function buffersOf(packed: PackedFile): ArrayBuffer[] {
  if (packed.status !== 'indexed') return [];
  const { spread, chunks, counts, lengths } = packed.words;
  return [spread, chunks, counts, lengths].flatMap(({ buffer }) =>
    buffer instanceof ArrayBuffer ? [buffer] : [],
  );
}

interface PackedRows extends Omit<IndexedFile, 'chunks' | 'words'> {
  readonly chunks: readonly (Omit<ChunkRow, 'text'> & { readonly text: number })[];
}

export function unpackFile(packed: PackedFile): PreparedFile {
  if (packed.status !== 'indexed') return packed;
  const { status, maskedLines, texts, words } = packed;
  const rows: PackedRows = JSON.parse(packed.rows);
  let start = 0;
  const chunks = rows.chunks.map((chunk) => {
    const from = start;
    start += chunk.text;
    return { ...chunk, text: texts.slice(from, start) };
  });
  const terms = words.terms === '' ? [] : words.terms.split(' ');
  return { status, maskedLines, file: { ...rows, chunks, words: { ...words, terms } } };
}
