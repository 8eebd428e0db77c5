/** Scores below this share of the best are noise; a user who asks sees a little more. */
export const NEAR = { unasked: 0.6, asked: 0.5, premortem: 0.8 } as const;

/** The items that score near the best, in their order. */
export function nearTheBest<Item extends { readonly score: number }>(
  items: readonly Item[],
  share: number,
): readonly Item[] {
  const best = Math.max(0, ...items.map(({ score }) => score));
  return items.filter(({ score }) => score > 0 && score >= share * best);
}
