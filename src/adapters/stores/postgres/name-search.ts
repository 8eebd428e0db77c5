import type { IndexStore, UnitRow } from '../../../core/store.ts';
import { comparableName, isNamed, lastSegment } from '../shared/comparable-name.ts';
import { rankBySharedTerms } from '../shared/rank-documents.ts';
import {
  baseName,
  FILE_COLUMNS,
  type FileRecord,
  fileRow,
  type UnitRecord,
  unitRow,
} from '../shared/rows.ts';
import { PATH_CANDIDATES, type SimilarName, similarityOfPath } from '../shared/similar-names.ts';
import { trigramsOf } from '../shared/trigrams.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { UNITS_HERE } from './rows.ts';
import type { ScopedStatements, ScopeHandle } from './scope-handle.ts';

export type NameSearch = Pick<IndexStore, 'unitsNamed' | 'similarNames' | 'filesEndingWith'>;

/** Finds units and files by what they are called. */
export function nameSearch(
  scope: ScopeHandle,
  spaces: { readonly unitNames: InvertedIndex; readonly paths: InvertedIndex },
): NameSearch {
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
      return scope.snapshot(async (statements) =>
        [
          ...(await similarUnits(statements, trigrams, { limit, minimum })),
          ...(await similarPaths(statements, trigrams, { limit, minimum })),
        ]
          .sort((left, right) => right.similarity - left.similarity)
          .slice(0, limit),
      );
    },

    async filesEndingWith(path) {
      const ending = path.replace(/^\.?\/+/, '').toLowerCase();
      const rows = await scope.all<FileRecord>(
        `SELECT ${FILE_COLUMNS} FROM files WHERE owner = $1 AND project = $2 AND base = $3 ORDER BY path`,
        baseName(ending),
      );
      return rows.map(fileRow).filter((file) => {
        const candidate = file.path.toLowerCase();
        return candidate === ending || candidate.endsWith(`/${ending}`);
      });
    },
  };

  /** By the last segment, which is indexed; the qualified name decides when there is more than one. */
  async function unitsWithName(name: string, limit: number): Promise<UnitRow[]> {
    const last = lastSegment(name);
    const rows = await scope.all<UnitRecord>(
      `${UNITS_HERE} AND u.name_key = ANY($3) ORDER BY u.number LIMIT $4`,
      [name, last],
      last === name ? limit : null,
    );
    return rows.map(unitRow).filter((unit) => isNamed(unit, name));
  }

  async function similarUnits(
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
    const units = new Map(rows.map((row) => [row.number, unitRow(row)]));
    return ranking.flatMap(({ number, score }) => {
      const unit = units.get(number);
      return unit === undefined ? [] : { unit, path: unit.path, similarity: score };
    });
  }

  async function similarPaths(
    statements: ScopedStatements,
    trigrams: readonly string[],
    { limit, minimum }: { readonly limit: number; readonly minimum: number },
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
    const ofWhole = new Map(ranking.map(({ number, score }) => [number, score]));
    return rows
      .map(({ number, path }) => ({
        path,
        similarity: similarityOfPath(path, trigrams, ofWhole.get(number) ?? 0),
      }))
      .filter(({ similarity }) => similarity >= minimum);
  }
}
