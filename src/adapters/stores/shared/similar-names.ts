import type { UnitRow } from '../../../core/store.ts';
import { baseName } from './rows.ts';
import { trigramSimilarity, trigramsOf } from './trigrams.ts';

export interface SimilarName {
  readonly unit?: UnitRow;
  readonly path: string;
  readonly similarity: number;
}

/** Long folder names hide a similar last segment; so many times the limit are looked at again. */
export const PATH_CANDIDATES = 5;

/** A path is similar when the whole of it is, or its last segment alone. */
export function similarityOfPath(path: string, trigrams: readonly string[], ofWhole: number): number {
  const stem = baseName(path).replace(/\.[^.]+$/, '');
  return Math.max(ofWhole, trigramSimilarity(trigrams, trigramsOf(stem)));
}
