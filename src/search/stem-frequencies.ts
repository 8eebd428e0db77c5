import type { IndexStore } from '../core/store.ts';
import { stem } from '../core/text/terms.ts';

/** In how many chunks the words of a text occur, by stem: the index stores words as written. */
export async function stemFrequencies(
  index: IndexStore,
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const frequencies = new Map<string, number>();
  for (const [word, frequency] of await index.documentFrequencies([...new Set(words)])) {
    const root = stem(word);
    frequencies.set(root, (frequencies.get(root) ?? 0) + frequency);
  }
  return frequencies;
}
