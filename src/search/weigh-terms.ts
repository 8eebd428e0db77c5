import type { Expansion, ParsedQuery, WeightedTerm } from '../core/query.ts';
import type { IndexStore } from '../core/store.ts';
import { inflectionsOf } from '../core/text/terms.ts';
import { inverseFrequency } from '../core/text/word-weights.ts';

/** A term of the query with its weight in this index. */
export interface WeighedTerm extends WeightedTerm, Partial<Pick<Expansion, 'of' | 'isHint'>> {
  /** Inverse document frequency; highest for a term the index does not have. */
  readonly rarity: number;
  /** Whether the index has any form of it. */
  readonly known: boolean;
  /** Its other forms found in the index. */
  readonly forms: readonly string[];
}

/** The query's terms, most telling first. Reads the frequencies once, however long the query is. */
export async function weighTerms(
  index: IndexStore,
  query: ParsedQuery,
  chunks: number,
): Promise<readonly WeighedTerm[]> {
  const terms: readonly (WeightedTerm | Expansion)[] = [...query.terms, ...query.expansions];
  const forms = new Map(terms.map(({ term }) => [term, inflectionsOf(term)]));
  const frequencies = await index.documentFrequencies([...forms].flat(2));
  return terms
    .map((said) => {
      const { term } = said;
      const present = (forms.get(term) ?? []).filter((form) => frequencies.has(form));
      const sum = present.reduce(
        (total, form) => total + (frequencies.get(form) ?? 0),
        frequencies.get(term) ?? 0,
      );
      // Forms that share a chunk are counted twice, which makes a common word slightly commoner.
      const frequency = Math.min(chunks, sum);
      const rarity = inverseFrequency(chunks, frequency);
      return { ...said, rarity, known: frequency > 0, forms: present };
    })
    .sort((a, b) => b.weight * b.rarity - a.weight * a.rarity || (a.term < b.term ? -1 : 1));
}
