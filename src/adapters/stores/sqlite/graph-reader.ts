import type { GraphReader, RelationRow } from '../../../core/store.ts';
import { joinFiles } from '../shared/join-files.ts';
import {
  RELATION_COLUMNS,
  type RelationRecord,
  relationRow,
  type UnitRecord,
  unitRow,
} from '../shared/rows.ts';
import { cachedLookup, foundOf } from './cached-lookup.ts';
import type { Database } from './database.ts';
import { byIndex, relationsBy, UNITS } from './rows.ts';
import type { ScopeHandle } from './scope-handle.ts';

/** About 10 MB. */
const MAX_PATHS = 100_000;
const FILES_AT_ONCE = 400;

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

  const importance = cachedLookup(
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
    { max: MAX_PATHS },
  );

  function* definitionsOf(id: number | null): Iterable<{ name_key: string; file: number }> {
    const rows = database.rows<[name: string, file: number]>(
      'SELECT name_key, file FROM units WHERE scope = ?',
      id,
    );
    for (const [name_key, file] of rows) yield { name_key, file };
  }

  /** Reads a few hundred files at a time: row by row takes three times as long, all at once hundreds of megabytes. */
  function* relationsOf(id: number | null, files: readonly { readonly number: number }[]) {
    for (let first = 0; first < files.length; first += FILES_AT_ONCE) {
      const last = Math.min(first + FILES_AT_ONCE, files.length) - 1;
      const rows = database.rows<[file: number, name: string, path: string | null, weight: number]>(
        `SELECT file, to_name, to_path, weight FROM relations
         WHERE scope = ? AND file BETWEEN ? AND ? ORDER BY file, ordinal`,
        id,
        files[first]!.number,
        files[last]!.number,
      );
      for (const [file, to_name, to_path, weight] of rows) yield { file, to_name, to_path, weight };
    }
  }

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
      return database.read(() => {
        const files = database.all<{ number: number; path: string }>(
          'SELECT number, path FROM files WHERE scope = ? ORDER BY number',
          id,
        );
        return joinFiles({ files, definitions: definitionsOf(id), relations: relationsOf(id, files) });
      });
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

/** Relations are clustered by file, so those of a unit are found through its file, which is looked up once. */
const FROM_UNITS = `SELECT ${RELATION_COLUMNS} FROM units u INDEXED BY units_by_id
  CROSS JOIN files f ON f.scope = u.scope AND f.number = u.file
  CROSS JOIN relations r ON r.scope = u.scope AND r.file = u.file AND r.from_unit = u.number
  WHERE u.scope = ?1 AND u.id IN (SELECT value FROM json_each(?2))`;
const FROM_FILES = `${relationsBy('relations r')} WHERE r.scope = ?1 AND r.from_unit IS NULL AND r.file IN (
  SELECT number FROM files WHERE scope = ?1 AND path IN (SELECT value FROM json_each(?2)))`;
const TO = `${relationsBy('relations r INDEXED BY relations_by_target')}
  WHERE r.scope = ?1 AND r.target IN (SELECT value FROM json_each(?2))`;
