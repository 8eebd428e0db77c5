import type { ParsedQuery, WeightedTerm } from '../core/query.ts';
import type { IndexStore } from '../core/store.ts';
import { inflectionsOf } from '../core/text/terms.ts';
import { inverseFrequency } from '../core/text/word-weights.ts';

/** A term of the query with how much it tells in this index. */
export interface WeighedTerm extends WeightedTerm {
  /** Inverse document frequency; a term the index does not have tells most. */
  readonly rarity: number;
  /** Whether the index has it, in any form. */
  readonly known: boolean;
  /** Its other forms that the index has. */
  readonly forms: readonly string[];
}

/** The query's terms, most telling first. Reads the frequencies once, whatever the length of the query. */
export async function weighTerms(
  index: IndexStore,
  query: ParsedQuery,
  chunks: number,
): Promise<readonly WeighedTerm[]> {
  const forms = new Map(query.terms.map(({ term }) => [term, inflectionsOf(term)]));
  const frequencies = await index.documentFrequencies([...forms].flat(2));
  return query.terms
    .map(({ term, weight }) => {
      const present = (forms.get(term) ?? []).filter((form) => frequencies.has(form));
      const sum = present.reduce(
        (total, form) => total + (frequencies.get(form) ?? 0),
        frequencies.get(term) ?? 0,
      );
      // Forms that share a chunk are counted twice; that makes a common word a little commoner.
      const frequency = Math.min(chunks, sum);
      const rarity = inverseFrequency(chunks, frequency);
      return { term, weight, rarity, known: frequency > 0, forms: present };
    })
    .sort((a, b) => b.weight * b.rarity - a.weight * a.rarity || (a.term < b.term ? -1 : 1));
}
