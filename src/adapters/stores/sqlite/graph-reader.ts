import type { IndexStore, RelationRow } from '../../../core/store.ts';
import { joinFiles } from '../shared/join-files.ts';
import { type RelationRecord, relationRow, type UnitRecord, unitRow } from '../shared/rows.ts';
import type { Database } from './database.ts';
import { foundOf, rememberedValues } from './remembered-values.ts';
import { byIndex, relationsBy, UNITS } from './rows.ts';
import type { ScopeHandle } from './scope-handle.ts';

export type GraphReader = Pick<
  IndexStore,
  'units' | 'unitsOfFile' | 'relationsFrom' | 'relationsTo' | 'fileEdges' | 'putImportance' | 'importanceOf'
>;

/** About 10 MB. */
const MOST_PATHS = 100_000;

/** Reads units and the relations between them. */
export function graphReader(database: Database, scope: ScopeHandle): GraphReader {
  function relations(
    select: string,
    ids: readonly string[],
    kinds: readonly string[] | undefined,
  ): readonly RelationRow[] {
    const rows = database.all<RelationRecord>(
      `${select} AND (?3 IS NULL OR r.kind IN (SELECT value FROM json_each(?3))) ORDER BY r.file, r.ordinal`,
      scope.id() ?? null,
      JSON.stringify(ids),
      kinds === undefined ? null : JSON.stringify(kinds),
    );
    return rows.map(relationRow);
  }

  const importance = rememberedValues(
    database,
    scope,
    (paths: readonly string[]) =>
      new Map(
        database.rows<[path: string, importance: number]>(
          'SELECT path, importance FROM file_importance WHERE scope = ? AND path IN (SELECT value FROM json_each(?))',
          scope.id() ?? null,
          JSON.stringify(paths),
        ),
      ),
    { most: MOST_PATHS },
  );

  return {
    async units(ids) {
      const rows = database.all<UnitRecord>(
        `${byIndex(UNITS, 'units u', 'units_by_id')} WHERE u.scope = ? AND u.id IN (SELECT value FROM json_each(?))`,
        scope.id() ?? null,
        JSON.stringify(ids),
      );
      return rows.map(unitRow);
    },
    async unitsOfFile(path) {
      const rows = database.all<UnitRecord>(
        `${UNITS} WHERE f.scope = ?1 AND f.path = ?2 AND u.scope = ?1
           AND u.number >= f.first_unit AND u.number < f.first_unit + f.unit_count ORDER BY u.number`,
        scope.id() ?? null,
        path,
      );
      return rows.map(unitRow);
    },
    async relationsFrom(ids, kinds) {
      return database.read(() => [
        ...relations(FROM_UNITS, ids, kinds),
        ...relations(FROM_FILES, ids, kinds),
      ]);
    },
    async relationsTo(ids, kinds) {
      return relations(TO, ids, kinds);
    },
    async fileEdges() {
      const id = scope.id() ?? null;
      return database.read(() =>
        joinFiles({
          files: database.each('SELECT number, path FROM files WHERE scope = ?', id),
          definitions: database.each('SELECT name_key, file FROM units WHERE scope = ?', id),
          relations: database.each(
            'SELECT file, to_name, to_path, weight FROM relations WHERE scope = ? ORDER BY file, ordinal',
            id,
          ),
        }),
      );
    },
    async putImportance(files) {
      database.write(() => {
        const id = scope.idForWriting();
        database.run('DELETE FROM file_importance WHERE scope = ?', id);
        for (const { path, importance } of files) {
          database.run('INSERT OR REPLACE INTO file_importance VALUES (?, ?, ?)', id, path, importance);
        }
        scope.changed();
      });
    },
    async importanceOf(paths) {
      return foundOf(paths, importance(paths));
    },
  };
}

/** A file's relations lie together, so those of a unit are found through its file. */
const FROM_UNITS = `${relationsBy(
  `units o INDEXED BY units_by_id
     CROSS JOIN relations r ON r.scope = o.scope AND r.file = o.file AND r.from_unit = o.number`,
)} WHERE o.scope = ?1 AND o.id IN (SELECT value FROM json_each(?2))`;
const FROM_FILES = `${relationsBy('relations r')} WHERE r.scope = ?1 AND r.from_unit IS NULL AND r.file IN (
  SELECT number FROM files WHERE scope = ?1 AND path IN (SELECT value FROM json_each(?2)))`;
const TO = `${relationsBy('relations r INDEXED BY relations_by_target')}
  WHERE r.scope = ?1 AND r.target IN (SELECT value FROM json_each(?2))`;
