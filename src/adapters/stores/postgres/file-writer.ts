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
import { TABLES } from '../shared/tables.ts';
import { trigramsOf } from '../shared/trigrams.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { ScopedTransaction, ScopeHandle } from './scope-handle.ts';

/** The word spaces that files are searched in. */
export interface FileSpaces {
  readonly chunks: InvertedIndex;
  readonly unitNames: InvertedIndex;
  readonly paths: InvertedIndex;
}

/** Writes files in one transaction: their rows by COPY, and their words. */
export interface FileWriter {
  put(files: readonly IndexedFile[]): Promise<void>;
  remove(paths: readonly string[]): Promise<void>;
  clear(): Promise<void>;
}

export function fileWriter(scope: ScopeHandle, spaces: FileSpaces): FileWriter {
  return {
    async put(files) {
      if (files.length === 0) return;
      const latest = latestOfEach(files);
      const growth = await scope.write(async (transaction) => {
        const before = (await scope.row(transaction))?.chunks ?? 0;
        const removed = await removeRows(
          transaction,
          latest.map(({ file }) => file.path),
        );
        const added = await insertRows(transaction, latest);
        await transaction.changed(countDifference(added, removed));
        return [before, before + added.chunks - removed.chunks] as const;
      });
      await scope.grown(...growth);
    },
    async remove(paths) {
      await scope.write(async (transaction) => {
        const removed = await removeRows(transaction, paths);
        if (removed.files > 0) await transaction.changed(countDifference(NO_FILES, removed));
      });
    },
    clear: () =>
      scope.write(async (transaction) => {
        for (const table of [...FILE_TABLES, 'file_importance']) {
          await transaction.run(`DELETE FROM ${table} WHERE owner = $1 AND project = $2`);
        }
        for (const space of [spaces.chunks, spaces.unitNames, spaces.paths]) await space.clear(transaction);
        await transaction.run("DELETE FROM meta WHERE owner = $1 AND project = $2 AND key = 'indexedAt'");
        const counts = await scope.row(transaction);
        await transaction.changed(countDifference(NO_FILES, counts ?? NO_FILES));
      }),
  };

  async function insertRows(
    transaction: ScopedTransaction,
    files: readonly IndexedFile[],
  ): Promise<FileCounts> {
    const counts = countsOf(files);
    const { rows, words } = indexedRows(files, {
      file: await transaction.allocate('file', counts.files),
      unit: await transaction.allocate('unit', counts.units),
      chunk: await transaction.allocate('chunk', counts.chunks),
    });
    const { owner, project } = scope.scope;
    for (const table of FILE_TABLES) {
      const scoped = rows[table].map((row) => [owner, project, ...row]);
      await transaction.copy(table, ['owner', 'project', ...TABLES[table]], scoped);
    }
    await spaces.chunks.add(transaction, words.chunks);
    await spaces.unitNames.add(transaction, words.unitNames);
    await spaces.paths.add(transaction, words.paths);
    return counts;
  }

  async function removeRows(transaction: ScopedTransaction, paths: readonly string[]): Promise<FileCounts> {
    const files = await transaction.all<FileRecord>(
      `SELECT ${FILE_COLUMNS} FROM files WHERE owner = $1 AND project = $2 AND path = ANY($3)`,
      paths,
    );
    if (files.length === 0) return NO_FILES;
    const numbers = files.map(({ number }) => number);
    const ofFiles = 'WHERE owner = $1 AND project = $2 AND file = ANY($3)';
    const packed = await transaction.all<{ terms: Buffer }>(
      `SELECT terms FROM file_texts ${ofFiles}`,
      numbers,
    );
    const units = await transaction.all<{ number: number; name: string }>(
      `DELETE FROM units u USING files f WHERE u.owner = $1 AND u.project = $2 AND f.owner = $1
         AND f.project = $2 AND f.number = ANY($3) AND u.number >= f.first_unit
         AND u.number < f.first_unit + f.unit_count RETURNING u.number, u.name`,
      numbers,
    );
    await transaction.run(
      `DELETE FROM chunks c USING files f WHERE c.owner = $1 AND c.project = $2 AND f.owner = $1
         AND f.project = $2 AND f.number = ANY($3) AND c.number >= f.first_chunk
         AND c.number < f.first_chunk + f.chunk_count`,
      numbers,
    );
    const relations = await transaction.run(`DELETE FROM relations ${ofFiles}`, numbers);
    await transaction.run(`DELETE FROM file_texts ${ofFiles}`, numbers);
    await transaction.run(
      'DELETE FROM files WHERE owner = $1 AND project = $2 AND number = ANY($3)',
      numbers,
    );
    const chunks = files.flatMap(({ first_chunk, chunk_count }) =>
      Array.from({ length: chunk_count }, (_, index) => first_chunk + index),
    );
    const terms = new Set(packed.flatMap((row) => unpackStrings(row.terms)));
    await spaces.chunks.remove(transaction, chunks, terms);
    await spaces.unitNames.remove(
      transaction,
      units.map(({ number }) => number),
      new Set(units.flatMap(({ name }) => trigramsOf(name))),
    );
    await spaces.paths.remove(transaction, numbers, new Set(files.flatMap(({ path }) => trigramsOf(path))));
    return { files: files.length, units: units.length, chunks: chunks.length, relations };
  }
}

const FILE_TABLES = ['files', 'file_texts', 'units', 'chunks', 'relations'] as const;
