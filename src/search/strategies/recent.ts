import type { IndexStore } from '../../core/store.ts';

/** How lately each file was changed by a commit: 1 now, halving with every half-life. */
export async function recent(
  index: IndexStore,
  paths: readonly string[],
  options: { readonly now: number; readonly halfLife: number },
): Promise<ReadonlyMap<string, number>> {
  const recency = new Map<string, number>();
  for (const { path, lastCommitAt } of await index.fileStats(paths)) {
    if (lastCommitAt === undefined) continue;
    const age = Math.max(0, options.now - lastCommitAt);
    recency.set(path, 2 ** (-age / options.halfLife));
  }
  return recency;
}
