import type { Passage } from '../passage.ts';

/** A passage that is left out because another one shows the same. */
export interface Duplicate {
  readonly passage: Passage;
  /** Id of the item that is kept, and in a few words why this one is its duplicate. */
  readonly of: string;
  readonly why: string;
}

/** Passages without duplicates, in the order given, and what was dropped. */
export interface Deduplicated {
  readonly kept: readonly Passage[];
  readonly duplicates: readonly Duplicate[];
}

/** The passages with the ids of their duplicates added to what they stand for. */
export function withAlternatives(kept: readonly Passage[], duplicates: readonly Duplicate[]): Passage[] {
  const added = new Map<string, string[]>();
  for (const { passage, of } of duplicates) {
    const ids = added.get(of) ?? [];
    ids.push(passage.item.id, ...passage.alternatives);
    added.set(of, ids);
  }
  return kept.map((passage) => {
    const ids = added.get(passage.item.id);
    return ids === undefined ? passage : { ...passage, alternatives: [...passage.alternatives, ...ids] };
  });
}
