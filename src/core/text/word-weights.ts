/**
 * How telling a word is: Robertson's inverse document frequency with 1 added, so that a word in every document still
 * counts a little.
 */
export function inverseFrequency(documents: number, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/** The same for small collections, where a word that two of three documents have is not common yet. */
export function smoothInverseFrequency(documents: number, frequency: number): number {
  return Math.log(1 + documents / (frequency + 1));
}

/** Robertson's usual values, those of SQLite's own bm25(). */
export const BM25 = { saturation: 1.2, lengthShare: 0.75 } as const;

/**
 * What `count` occurrences of a word in one text count in BM25: near 1 for one in a text of ordinary length, never above
 * 1 + saturation. `length` is that of the text in shares of the ordinary one.
 */
export function saturate(
  count: number,
  length: number,
  { saturation, lengthShare }: { readonly saturation: number; readonly lengthShare: number } = BM25,
): number {
  return (count * (saturation + 1)) / (count + saturation * (1 - lengthShare + lengthShare * length));
}
