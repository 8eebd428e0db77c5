import type { Strategy } from './strategy.ts';

/** Longer texts say no more about their topic, and some models reject them. */
export const LONGEST_TEXT = 4000;

/** Chunks whose vectors are nearest to the query's. None without an embedder. */
export const semantic: Strategy = {
  name: 'semantic',
  ignoresExpansions: true,
  kinds: {
    meaning: {
      weight: { symbol: 0.1, path: 0.1, trace: 0.1, error: 0.2, issue: 0.1, question: 0.25, keywords: 0.4 },
      scale: 'range',
      replacesWords: true,
    },
  },
  async find({ index, query, embedder, filter, rules, signal }) {
    if (embedder === undefined) return [];
    const vector = await embedder.embedQuery(query.meant.slice(0, LONGEST_TEXT), signal);
    const found = await index.nearestChunks(vector, {
      model: embedder.model,
      limit: rules.candidates,
      filter,
    });
    return found.map(({ chunk, score }) => ({ kind: 'meaning', chunk, strength: score }));
  },
};
