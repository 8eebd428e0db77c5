import type { IndexStore } from '../core/store.ts';
import type { ParsedQuery, WeightedTerm } from './parse-query.ts';

/** A term of the query with how much it tells in this index. */
export interface WeighedTerm extends WeightedTerm {
  /** Inverse document frequency; a term the index does not have tells most. */
  readonly rarity: number;
  readonly known: boolean;
}

/** The query's terms, most telling first. Reads the frequencies once, whatever the length of the query. */
export async function weighTerms(
  index: IndexStore,
  query: ParsedQuery,
  chunks: number,
): Promise<readonly WeighedTerm[]> {
  const frequencies = await index.documentFrequencies(query.terms.map(({ term }) => term));
  return query.terms
    .map(({ term, weight }) => {
      const frequency = frequencies.get(term) ?? 0;
      const rarity = Math.log(1 + (chunks - frequency + 0.5) / (frequency + 0.5));
      return { term, weight, rarity, known: frequency > 0 };
    })
    .sort((a, b) => b.weight * b.rarity - a.weight * a.rarity || (a.term < b.term ? -1 : 1));
}
