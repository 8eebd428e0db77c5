import type { FieldWeights } from '../../../core/store.ts';
import { largestScores, type ScoredNumber } from './largest-scores.ts';
import { BLOCK_SIZE } from './postings.ts';

/** A block's share of a query: its lengths, and the postings of each of the query's terms in it. */
export interface QueriedBlock {
  readonly block: number;
  readonly lengths: Uint16Array;
  readonly lists: readonly { readonly term: string; readonly postings: Uint32Array }[];
}

export interface SpaceTotals {
  readonly documents: number;
  readonly totalLength: number;
}

export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** Says which documents of a block may be found: one byte per slot, 0 for no. */
export type BlockMask = (block: number) => Uint8Array;

/** Robertson's usual values, those of SQLite's own bm25(). */
const SATURATION = 1.2;
const LENGTH_NORMALISATION = 0.75;
/** A term in more than half of the documents still counts a little rather than against them. */
const LEAST_INVERSE_FREQUENCY = 1e-3;

/**
 * BM25 over weighted fields: field weights multiply the counts, the length is that of the whole
 * document. Term at a time into one dense array per block; 60,000 postings take about a millisecond.
 */
export function rankDocuments(
  blocks: readonly QueriedBlock[],
  totals: SpaceTotals,
  options: {
    readonly terms: readonly WeightedTerm[];
    readonly fields: FieldWeights;
    readonly limit: number;
    readonly mask?: BlockMask | undefined;
  },
): readonly ScoredNumber[] {
  const weights = termWeights(blocks, totals.documents, options.terms);
  const averageLength = totals.totalLength / Math.max(1, totals.documents) || 1;
  const best = largestScores(options.limit);
  for (const { block, lengths, lists } of blocks) {
    scores.fill(0);
    for (const { term, postings } of lists) {
      addScores(postings, lengths, {
        weight: weights.get(term) ?? 0,
        averageLength,
        fields: options.fields,
      });
    }
    const mask = options.mask?.(block);
    for (let slot = 0; slot < lengths.length; slot++) {
      const score = scores[slot] ?? 0;
      if (score > 0 && (mask === undefined || mask[slot] === 1)) best.offer(block * BLOCK_SIZE + slot, score);
    }
  }
  return best.descending();
}

/** One array for all queries: ranking is synchronous, and 8192 numbers stay in the processor's cache. */
const scores = new Float64Array(BLOCK_SIZE);

function addScores(
  postings: Uint32Array,
  lengths: Uint16Array,
  options: { readonly weight: number; readonly averageLength: number; readonly fields: FieldWeights },
): void {
  const { name, path, doc, body } = options.fields;
  const gain = options.weight * (SATURATION + 1);
  const base = SATURATION * (1 - LENGTH_NORMALISATION);
  const perWord = (SATURATION * LENGTH_NORMALISATION) / options.averageLength;
  for (const posting of postings) {
    // The layout of a posting, written out: calls and objects would cost more than the arithmetic.
    const slot = posting >>> 16;
    const count =
      name * (posting & 7) +
      path * ((posting >>> 3) & 7) +
      doc * ((posting >>> 6) & 15) +
      body * ((posting >>> 10) & 63);
    scores[slot]! += (gain * count) / (count + base + perWord * lengths[slot]!);
  }
}

function termWeights(
  blocks: readonly QueriedBlock[],
  documents: number,
  terms: readonly WeightedTerm[],
): ReadonlyMap<string, number> {
  const frequencies = new Map<string, number>();
  for (const { lists } of blocks) {
    for (const { term, postings } of lists) {
      frequencies.set(term, (frequencies.get(term) ?? 0) + postings.length);
    }
  }
  const weights = new Map<string, number>();
  for (const { term, weight } of terms) {
    const frequency = frequencies.get(term);
    if (frequency === undefined) continue;
    const rarity = Math.log((documents - frequency + 0.5) / (frequency + 0.5));
    const gain = weight * Math.max(LEAST_INVERSE_FREQUENCY, rarity);
    weights.set(term, (weights.get(term) ?? 0) + gain);
  }
  return weights;
}

/**
 * Trigram similarity as pg_trgm has it: shared trigrams over all trigrams of both. The length of a
 * document is the number of its trigrams.
 */
export function rankBySharedTerms(
  blocks: readonly QueriedBlock[],
  options: { readonly termCount: number; readonly limit: number; readonly minimum: number },
): readonly ScoredNumber[] {
  const best = largestScores(options.limit);
  for (const { block, lengths, lists } of blocks) {
    scores.fill(0);
    for (const { postings } of lists) {
      for (const posting of postings) scores[posting >>> 16]! += 1;
    }
    for (let slot = 0; slot < lengths.length; slot++) {
      const shared = scores[slot]!;
      if (shared === 0) continue;
      const similarity = shared / (options.termCount + lengths[slot]! - shared);
      if (similarity >= options.minimum) best.offer(block * BLOCK_SIZE + slot, similarity);
    }
  }
  return best.descending();
}
