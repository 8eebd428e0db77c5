/** Robertson's inverse document frequency with 1 added, so that a word in every document still counts a little. */
export function inverseFrequency(documents: number, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/** Without the 1, as SQLite's own bm25() has it: a word in more than half of the documents adds next to nothing. */
export function classicInverseFrequency(documents: number, frequency: number): number {
  return Math.max(1e-3, Math.log((documents - frequency + 0.5) / (frequency + 0.5)));
}

/** For small collections, where a word in two of three documents is not common yet. */
export function smoothInverseFrequency(documents: number, frequency: number): number {
  return Math.log(1 + documents / (frequency + 1));
}

/** Robertson's usual values, those of SQLite's own bm25(). */
export const BM25 = { saturation: 1.2, lengthShare: 0.75 } as const;

/**
 * What `count` occurrences of a word count in BM25: near 1 for one in a text of average length, never above 1 +
 * saturation. `length` is relative to the average.
 */
export function saturate(
  count: number,
  length: number,
  { saturation, lengthShare }: { readonly saturation: number; readonly lengthShare: number } = BM25,
): number {
  return (count * (saturation + 1)) / (count + saturation * (1 - lengthShare + lengthShare * length));
}
