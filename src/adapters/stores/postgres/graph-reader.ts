import type { GraphReader, RelationRow } from '../../../core/store.ts';
import { joinFiles } from '../shared/join-files.ts';
import { type RelationRecord, relationRow, type UnitRecord, unitRow } from '../shared/rows.ts';
import { cachedLookup } from './cached-lookup.ts';
import { RELATIONS_HERE, UNITS_HERE, UNITS_OF_FILE } from './rows.ts';
import type { ScopedStatements, ScopeHandle } from './scope-handle.ts';

/** Reads units and the relations between them. */
export function graphReader(scope: ScopeHandle): GraphReader {
  const importance = cachedLookup(readImportance, { max: MAX_FILES, sizeOf: () => 1 });

  async function relations(
    condition: string,
    ids: readonly string[],
    kinds: readonly string[] | undefined,
  ): Promise<readonly RelationRow[]> {
    const rows = await scope.all<RelationRecord>(
      `${RELATIONS_HERE} AND ${condition} AND ($4::text[] IS NULL OR r.kind = ANY($4))
       ORDER BY r.file, r.ordinal`,
      ids,
      kinds ?? null,
    );
    return rows.map(relationRow);
  }

  return {
    async units(ids) {
      return (await scope.all<UnitRecord>(`${UNITS_HERE} AND u.id = ANY($3)`, ids)).map(unitRow);
    },
    async unitsOfFile(path) {
      return (await scope.all<UnitRecord>(UNITS_OF_FILE, path)).map(unitRow);
    },
    relationsFrom: async (ids, kinds) =>
      (await Promise.all([FROM_UNITS, FROM_FILES].map((from) => relations(from, ids, kinds)))).flat(),
    relationsTo: (ids, kinds) => relations('r.target = ANY($3)', ids, kinds),
    async fileEdges() {
      return joinFiles({
        files: await scope.all('SELECT number, path FROM files WHERE owner = $1 AND project = $2'),
        definitions: await scope.all('SELECT name_key, file FROM units WHERE owner = $1 AND project = $2'),
        relations: await scope.all(
          `SELECT file, to_name, to_path, sum(weight) AS weight FROM relations
           WHERE owner = $1 AND project = $2 GROUP BY file, to_name, to_path ORDER BY file`,
        ),
      });
    },
    putImportance: (files) =>
      scope.write(async (transaction) => {
        await transaction.run('DELETE FROM file_importance WHERE owner = $1 AND project = $2');
        await transaction.run(
          `INSERT INTO file_importance SELECT s.owner, s.project, t.path, t.importance
           FROM scopes s CROSS JOIN unnest($3::text[], $4::float8[]) AS t (path, importance)
           WHERE s.owner = $1 AND s.project = $2
           ON CONFLICT (owner, project, path) DO UPDATE SET importance = excluded.importance`,
          files.map(({ path }) => path),
          files.map(({ importance }) => importance),
        );
        await transaction.changed();
      }),
    importanceOf: (paths) =>
      scope.reading(async (statements) => importance(statements, await scope.version(statements), paths)),
  };
}

/** About 2 MB. */
const MAX_FILES = 20_000;

async function readImportance(statements: ScopedStatements, paths: readonly string[]) {
  const rows = await statements.all<{ path: string; importance: number }>(
    'SELECT path, importance FROM file_importance WHERE owner = $1 AND project = $2 AND path = ANY($3)',
    paths,
  );
  return new Map(rows.map(({ path, importance }) => [path, importance]));
}

/** Relations are clustered by file, so those of a unit are found through its file. */
const FROM_UNITS = `(r.file, r.from_unit) IN (
  SELECT file, number FROM units WHERE owner = $1 AND project = $2 AND id = ANY($3))`;
const FROM_FILES = `r.from_unit IS NULL AND r.file IN (
  SELECT number FROM files WHERE owner = $1 AND project = $2 AND path = ANY($3))`;
