/** What scores less than this share of the best is noise beside it; who asks is shown a little more. */
export const NEAR = { unasked: 0.6, asked: 0.5, premortem: 0.7 } as const;

/** The scored items that stand near the best one, in their order. */
export function nearTheBest<Item extends { readonly score: number }>(
  items: readonly Item[],
  share: number,
): readonly Item[] {
  const best = Math.max(0, ...items.map(({ score }) => score));
  return items.filter(({ score }) => score > 0 && score >= share * best);
}
