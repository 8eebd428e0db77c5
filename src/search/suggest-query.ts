import type { Engine } from '../core/engine.ts';

interface Suggestion {
  /** What the last word of the query could become. */
  readonly text: string;
  readonly kind: 'name' | 'path';
  readonly path: string;
  readonly similarity: number;
}

/** A half-typed word shares few trigrams with the whole name. */
const MIN_SIMILARITY = 0.15;
/** More than are shown, because many definitions share a name. */
const CANDIDATES_PER_SUGGESTION = 5;

/** Names and paths of the project that complete the last word of a query: prefix matches first, then similar ones. */
export async function suggestQuery(
  engine: Engine,
  text: string,
  limit: number,
): Promise<readonly Suggestion[]> {
  const index = (await engine.store()).index(engine.scope);
  const word = text.trim().split(/\s+/).at(-1) ?? '';
  if (word === '') return [];
  const found = await index.similarNames(word, {
    limit: limit * CANDIDATES_PER_SUGGESTION,
    minimum: MIN_SIMILARITY,
  });
  const suggestions = new Map<string, Suggestion>();
  for (const { unit, path, similarity } of found) {
    const completed = unit?.name ?? path;
    if (suggestions.has(completed)) continue;
    suggestions.set(completed, {
      text: completed,
      kind: unit === undefined ? 'path' : 'name',
      path,
      similarity,
    });
  }
  const begins = (suggestion: Suggestion) => suggestion.text.toLowerCase().startsWith(word.toLowerCase());
  return [...suggestions.values()]
    .sort((a, b) => Number(begins(b)) - Number(begins(a)) || b.similarity - a.similarity)
    .slice(0, limit);
}
