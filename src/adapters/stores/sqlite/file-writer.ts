import type { EntityType } from '../../../core/item.ts';
import type { ChunkRow, FileRow, IndexedFile } from '../../../core/store.ts';
import { comparableName } from '../shared/comparable-name.ts';
import { packStrings, unpackStrings } from '../shared/packed-strings.ts';
import type { PostedDocument } from '../shared/postings.ts';
import { trigramsOf } from '../shared/trigrams.ts';
import type { Database } from './database.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { baseName, FILE_COLUMNS, type FileRecord } from './rows.ts';
import type { Counts, ScopeHandle } from './scope-handle.ts';

/** The spaces of words that files are found by. */
export interface FileSpaces {
  readonly chunks: InvertedIndex;
  readonly unitNames: InvertedIndex;
  readonly paths: InvertedIndex;
}

/** Writes what is known of files: rows, texts and words, all or nothing. */
export interface FileWriter {
  put(files: readonly IndexedFile[]): void;
  remove(paths: readonly string[]): void;
}

export function fileWriter(database: Database, scope: ScopeHandle, spaces: FileSpaces): FileWriter {
  return {
    put(files) {
      if (files.length === 0) return;
      const latest = [...new Map(files.map((file) => [file.file.path, file])).values()];
      database.write(() => {
        const removed = removeRows(latest.map(({ file }) => file.path));
        const added = insertRows(latest);
        scope.changed(difference(added, removed));
      });
    },
    remove(paths) {
      database.write(() => {
        const removed = removeRows(paths);
        if (removed.files > 0) scope.changed(difference(NOTHING, removed));
      });
    },
  };

  function insertRows(files: readonly IndexedFile[]): FileCounts {
    const scopeId = scope.idForWriting();
    const counts = countsOf(files);
    let file = scope.allocate('file', counts.files);
    let unit = scope.allocate('unit', counts.units);
    let chunk = scope.allocate('chunk', counts.chunks);
    const chunks: PostedDocument[] = [];
    const unitNames: PostedDocument[] = [];
    const paths: PostedDocument[] = [];
    for (const indexed of files) {
      const numbers = { file, unit, chunk };
      insertFile(database, scopeId, indexed, numbers);
      const unitNumbers = insertUnits(database, scopeId, indexed, numbers);
      insertChunks(database, scopeId, indexed, { ...numbers, unitNumbers });
      insertRelations(database, scopeId, indexed, { file, unitNumbers });
      paths.push({ number: file, terms: { body: trigramsOf(indexed.file.path) } });
      for (const { name } of indexed.units)
        unitNames.push({ number: unit++, terms: { body: trigramsOf(name) } });
      for (const { terms } of indexed.chunks) chunks.push({ number: chunk++, terms });
      file++;
    }
    spaces.chunks.add(chunks);
    spaces.unitNames.add(unitNames);
    spaces.paths.add(paths);
    return counts;
  }

  function removeRows(paths: readonly string[]): FileCounts {
    const scopeId = scope.id();
    if (scopeId === undefined) return NOTHING;
    const files = database.all<FileRecord>(
      `SELECT ${FILE_COLUMNS} FROM files WHERE scope = ? AND path IN (SELECT value FROM json_each(?))`,
      scopeId,
      JSON.stringify(paths),
    );
    if (files.length === 0) return NOTHING;
    const units: { number: number; name: string }[] = [];
    const chunks: number[] = [];
    const terms = new Set<string>();
    let relations = 0;
    for (const file of files) {
      const packed = database.get<{ terms: Uint8Array }>(
        'SELECT terms FROM file_texts WHERE scope = ? AND file = ?',
        scopeId,
        file.number,
      );
      if (packed !== undefined) for (const term of unpackStrings(packed.terms)) terms.add(term);
      const unitRange = [scopeId, file.first_unit, file.first_unit + file.unit_count] as const;
      const chunkRange = [scopeId, file.first_chunk, file.first_chunk + file.chunk_count] as const;
      units.push(...database.all<{ number: number; name: string }>(UNIT_NAMES_OF_RANGE, ...unitRange));
      for (let index = 0; index < file.chunk_count; index++) chunks.push(file.first_chunk + index);
      database.run('DELETE FROM units WHERE scope = ? AND number >= ? AND number < ?', ...unitRange);
      database.run('DELETE FROM chunks WHERE scope = ? AND number >= ? AND number < ?', ...chunkRange);
      relations += database.run('DELETE FROM relations WHERE scope = ? AND file = ?', scopeId, file.number);
      database.run('DELETE FROM file_texts WHERE scope = ? AND file = ?', scopeId, file.number);
      database.run('DELETE FROM files WHERE scope = ? AND number = ?', scopeId, file.number);
    }
    spaces.chunks.remove(chunks, terms);
    spaces.unitNames.remove(
      units.map(({ number }) => number),
      new Set(units.flatMap(({ name }) => trigramsOf(name))),
    );
    spaces.paths.remove(
      files.map(({ number }) => number),
      new Set(files.flatMap(({ path }) => trigramsOf(path))),
    );
    return { files: files.length, units: units.length, chunks: chunks.length, relations };
  }
}

type FileCounts = Omit<Counts, 'commits'>;
const NOTHING: FileCounts = { files: 0, units: 0, chunks: 0, relations: 0 };
const UNIT_NAMES_OF_RANGE = 'SELECT number, name FROM units WHERE scope = ? AND number >= ? AND number < ?';

function countsOf(files: readonly IndexedFile[]): FileCounts {
  const sum = (count: (file: IndexedFile) => number) => files.reduce((total, file) => total + count(file), 0);
  return {
    files: files.length,
    units: sum(({ units }) => units.length),
    chunks: sum(({ chunks }) => chunks.length),
    relations: sum(({ relations }) => relations.length),
  };
}

function difference(added: FileCounts, removed: FileCounts): FileCounts {
  return {
    files: added.files - removed.files,
    units: added.units - removed.units,
    chunks: added.chunks - removed.chunks,
    relations: added.relations - removed.relations,
  };
}

interface FirstNumbers {
  readonly file: number;
  readonly unit: number;
  readonly chunk: number;
}

function insertFile(database: Database, scope: number, indexed: IndexedFile, numbers: FirstNumbers): void {
  const { file, units, chunks } = indexed;
  database.run(
    'INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    scope,
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
  );
  database.run(
    'INSERT INTO file_texts VALUES (?, ?, ?, ?)',
    scope,
    numbers.file,
    packStrings([chunks.map(({ text }) => text).join('')]),
    packStrings(distinctTerms(chunks)),
  );
}

function distinctTerms(chunks: readonly ChunkRow[]): string[] {
  const found = new Set<string>();
  for (const { terms } of chunks) {
    for (const words of [terms.name, terms.path, terms.doc, terms.body]) {
      for (const word of words) found.add(word);
    }
  }
  return [...found];
}

function insertUnits(
  database: Database,
  scope: number,
  { units }: IndexedFile,
  numbers: FirstNumbers,
): ReadonlyMap<string, number> {
  const numberOf = new Map<string, number>();
  for (const [index, unit] of units.entries()) {
    numberOf.set(unit.id, numbers.unit + index);
    database.run(
      'INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      scope,
      numbers.unit + index,
      unit.id,
      numbers.file,
      unit.entityType,
      unit.name,
      comparableName(unit.name),
      unit.qualifiedName,
      unit.parentId ?? null,
      unit.startLine,
      unit.endLine,
      unit.signatureEndLine,
      unit.signature,
      unit.docComment ?? null,
      unit.exported ? 1 : 0,
      unit.contentHash,
    );
  }
  return numberOf;
}

function insertChunks(
  database: Database,
  scope: number,
  indexed: IndexedFile,
  numbers: FirstNumbers & { readonly unitNumbers: ReadonlyMap<string, number> },
): void {
  const typeOf = new Map(indexed.units.map(({ id, entityType }) => [id, entityType]));
  let textStart = 0;
  for (const [index, chunk] of indexed.chunks.entries()) {
    const unit = chunk.unitId ?? '';
    database.run(
      'INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      scope,
      numbers.chunk + index,
      chunk.id,
      numbers.file,
      numbers.unitNumbers.get(unit) ?? null,
      typeOf.get(unit) ?? typeOutsideUnits(indexed.file),
      chunk.startLine,
      chunk.endLine,
      chunk.contentHash,
      textStart,
      chunk.text.length,
    );
    textStart += chunk.text.length;
  }
}

function typeOutsideUnits(file: FileRow): EntityType {
  return file.role === 'document' ? 'document' : 'file';
}

function insertRelations(
  database: Database,
  scope: number,
  { relations }: IndexedFile,
  numbers: { readonly file: number; readonly unitNumbers: ReadonlyMap<string, number> },
): void {
  for (const [ordinal, relation] of relations.entries()) {
    database.run(
      `INSERT INTO relations (scope, file, ordinal, kind, from_unit, to_name, to_path, to_unit_id, weight)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      scope,
      numbers.file,
      ordinal,
      relation.kind,
      numbers.unitNumbers.get(relation.fromUnitId ?? '') ?? null,
      relation.toName,
      relation.toPath ?? null,
      relation.toUnitId ?? null,
      relation.weight,
    );
  }
}
