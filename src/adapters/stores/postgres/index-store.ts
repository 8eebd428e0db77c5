import type { IndexStore } from '../../../core/store.ts';
import { FILE_COLUMNS, type FileRecord, fileRow } from '../shared/rows.ts';
import { chunkSearch } from './chunk-search.ts';
import { chunkVectors } from './chunk-vectors.ts';
import { commitLog } from './commit-log.ts';
import { fileWriter } from './file-writer.ts';
import { graphReader } from './graph-reader.ts';
import { invertedIndex } from './inverted-index.ts';
import { nameSearch } from './name-search.ts';
import type { ScopeHandle } from './scope-handle.ts';
import { type GraphOptions, vectorGraph } from './vector-graph.ts';

/** The index of one project. Each part of the port has its own file in this folder. */
export function postgresIndexStore(scope: ScopeHandle, options: GraphOptions): IndexStore {
  const spaces = {
    chunks: invertedIndex('chunk', scope.version),
    unitNames: invertedIndex('unit-name', scope.version),
    paths: invertedIndex('path', scope.version),
  };
  const writer = fileWriter(scope, spaces);
  const { mask, ...search } = chunkSearch(scope, spaces.chunks);
  const graph = vectorGraph(scope, options);
  const { summary, ...vectors } = chunkVectors(scope, { mask, graph });

  async function meta(key: string): Promise<string | undefined> {
    const row = await scope.get<{ value: string }>(
      'SELECT value FROM meta WHERE owner = $1 AND project = $2 AND key = $3',
      key,
    );
    return row?.value;
  }

  return {
    ...search,
    ...vectors,
    ...nameSearch(scope, spaces),
    ...graphReader(scope),
    ...commitLog(scope, invertedIndex('commit', scope.version)),

    putFiles: (files) => writer.put(files),
    removeFiles: (paths) => writer.remove(paths),
    clearFiles: () => writer.clear(),
    async files(paths) {
      const rows = await scope.all<FileRecord>(
        `SELECT ${FILE_COLUMNS} FROM files WHERE owner = $1 AND project = $2
           AND ($3::text[] IS NULL OR path = ANY($3)) ORDER BY path COLLATE "C"`,
        paths ?? null,
      );
      return rows.map(fileRow);
    },
    getMeta: meta,
    setMeta: (key, value) =>
      scope.write(async (transaction) => {
        await transaction.run(
          `INSERT INTO meta VALUES ($1, $2, $3, $4)
           ON CONFLICT (owner, project, key) DO UPDATE SET value = excluded.value`,
          key,
          value,
        );
      }),
    async size() {
      const { version = 0, files = 0, chunks = 0 } = (await scope.row()) ?? {};
      return { version, files, chunks };
    },
    async state() {
      const row = await scope.row();
      const { version = 0, files = 0, units = 0, chunks = 0, relations = 0, commits = 0 } = row ?? {};
      const { count, model } = await summary();
      const indexedAt = await meta('indexedAt');
      const headSha = await meta('headSha');
      return {
        ...{ version, files, units, chunks, relations, commits },
        vectors: count,
        languages: await languages(),
        ...(model === null ? {} : { embeddingModel: model, vectorSearch: await vectorSearch(model) }),
        ...(indexedAt === undefined ? {} : { indexedAt: Number(indexedAt) }),
        ...(headSha === undefined ? {} : { headSha }),
      };
    },
  };

  async function vectorSearch(model: string): Promise<string> {
    const { isDistributed, pgvector, from } = options;
    if (isDistributed) return 'exact scan';
    if (pgvector === undefined) return 'exact scan (pgvector is not installed)';
    const used = await graph.isUsed(scope, model);
    return used
      ? `graph of neighbours (pgvector ${pgvector.version})`
      : `exact scan (pgvector ${pgvector.version} from ${from} vectors on)`;
  }

  async function languages(): Promise<Readonly<Record<string, number>>> {
    const rows = await scope.all<{ language: string; files: number }>(
      `SELECT language, count(*)::int AS files FROM files WHERE owner = $1 AND project = $2
       GROUP BY language ORDER BY files DESC`,
    );
    return Object.fromEntries(rows.map(({ language, files }) => [language, files]));
  }
}
