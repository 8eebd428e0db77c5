import type { Engine } from '../core/engine.ts';

interface Suggestion {
  /** What the last word of the query, or the last few, could become. */
  readonly text: string;
  readonly kind: 'name' | 'path';
  readonly path: string;
  readonly similarity: number;
}

/** A half-typed word shares few trigrams with the whole name. */
const MIN_SIMILARITY = 0.15;
/** More than are shown, because many definitions share a name. */
const CANDIDATES_PER_SUGGESTION = 5;

/** A name of more words is rarely typed apart. */
const MAX_WORDS = 4;

/**
 * Names and paths of the project that complete a query: names that begin with its last words written as one ("fit to
 * bud" for `fitToBudget`), those that begin with the last word, then similar ones.
 */
export async function suggestQuery(
  engine: Engine,
  text: string,
  limit: number,
): Promise<readonly Suggestion[]> {
  const index = (await engine.store()).index(engine.scope);
  const words = text.trim().split(/\s+/).slice(-MAX_WORDS);
  const suggestions = new Map<string, Suggestion & { readonly completes: number }>();
  for (let count = words.length; count > 0; count--) {
    const typed = words.slice(-count).join('');
    if (typed === '') continue;
    const found = await index.similarNames(typed, {
      limit: limit * CANDIDATES_PER_SUGGESTION,
      minimum: MIN_SIMILARITY,
    });
    for (const { unit, path, similarity } of found) {
      const completed = unit?.name ?? path;
      const begins = lettersOf(completed).startsWith(lettersOf(typed));
      // What is only similar is worth telling for the last word alone.
      if (suggestions.has(completed) || (count > 1 && !begins)) continue;
      suggestions.set(completed, {
        text: completed,
        kind: unit === undefined ? 'path' : 'name',
        path,
        similarity,
        completes: begins ? count : 0,
      });
    }
  }
  return [...suggestions.values()]
    .sort((a, b) => b.completes - a.completes || b.similarity - a.similarity)
    .slice(0, limit)
    .map(({ completes: _, ...suggestion }) => suggestion);
}

/** Without case and what joins words in a name; a path keeps its slashes and dots. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}
