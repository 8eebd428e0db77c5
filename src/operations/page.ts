import { z } from 'zod';

/** Input of a list that is read page by page. */
export const offset = z.int().min(0).max(1_000_000).default(0).describe('Skip this many');

/** Output of such a list, beside the entries. */
export const pageShape = {
  total: z.number().describe('How many there are, whatever the limit'),
  next: z.number().optional().describe('The offset of the next page; absent on the last one'),
};

export function pageOf(
  total: number,
  given: { readonly offset: number; readonly limit: number },
): { readonly total: number; readonly next?: number } {
  const next = given.offset + given.limit;
  return next < total ? { total, next } : { total };
}
