import type { Signal, StrategyInput } from './strategy.ts';

/** Longer texts say no more about their topic, and some models refuse them. */
const LONGEST_TEXT = 4000;

/** Chunks whose vectors are nearest to the query's. Nothing without an embedder. */
export async function semantic(input: StrategyInput): Promise<readonly Signal[]> {
  const { index, query, embedder, filter, rules, signal } = input;
  if (embedder === undefined) return [];
  const vector = await embedder.embedQuery(query.text.slice(0, LONGEST_TEXT), signal);
  const found = await index.nearestChunks(vector, { model: embedder.model, limit: rules.candidates, filter });
  return found.map(({ chunk, score }) => ({ kind: 'meaning', chunk, strength: score }));
}
