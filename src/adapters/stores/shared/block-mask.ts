import { BLOCK_SIZE, blockOf, slotOf } from './postings.ts';
import type { BlockMask } from './rank-documents.ts';

/** `count` document numbers starting at `first`. */
export interface NumberRange {
  readonly first: number;
  readonly count: number;
}

/** Makes a mask that accepts the given document numbers. */
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

/** The intersection of the masks; undefined without any, which accepts everything. */
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
