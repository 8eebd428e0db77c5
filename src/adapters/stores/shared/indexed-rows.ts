import type { FileRow, IndexedFile } from '../../../core/store.ts';
import type { EntityType } from '../../../core/vocabulary.ts';
import { nameKey } from './comparable-name.ts';
import { packStrings } from './packed-strings.ts';
import { type BlockAddition, type PostedChunks, postingsOfChunks, postingsOfSets } from './postings.ts';
import { baseName } from './rows.ts';
import { trigramsOf } from './trigrams.ts';

type RowValue = string | number | null | Uint8Array;
export type FileCounts = Readonly<Record<'files' | 'units' | 'chunks' | 'relations', number>>;
export const NO_FILES: FileCounts = { files: 0, units: 0, chunks: 0, relations: 0 };

/** The rows of each table, with values in the order of the columns after the scope. */
interface IndexedRows {
  readonly files: readonly (readonly RowValue[])[];
  readonly file_texts: readonly (readonly RowValue[])[];
  readonly units: readonly (readonly RowValue[])[];
  readonly chunks: readonly (readonly RowValue[])[];
  readonly relations: readonly (readonly RowValue[])[];
}

/** The words files are found by, in each of the three spaces. */
interface IndexedWords {
  readonly chunks: readonly BlockAddition[];
  readonly unitNames: readonly BlockAddition[];
  readonly paths: readonly BlockAddition[];
}

/** Turns a batch of files into rows and words, numbered from `first`. */
export function indexedRows(
  files: readonly IndexedFile[],
  first: { readonly file: number; readonly unit: number; readonly chunk: number },
): { readonly rows: IndexedRows; readonly words: IndexedWords } {
  const rows = {
    files: [] as RowValue[][],
    file_texts: [] as RowValue[][],
    units: [] as RowValue[][],
    chunks: [] as RowValue[][],
    relations: [] as RowValue[][],
  };
  const chunks: PostedChunks[] = [];
  const unitNames: { number: number; terms: readonly string[] }[] = [];
  const paths: { number: number; terms: readonly string[] }[] = [];
  let { file, unit, chunk } = first;
  for (const indexed of files) {
    const unitNumbers = new Map(indexed.units.map(({ id }, index) => [id, unit + index]));
    rows.files.push(fileValues(indexed, { file, unit, chunk }));
    rows.file_texts.push([
      file,
      packStrings([indexed.chunks.map(({ text }) => text).join('')]),
      packStrings(indexed.words.terms),
    ]);
    rows.chunks.push(...chunkValues(indexed, { file, chunk, unitNumbers }));
    rows.relations.push(...relationValues(indexed, { file, unitNumbers }));
    paths.push({ number: file, terms: trigramsOf(indexed.file.path) });
    for (const row of indexed.units) {
      rows.units.push(unitValues(row, { file, number: unit }));
      unitNames.push({ number: unit++, terms: trigramsOf(row.name) });
    }
    chunks.push({ first: chunk, words: indexed.words });
    chunk += indexed.chunks.length;
    file++;
  }
  const words = {
    chunks: postingsOfChunks(chunks),
    unitNames: postingsOfSets(unitNames),
    paths: postingsOfSets(paths),
  };
  return { rows, words };
}

export function countsOf(files: readonly IndexedFile[]): FileCounts {
  const sum = (count: (file: IndexedFile) => number) => files.reduce((total, file) => total + count(file), 0);
  return {
    files: files.length,
    units: sum(({ units }) => units.length),
    chunks: sum(({ chunks }) => chunks.length),
    relations: sum(({ relations }) => relations.length),
  };
}

export function countDifference(added: FileCounts, removed: FileCounts): FileCounts {
  return {
    files: added.files - removed.files,
    units: added.units - removed.units,
    chunks: added.chunks - removed.chunks,
    relations: added.relations - removed.relations,
  };
}

/** Dedupes files by path; the last one wins. */
export function latestOfEach(files: readonly IndexedFile[]): IndexedFile[] {
  return [...new Map(files.map((file) => [file.file.path, file])).values()];
}

function fileValues(
  { file, units, chunks }: IndexedFile,
  numbers: { readonly file: number; readonly unit: number; readonly chunk: number },
): RowValue[] {
  return [
    numbers.file,
    file.path,
    baseName(file.path).toLowerCase(),
    file.language,
    file.contentHash,
    file.size,
    file.modifiedAt,
    file.lineCount,
    file.role,
    numbers.unit,
    units.length,
    numbers.chunk,
    chunks.length,
  ];
}

function unitValues(
  unit: IndexedFile['units'][number],
  numbers: { readonly file: number; readonly number: number },
): RowValue[] {
  return [
    numbers.number,
    unit.id,
    numbers.file,
    unit.entityType,
    unit.name,
    nameKey(unit.name),
    unit.qualifiedName,
    unit.parentId ?? null,
    unit.startLine,
    unit.endLine,
    unit.signatureEndLine,
    unit.signature,
    unit.docComment ?? null,
    unit.exported ? 1 : 0,
    unit.contentHash,
  ];
}

function chunkValues(
  { file, units, chunks }: IndexedFile,
  numbers: {
    readonly file: number;
    readonly chunk: number;
    readonly unitNumbers: ReadonlyMap<string, number>;
  },
): RowValue[][] {
  const typeOf = new Map(units.map(({ id, entityType }) => [id, entityType]));
  let textStart = 0;
  return chunks.map((chunk, index) => {
    const unit = chunk.unitId ?? '';
    const row = [
      numbers.chunk + index,
      chunk.id,
      numbers.file,
      numbers.unitNumbers.get(unit) ?? null,
      typeOf.get(unit) ?? typeOutsideUnits(file),
      chunk.startLine,
      chunk.endLine,
      chunk.contentHash,
      textStart,
      chunk.text.length,
    ];
    textStart += chunk.text.length;
    return row;
  });
}

function typeOutsideUnits(file: FileRow): EntityType {
  return file.role === 'document' ? 'document' : 'file';
}

function relationValues(
  { relations }: IndexedFile,
  numbers: { readonly file: number; readonly unitNumbers: ReadonlyMap<string, number> },
): RowValue[][] {
  return relations.map((relation, ordinal) => [
    numbers.file,
    ordinal,
    relation.kind,
    numbers.unitNumbers.get(relation.fromUnitId ?? '') ?? null,
    relation.toName,
    relation.toPath ?? null,
    relation.toUnitId ?? null,
    relation.weight,
  ]);
}
