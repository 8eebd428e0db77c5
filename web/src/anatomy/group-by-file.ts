import type { Context, IncludedItem } from '../../../src/core/context.ts';
import { pluralOf } from '../../../src/core/text/plural.ts';

export interface FileGroup {
  /** The path; for items without one, the name of their source. */
  readonly name: string;
  readonly isPath: boolean;
  readonly tokens: number;
  readonly items: readonly IncludedItem[];
}

/** Items by file: largest files first, in line order. */
export function groupByFile({ items }: Pick<Context, 'items'>): FileGroup[] {
  const groups = Map.groupBy(items, (item) => item.location?.path ?? pluralOf(item.source));
  return [...groups]
    .map(([name, members]) => ({
      name,
      isPath: members[0]?.location !== undefined,
      tokens: members.reduce((sum, item) => sum + item.tokens, 0),
      items: members.toSorted((a, b) => (a.location?.startLine ?? 0) - (b.location?.startLine ?? 0)),
    }))
    .sort((a, b) => b.tokens - a.tokens);
}
