import type { RenderOptions } from '../core/context.ts';
import type { TokenCounter } from '../core/ports.ts';
import type { Block } from './block.ts';
import type { Layout } from './render/layout.ts';

/** How many tokens each part of a document has. Parts are counted on their own, each once. */
export interface Meter {
  /** What surrounds the blocks: it is printed even if there is none. */
  readonly frame: number;
  /** A block, the text up to the next and its lines in the lists; counting may stop above `limit`. */
  costOf(block: Block, limit?: number): number;
  /** A group's heading. */
  headingOf(name: string): number;
}

export function createMeter(
  counter: TokenCounter,
  layout: Layout,
  { groupBy }: Pick<RenderOptions, 'groupBy'>,
): Meter {
  const { metadata, sources } = layout;
  const frame = [
    layout.open + (metadata?.open ?? ''),
    (metadata?.close ?? '') + layout.body.open,
    layout.body.close + (sources?.open ?? ''),
    (sources?.close ?? '') + layout.close,
  ];
  const headings = new Map<string, number>();
  return {
    frame: frame.reduce((sum, text) => sum + counter.count(text), 0),
    costOf(block, limit) {
      let tokens = 0;
      if (metadata !== undefined) tokens += counter.count(metadata.entry(block) + metadata.between);
      if (sources !== undefined) tokens += counter.count(sources.entry(block) + sources.between);
      return (
        tokens +
        counter.count(layout.block(block) + layout.between, limit === undefined ? undefined : limit - tokens)
      );
    },
    headingOf(name) {
      if (groupBy === 'none') return 0;
      const known = headings.get(name);
      if (known !== undefined) return known;
      const { open, close } = layout.group({ name });
      const tokens = counter.count(open) + counter.count(close + layout.betweenGroups);
      headings.set(name, tokens);
      return tokens;
    },
  };
}
