import type { UnitRow } from '../../../core/store.ts';
import type { ScoredNumber } from './largest-scores.ts';
import { baseName, type UnitRecord, unitRow } from './rows.ts';
import { trigramSimilarity, trigramsOf } from './trigrams.ts';

export interface SimilarName {
  readonly unit?: UnitRow;
  readonly path: string;
  readonly similarity: number;
}

/** Long folder names hide a similar last segment, so this many times the limit are scored again. */
export const PATH_CANDIDATES = 5;

export function similarUnits(ranking: readonly ScoredNumber[], rows: readonly UnitRecord[]): SimilarName[] {
  const units = new Map(rows.map((row) => [row.number, unitRow(row)]));
  return ranking.flatMap(({ number, score }) => {
    const unit = units.get(number);
    return unit === undefined ? [] : { unit, path: unit.path, similarity: score };
  });
}

export function similarPaths(
  ranking: readonly ScoredNumber[],
  rows: readonly { readonly number: number; readonly path: string }[],
  trigrams: readonly string[],
): SimilarName[] {
  const ofWhole = new Map(ranking.map(({ number, score }) => [number, score]));
  return rows.map(({ number, path }) => ({
    path,
    similarity: similarityOfPath(path, trigrams, ofWhole.get(number) ?? 0),
  }));
}

export function mostSimilar(
  names: readonly SimilarName[],
  { limit, minimum }: { readonly limit: number; readonly minimum: number },
): SimilarName[] {
  return names
    .filter(({ similarity }) => similarity >= minimum)
    .sort((left, right) => right.similarity - left.similarity)
    .slice(0, limit);
}

/** The higher similarity of the whole path and of its last segment. */
function similarityOfPath(path: string, trigrams: readonly string[], ofWhole: number): number {
  const stem = baseName(path).replace(/\.[^.]+$/, '');
  return Math.max(ofWhole, trigramSimilarity(trigrams, trigramsOf(stem)));
}
