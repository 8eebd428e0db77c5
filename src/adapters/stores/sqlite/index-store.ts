import type { IndexStore } from '../../../core/store.ts';
import { FILE_COLUMNS, type FileRecord, fileRow } from '../shared/rows.ts';
import { cachedLookup } from './cached-lookup.ts';
import { chunkSearch } from './chunk-search.ts';
import { chunkVectors } from './chunk-vectors.ts';
import { commitLog } from './commit-log.ts';
import type { Database } from './database.ts';
import { fileWriter } from './file-writer.ts';
import { graphReader } from './graph-reader.ts';
import { invertedIndex } from './inverted-index.ts';
import { nameSearch } from './name-search.ts';
import type { ScopeHandle } from './scope-handle.ts';

/** About 10 MB. */
const MAX_FILES = 30_000;

/** The index of one project. Each part of the port has its own file in this folder. */
export function sqliteIndexStore(database: Database, scope: ScopeHandle): IndexStore {
  const spaces = {
    chunks: invertedIndex(database, scope, 'chunk', { cached: true, counted: true }),
    unitNames: invertedIndex(database, scope, 'unit-name', { cached: true }),
    paths: invertedIndex(database, scope, 'path', { cached: true }),
  };
  const writer = fileWriter(database, scope, spaces);
  const { scored, mask, ...search } = chunkSearch(database, scope, spaces.chunks);
  const { count, model, ...vectors } = chunkVectors(database, scope, { scored, mask, ...search });

  /** Every question asks for the files of its hits, many of them again. */
  const filesAt = cachedLookup(
    database,
    scope,
    (paths: readonly string[]) => {
      const rows = database.all<FileRecord>(
        `SELECT ${FILE_COLUMNS} FROM files INDEXED BY files_by_path
         WHERE scope = ? AND path IN (SELECT value FROM json_each(?))`,
        scope.id() ?? null,
        JSON.stringify(paths),
      );
      return new Map(rows.map((row) => [row.path, fileRow(row)]));
    },
    { max: MAX_FILES },
  );

  function meta(key: string): string | undefined {
    return database.get<{ value: string }>(
      'SELECT value FROM meta WHERE scope = ? AND key = ?',
      scope.id() ?? null,
      key,
    )?.value;
  }

  return {
    ...search,
    ...vectors,
    ...nameSearch(database, scope, spaces),
    ...graphReader(database, scope),
    ...commitLog(database, scope, invertedIndex(database, scope, 'commit', { cached: true, counted: true })),

    async putFiles(files) {
      writer.put(files);
    },
    async removeFiles(paths) {
      writer.remove(paths);
    },
    async clearFiles() {
      writer.clear();
    },
    async files(paths) {
      if (paths !== undefined) {
        return filesAt([...new Set(paths)].sort()).flatMap((file) => file ?? []);
      }
      const rows = database.all<FileRecord>(
        `SELECT ${FILE_COLUMNS} FROM files WHERE scope = ? ORDER BY path`,
        scope.id() ?? null,
      );
      return rows.map(fileRow);
    },
    async getMeta(key) {
      return meta(key);
    },
    async setMeta(key, value) {
      database.write(() => {
        database.run(
          'INSERT INTO meta VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
          scope.idForWriting(),
          key,
          value,
        );
      });
    },
    async size() {
      const { version, files, chunks } = scope.counts();
      return { version, files, chunks };
    },
    async state() {
      return database.read(() => {
        const embeddingModel = model();
        const indexedAt = meta('indexedAt');
        const headSha = meta('headSha');
        return {
          ...scope.counts(),
          vectors: count(),
          languages: languages(),
          ...(embeddingModel === undefined ? {} : { embeddingModel }),
          ...(indexedAt === undefined ? {} : { indexedAt: Number(indexedAt) }),
          ...(headSha === undefined ? {} : { headSha }),
        };
      });
    },
  };

  function languages(): Readonly<Record<string, number>> {
    const rows = database.all<{ language: string; files: number }>(
      'SELECT language, count(*) AS files FROM files WHERE scope = ? GROUP BY language ORDER BY files DESC',
      scope.id() ?? null,
    );
    return Object.fromEntries(rows.map(({ language, files }) => [language, files]));
  }
}
