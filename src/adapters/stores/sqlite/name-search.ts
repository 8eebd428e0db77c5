import type { FileRow, NameSearch, UnitRow } from '../../../core/store.ts';
import {
  comparableName,
  comparablePath,
  endsWithPath,
  isNamed,
  lastSegment,
  nameKey,
} from '../shared/comparable-name.ts';
import { rankBySharedTerms } from '../shared/rank-documents.ts';
import {
  baseName,
  FILE_COLUMNS,
  type FileRecord,
  fileRow,
  type UnitRecord,
  unitRow,
} from '../shared/rows.ts';
import {
  mostSimilar,
  PATH_CANDIDATES,
  type SimilarName,
  similarPaths,
  similarUnits,
} from '../shared/similar-names.ts';
import { trigramsOf } from '../shared/trigrams.ts';
import type { Database } from './database.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { byIndex, UNITS } from './rows.ts';
import type { ScopeHandle } from './scope-handle.ts';

/** Finds units and files by name. */
export function nameSearch(
  database: Database,
  scope: ScopeHandle,
  spaces: { readonly unitNames: InvertedIndex; readonly paths: InvertedIndex },
): NameSearch {
  return {
    async unitsNamed(names, { limit }) {
      return database.read(() => {
        const found = new Map<string, UnitRow>();
        for (const name of new Set(names.map(comparableName))) {
          for (const unit of unitsWithName(name, limit)) found.set(unit.id, unit);
        }
        return [...found.values()].slice(0, limit);
      });
    },

    async similarNames(text, { limit, minimum }) {
      const trigrams = trigramsOf(text);
      if (trigrams.length === 0) return [];
      return database.read(() =>
        mostSimilar([...unitsLike(trigrams, limit, minimum), ...pathsLike(trigrams, limit)], {
          limit,
          minimum,
        }),
      );
    },

    async filesEndingWith(path) {
      const ending = comparablePath(path);
      return filesWithBase(baseName(ending)).filter(({ path }) => endsWithPath(path, ending));
    },
  };

  /** Looks up the last segment, which is indexed; the qualified name decides between several matches. */
  function unitsWithName(name: string, limit: number): UnitRow[] {
    const last = lastSegment(name);
    const rows = database.all<UnitRecord>(
      `${byIndex(UNITS, 'units u', 'units_by_name')} WHERE u.scope = ? AND u.name_key IN (?, ?) ORDER BY u.number LIMIT ?`,
      scope.id() ?? null,
      nameKey(name),
      nameKey(last),
      last === name ? limit : ALL,
    );
    return rows.map(unitRow).filter((unit) => isNamed(unit, name));
  }

  function unitsLike(trigrams: readonly string[], limit: number, minimum: number): SimilarName[] {
    const ranking = rankBySharedTerms(spaces.unitNames.postings(trigrams), {
      termCount: trigrams.length,
      limit,
      minimum,
    });
    const rows = database.all<UnitRecord>(
      `${UNITS} WHERE u.scope = ? AND u.number IN (SELECT value FROM json_each(?))`,
      scope.id() ?? null,
      JSON.stringify(ranking.map(({ number }) => number)),
    );
    return similarUnits(ranking, rows);
  }

  function pathsLike(trigrams: readonly string[], limit: number): SimilarName[] {
    const ranking = rankBySharedTerms(spaces.paths.postings(trigrams), {
      termCount: trigrams.length,
      limit: limit * PATH_CANDIDATES,
      minimum: 0,
    });
    const rows = database.all<{ number: number; path: string }>(
      'SELECT number, path FROM files WHERE scope = ? AND number IN (SELECT value FROM json_each(?))',
      scope.id() ?? null,
      JSON.stringify(ranking.map(({ number }) => number)),
    );
    return similarPaths(ranking, rows, trigrams);
  }

  function filesWithBase(base: string): FileRow[] {
    const rows = database.all<FileRecord>(
      `SELECT ${FILE_COLUMNS} FROM files INDEXED BY files_by_base WHERE scope = ? AND base = ? ORDER BY path`,
      scope.id() ?? null,
      base,
    );
    return rows.map(fileRow);
  }
}

/** SQLite's value for no limit. */
const ALL = -1;
