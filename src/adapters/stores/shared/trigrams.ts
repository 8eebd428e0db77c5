/** The distinct trigrams of each word, padded as in pg_trgm: two blanks before, one after. */
export function trigramsOf(text: string): string[] {
  const found = new Set<string>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = `  ${word} `;
    for (let index = 0; index + 3 <= padded.length; index++) found.add(padded.slice(index, index + 3));
  }
  return [...found];
}

/** Shared trigrams divided by all trigrams of both: 0 nothing in common, 1 the same words. */
export function trigramSimilarity(left: readonly string[], right: readonly string[]): number {
  const known = new Set(left);
  const shared = right.filter((trigram) => known.has(trigram)).length;
  const all = left.length + right.length - shared;
  return all === 0 ? 0 : shared / all;
}
