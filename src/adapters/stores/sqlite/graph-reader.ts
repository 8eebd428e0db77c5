import type { IndexStore, RelationRow } from '../../../core/store.ts';
import type { Database } from './database.ts';
import { RELATIONS, type RelationRecord, relationRow, UNITS, type UnitRecord, unitRow } from './rows.ts';
import type { ScopeHandle } from './scope-handle.ts';

export type GraphReader = Pick<
  IndexStore,
  'units' | 'unitsOfFile' | 'relationsFrom' | 'relationsTo' | 'fileEdges'
>;

/** Reads units and the relations between them. */
export function graphReader(database: Database, scope: ScopeHandle): GraphReader {
  function relations(
    condition: string,
    ids: readonly string[],
    kinds: readonly string[] | undefined,
  ): readonly RelationRow[] {
    const rows = database.all<RelationRecord>(
      `${RELATIONS} WHERE r.scope = ?1 AND ${condition}
         AND (?3 IS NULL OR r.kind IN (SELECT value FROM json_each(?3)))`,
      scope.id() ?? null,
      JSON.stringify(ids),
      kinds === undefined ? null : JSON.stringify(kinds),
    );
    return rows.map(relationRow);
  }

  return {
    async units(ids) {
      const rows = database.all<UnitRecord>(
        `${UNITS} WHERE u.scope = ? AND u.id IN (SELECT value FROM json_each(?))`,
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
      return relations('r.target IN (SELECT value FROM json_each(?2))', ids, kinds);
    },
    async fileEdges() {
      return database.all<{ from: string; to: string; weight: number }>(
        `SELECT f.path AS "from", r.to_path AS "to", sum(r.weight) AS weight
         FROM relations r JOIN files f ON f.scope = r.scope AND f.number = r.file
         WHERE r.scope = ? AND r.to_path IS NOT NULL AND r.to_path <> f.path
         GROUP BY r.file, r.to_path`,
        scope.id() ?? null,
      );
    },
  };
}

/** A file's relations lie together, so those of a unit are found through its file. */
const FROM_UNITS = `(r.file, r.from_unit) IN (
  SELECT file, number FROM units WHERE scope = ?1 AND id IN (SELECT value FROM json_each(?2)))`;
const FROM_FILES = `r.from_unit IS NULL AND r.file IN (
  SELECT number FROM files WHERE scope = ?1 AND path IN (SELECT value FROM json_each(?2)))`;
