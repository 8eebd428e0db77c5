import { BLOCK_SIZE, blockOf, slotOf } from './postings.ts';
import type { BlockMask } from './rank-documents.ts';

/** The mask that accepts the given document numbers. */
export function blockMaskOf(numbers: Iterable<number>): BlockMask {
  const blocks = new Map<number, Uint8Array>();
  for (const number of numbers) {
    let slots = blocks.get(blockOf(number));
    if (slots === undefined) {
      slots = new Uint8Array(BLOCK_SIZE);
      blocks.set(blockOf(number), slots);
    }
    slots[slotOf(number)] = 1;
  }
  return (block) => blocks.get(block) ?? NONE;
}

const NONE = new Uint8Array(BLOCK_SIZE);
