import { BLOCK_SIZE, blockOf, slotOf } from './postings.ts';
import type { BlockMask } from './rank-documents.ts';

/** Document numbers from `first` on, `count` of them. */
export interface NumberRange {
  readonly first: number;
  readonly count: number;
}

/** The mask that accepts the given document numbers. */
export function blockMaskOf(ranges: Iterable<NumberRange>): BlockMask {
  const blocks = new Map<number, Uint8Array>();
  for (const { first, count } of ranges) {
    for (let number = first; number < first + count; ) {
      const block = blockOf(number);
      const end = Math.min(first + count, (block + 1) * BLOCK_SIZE);
      let slots = blocks.get(block);
      if (slots === undefined) {
        slots = new Uint8Array(BLOCK_SIZE);
        blocks.set(block, slots);
      }
      slots.fill(1, slotOf(number), slotOf(number) + end - number);
      number = end;
    }
  }
  return (block) => blocks.get(block) ?? NONE;
}

/** The mask that accepts what all masks accept; undefined when there is none, as everything is accepted. */
export function maskOfAll(masks: readonly BlockMask[]): BlockMask | undefined {
  const [first, ...others] = masks;
  if (first === undefined || others.length === 0) return first;
  const blocks = new Map<number, Uint8Array>();
  return (block) => {
    const known = blocks.get(block);
    if (known !== undefined) return known;
    const slots = first(block).slice();
    for (const other of others) {
      const accepted = other(block);
      for (let slot = 0; slot < slots.length; slot++) slots[slot]! &= accepted[slot]!;
    }
    blocks.set(block, slots);
    return slots;
  };
}

const NONE = new Uint8Array(BLOCK_SIZE);
