import type { IndexedFile } from '../../../core/store.ts';
import {
  countDifference,
  countsOf,
  type FileCounts,
  indexedRows,
  latestOfEach,
  NO_FILES,
} from '../shared/indexed-rows.ts';
import { unpackStrings } from '../shared/packed-strings.ts';
import { FILE_COLUMNS, type FileRecord } from '../shared/rows.ts';
import { trigramsOf } from '../shared/trigrams.ts';
import type { Database } from './database.ts';
import type { InvertedIndex, RemovedDocuments } from './inverted-index.ts';
import type { ScopeHandle } from './scope-handle.ts';

/** The word spaces that files are searched in. */
export interface FileSpaces {
  readonly chunks: InvertedIndex;
  readonly unitNames: InvertedIndex;
  readonly paths: InvertedIndex;
}

/** Writes files atomically: their rows, texts and words. */
export interface FileWriter {
  put(files: readonly IndexedFile[]): void;
  remove(paths: readonly string[]): void;
  clear(): void;
}

export function fileWriter(database: Database, scope: ScopeHandle, spaces: FileSpaces): FileWriter {
  return {
    put(files) {
      if (files.length === 0) return;
      const latest = latestOfEach(files);
      database.write(() => {
        const removed = removeRows(latest.map(({ file }) => file.path));
        const added = insertRows(latest);
        spaces.chunks.replace(removed.chunks, added.words.chunks);
        spaces.unitNames.replace(removed.unitNames, added.words.unitNames);
        spaces.paths.replace(removed.paths, added.words.paths);
        scope.changed(countDifference(added.counts, removed.counts));
      });
    },
    remove(paths) {
      database.write(() => {
        const removed = removeRows(paths);
        spaces.chunks.remove(removed.chunks);
        spaces.unitNames.remove(removed.unitNames);
        spaces.paths.remove(removed.paths);
        if (removed.counts.files > 0) scope.changed(countDifference(NO_FILES, removed.counts));
      });
    },
    clear() {
      database.write(() => {
        const scopeId = scope.id() ?? null;
        for (const table of [...TABLES, 'file_importance']) {
          database.run(`DELETE FROM ${table} WHERE scope = ?`, scopeId);
        }
        for (const space of [spaces.chunks, spaces.unitNames, spaces.paths]) space.clear();
        database.run("DELETE FROM meta WHERE scope = ? AND key = 'indexedAt'", scopeId);
        scope.changed(countDifference(NO_FILES, scope.counts()));
      });
    },
  };

  /** Without the words, which are written together with those that were removed. */
  function insertRows(files: readonly IndexedFile[]): Pick<ReturnType<typeof indexedRows>, 'words'> & {
    readonly counts: FileCounts;
  } {
    const scopeId = scope.idForWriting();
    const counts = countsOf(files);
    const { rows, words } = indexedRows(files, {
      file: scope.allocate('file', counts.files),
      unit: scope.allocate('unit', counts.units),
      chunk: scope.allocate('chunk', counts.chunks),
    });
    for (const table of TABLES) {
      for (const row of rows[table]) database.run(INSERT[table], scopeId, ...row);
    }
    return { counts, words };
  }

  function removeRows(paths: readonly string[]): RemovedFiles {
    const scopeId = scope.id();
    if (scopeId === undefined) return NONE_REMOVED;
    const files = database.all<FileRecord>(
      `SELECT ${FILE_COLUMNS} FROM files INDEXED BY files_by_path
       WHERE scope = ? AND path IN (SELECT value FROM json_each(?))`,
      scopeId,
      JSON.stringify(paths),
    );
    if (files.length === 0) return NONE_REMOVED;
    const counts = { files: files.length, units: 0, chunks: 0, relations: 0 };
    const chunks: RemovedDocuments[] = [];
    const unitNames: RemovedDocuments[] = [];
    for (const file of files) {
      const packed = database.get<{ terms: Uint8Array }>(
        'SELECT terms FROM file_texts WHERE scope = ? AND file = ?',
        scopeId,
        file.number,
      );
      const unitRange = [scopeId, file.first_unit, file.first_unit + file.unit_count] as const;
      const chunkRange = [scopeId, file.first_chunk, file.first_chunk + file.chunk_count] as const;
      const units = database.all<{ number: number; name: string }>(UNIT_NAMES_OF_RANGE, ...unitRange);
      unitNames.push({
        numbers: units.map(({ number }) => number),
        terms: units.flatMap(({ name }) => trigramsOf(name)),
      });
      chunks.push({
        numbers: Array.from({ length: file.chunk_count }, (_, index) => file.first_chunk + index),
        terms: packed === undefined ? [] : unpackStrings(packed.terms),
      });
      counts.units += units.length;
      counts.chunks += file.chunk_count;
      database.run('DELETE FROM units WHERE scope = ? AND number >= ? AND number < ?', ...unitRange);
      database.run('DELETE FROM chunks WHERE scope = ? AND number >= ? AND number < ?', ...chunkRange);
      counts.relations += database.run(
        'DELETE FROM relations WHERE scope = ? AND file = ?',
        scopeId,
        file.number,
      );
      database.run('DELETE FROM file_texts WHERE scope = ? AND file = ?', scopeId, file.number);
      database.run('DELETE FROM files WHERE scope = ? AND number = ?', scopeId, file.number);
    }
    const removedPaths = files.map(({ number, path }) => ({ numbers: [number], terms: trigramsOf(path) }));
    return { counts, chunks, unitNames, paths: removedPaths };
  }
}

/** What was removed, and the words that have yet to be. */
type RemovedFiles = Readonly<Record<keyof FileSpaces, readonly RemovedDocuments[]>> & {
  readonly counts: FileCounts;
};
const NONE_REMOVED: RemovedFiles = { counts: NO_FILES, chunks: [], unitNames: [], paths: [] };

const UNIT_NAMES_OF_RANGE = 'SELECT number, name FROM units WHERE scope = ? AND number >= ? AND number < ?';

const TABLES = ['files', 'file_texts', 'units', 'chunks', 'relations'] as const;
const INSERT = {
  files: 'INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  file_texts: 'INSERT INTO file_texts VALUES (?, ?, ?, ?)',
  units: 'INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  chunks: 'INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  relations: `INSERT INTO relations (scope, file, ordinal, kind, from_unit, to_name, to_path, to_unit_id, weight)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
};
