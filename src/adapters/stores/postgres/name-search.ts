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
import { cachedLookup } from './cached-lookup.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { UNITS_HERE } from './rows.ts';
import type { ScopedStatements, ScopeHandle } from './scope-handle.ts';

/** Finds units and files by name. */
export function nameSearch(
  scope: ScopeHandle,
  spaces: { readonly unitNames: InvertedIndex; readonly paths: InvertedIndex },
): NameSearch {
  /** Every turn of a conversation looks up the files it mentions again. */
  const filesByEnding = cachedLookup(
    async (statements, [ending = '']) => new Map([[ending, await readEndingWith(statements, ending)]]),
    { max: MAX_FILES, sizeOf: (files) => files.length },
  );

  return {
    async unitsNamed(names, { limit }) {
      const found = new Map<string, UnitRow>();
      for (const name of new Set(names.map(comparableName))) {
        for (const unit of await unitsWithName(name, limit)) found.set(unit.id, unit);
      }
      return [...found.values()].slice(0, limit);
    },

    async similarNames(text, { limit, minimum }) {
      const trigrams = trigramsOf(text);
      if (trigrams.length === 0) return [];
      return scope.reading(async (statements) =>
        mostSimilar(
          [
            ...(await unitsLike(statements, trigrams, { limit, minimum })),
            ...(await pathsLike(statements, trigrams, limit)),
          ],
          { limit, minimum },
        ),
      );
    },

    filesEndingWith: (path) =>
      scope.reading(async (statements) => {
        const ending = comparablePath(path);
        return (await filesByEnding(statements, await scope.version(statements), [ending])).get(ending) ?? [];
      }),
  };

  /** Looks up the last segment, which is indexed; the qualified name decides between several matches. */
  async function unitsWithName(name: string, limit: number): Promise<UnitRow[]> {
    const last = lastSegment(name);
    const rows = await scope.all<UnitRecord>(
      `${UNITS_HERE} AND u.name_key = ANY($3) ORDER BY u.number LIMIT $4`,
      [name, last].map(nameKey),
      last === name ? limit : null,
    );
    return rows.map(unitRow).filter((unit) => isNamed(unit, name));
  }

  async function unitsLike(
    statements: ScopedStatements,
    trigrams: readonly string[],
    { limit, minimum }: { readonly limit: number; readonly minimum: number },
  ): Promise<SimilarName[]> {
    const { blocks } = await spaces.unitNames.query(statements, trigrams);
    const ranking = rankBySharedTerms(blocks, { termCount: trigrams.length, limit, minimum });
    const rows = await statements.all<UnitRecord>(
      `${UNITS_HERE} AND u.number = ANY($3)`,
      ranking.map(({ number }) => number),
    );
    return similarUnits(ranking, rows);
  }

  async function pathsLike(
    statements: ScopedStatements,
    trigrams: readonly string[],
    limit: number,
  ): Promise<SimilarName[]> {
    const { blocks } = await spaces.paths.query(statements, trigrams);
    const ranking = rankBySharedTerms(blocks, {
      termCount: trigrams.length,
      limit: limit * PATH_CANDIDATES,
      minimum: 0,
    });
    const rows = await statements.all<{ number: number; path: string }>(
      'SELECT number, path FROM files WHERE owner = $1 AND project = $2 AND number = ANY($3) ORDER BY number',
      ranking.map(({ number }) => number),
    );
    return similarPaths(ranking, rows, trigrams);
  }
}

/** About 1 MB. */
const MAX_FILES = 2000;

/** A project may have a thousand files of one name, so the server filters out most of them. */
async function readEndingWith(statements: ScopedStatements, ending: string): Promise<readonly FileRow[]> {
  const rows = await statements.all<FileRecord>(
    `SELECT ${FILE_COLUMNS} FROM files WHERE owner = $1 AND project = $2 AND base = $3
       AND (lower(path) LIKE $4 OR path !~ '^[ -~]*$') ORDER BY path`,
    baseName(ending),
    `%${ending.replaceAll(/[\\%_]/g, '_')}`,
  );
  return rows.map(fileRow).filter(({ path }) => endsWithPath(path, ending));
}
