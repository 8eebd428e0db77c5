import type { FieldWeights, QueriedTerm } from '../../../core/store.ts';
import { BM25, classicInverseFrequency } from '../../../core/text/word-weights.ts';
import { largestScores, type ScoredNumber } from './largest-scores.ts';
import { BLOCK_SIZE } from './postings.ts';
import { type WordScoreKernel, wordScoreKernel } from './word-score-kernel.ts';

/** What a query reads of a block: its lengths, and the postings of each query term. */
export interface QueriedBlock {
  readonly block: number;
  readonly lengths: Uint16Array;
  readonly lists: readonly { readonly term: string; readonly postings: Uint32Array }[];
}

export interface SpaceTotals {
  readonly documents: number;
  readonly totalLength: number;
}

/** Which documents of a block may be found: one byte per slot, 0 for no. */
export type BlockMask = (block: number) => Uint8Array;

const { saturation: SATURATION, lengthShare: LENGTH_NORMALISATION } = BM25;

/**
 * BM25 over weighted fields: field weights multiply the counts; the length is that of the whole document. Term at a
 * time into one dense array per block; 100,000 postings take about a millisecond. Once enough documents are found,
 * those that cannot beat the worst of them are skipped: mostly those that have only the common terms.
 */
export function rankDocuments(
  blocks: readonly QueriedBlock[],
  totals: SpaceTotals,
  options: {
    readonly terms: readonly QueriedTerm[];
    readonly fields: FieldWeights;
    readonly limit: number;
    readonly mask?: BlockMask | undefined;
  },
): readonly ScoredNumber[] {
  const groups = joinTerms(options.terms);
  const averageLength = totals.totalLength / Math.max(1, totals.documents) || 1;
  const { scores, lengths: lengthsOfBlock, find } = kernel();
  const present = blocks.map(({ lists }) => {
    const ofBlock = new Map(lists.map(({ term, postings }) => [term, postings]));
    return groups.map(({ forms }) => presentForms(forms, ofBlock));
  });
  const weights = groups.map(({ weight }, group) => {
    const frequency = present.reduce((sum, ofBlock) => sum + frequencyOf(ofBlock[group]!), 0);
    return weight * classicInverseFrequency(totals.documents, frequency);
  });
  const best = largestScores(options.limit);
  for (const [place, { block, lengths }] of blocks.entries()) {
    scores.fill(0);
    lengthsOfBlock.set(lengths.subarray(0, BLOCK_SIZE));
    const ofBlock = present[place]!;
    const worst = best.least();
    let left = 0;
    for (const [group, forms] of ofBlock.entries()) if (forms.length > 0) left += mostOf(weights[group]!);
    for (const [group, forms] of ofBlock.entries()) {
      if (forms.length === 0) continue;
      const weight = weights[group]!;
      addScores(forms, {
        weight,
        averageLength,
        fields: options.fields,
        floor: worst - left * ROUNDING,
      });
      left -= mostOf(weight);
    }
    const mask = options.mask?.(block);
    let least = Math.max(best.least(), Number.MIN_VALUE);
    const end = Math.min(lengths.length, BLOCK_SIZE);
    for (let slot = 0; ; slot++) {
      slot = find(slot, end, least);
      if (slot >= end) break;
      if (mask !== undefined && mask[slot] !== 1) continue;
      best.offer(block * BLOCK_SIZE + slot, scores[slot]!);
      least = Math.max(best.least(), Number.MIN_VALUE);
    }
  }
  return best.descending();
}

/** The most a term can add to the score of a document. */
function mostOf(weight: number): number {
  return Math.max(0, weight) * (SATURATION + 1);
}

/** Sums of scores are rounded, so the upper bound is raised a little. */
const ROUNDING = 1 + 1e-9;

let made: WordScoreKernel | undefined;
/** One for all queries: ranking is synchronous, and its memory stays in the CPU cache. */
function kernel(): WordScoreKernel {
  made ??= wordScoreKernel();
  return made;
}

/** Passes the postings to the kernel, as many at a time as it holds; only a damaged store has more. */
function inParts(postings: Uint32Array, use: (count: number) => void): void {
  for (let from = 0; from < postings.length; from += BLOCK_SIZE) {
    const part = postings.subarray(from, from + BLOCK_SIZE);
    kernel().postings.set(part);
    use(part.length);
  }
}

type PostingsOfBlock = ReadonlyMap<string, Uint32Array>;

interface Form {
  readonly term: string;
  readonly share: number;
}

/** Merges repeated terms, adding their weights. */
function joinTerms(
  terms: readonly QueriedTerm[],
): readonly { readonly weight: number; readonly forms: readonly Form[] }[] {
  const joined = new Map<string, { weight: number; readonly forms: readonly Form[] }>();
  for (const { term, weight, forms = [] } of terms) {
    const present = joined.get(term);
    if (present === undefined) joined.set(term, { weight, forms: [{ term, share: 1 }, ...forms] });
    else present.weight += weight;
  }
  return [...joined.values()];
}

interface PresentForm {
  readonly postings: Uint32Array;
  readonly share: number;
}

function presentForms(forms: readonly Form[], ofBlock: PostingsOfBlock): readonly PresentForm[] {
  return forms.flatMap(({ term, share }) => {
    const postings = ofBlock.get(term);
    return postings === undefined ? [] : { postings, share };
  });
}

function addScores(
  forms: readonly PresentForm[],
  options: {
    readonly weight: number;
    readonly averageLength: number;
    readonly fields: FieldWeights;
    /** Documents with a lower score so far are skipped. */
    readonly floor: number;
  },
): void {
  const { add, rest } = kernel();
  const { name, path, doc, body } = options.fields;
  const gain = options.weight * (SATURATION + 1);
  const base = SATURATION * (1 - LENGTH_NORMALISATION);
  const perWord = (SATURATION * LENGTH_NORMALISATION) / options.averageLength;
  for (const [place, { postings, share }] of forms.entries()) {
    const isLast = place === forms.length - 1 ? 1 : 0;
    inParts(postings, (count) =>
      add(count, isLast, share, name, path, doc, body, options.floor, gain, base, perWord),
    );
  }
  // Documents that lack the last form.
  for (const { postings } of forms.slice(0, -1)) {
    inParts(postings, (count) => rest(count, gain, base, perWord));
  }
}

/** The number of documents in a block that contain any of the forms. */
function frequencyOf(forms: readonly PresentForm[]): number {
  // A single form occurs in as many documents as it has postings.
  if (forms.length <= 1) return forms[0]?.postings.length ?? 0;
  const { meet, rounds } = kernel();
  if (round === MAX_ROUND) rounds.fill(0);
  round = round === MAX_ROUND ? 1 : round + 1;
  let frequency = 0;
  for (const { postings } of forms) {
    inParts(postings, (count) => {
      frequency += meet(count, round);
    });
  }
  return frequency;
}

/** Nothing has to be cleared between rounds of counting. */
const MAX_ROUND = 0x7fff_ffff;
let round = 0;

/**
 * Trigram similarity as in pg_trgm: shared trigrams divided by all trigrams of both. A document's length is its
 * number of trigrams.
 */
export function rankBySharedTerms(
  blocks: readonly QueriedBlock[],
  options: { readonly termCount: number; readonly limit: number; readonly minimum: number },
): readonly ScoredNumber[] {
  const best = largestScores(options.limit);
  const { scores } = kernel();
  for (const { block, lengths, lists } of blocks) {
    scores.fill(0);
    for (const { postings } of lists) {
      for (let at = 0; at < postings.length; at++) scores[postings[at]! >>> 16]! += 1;
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

/** Groups posting lists by block; blocks without any are left out. */
export function queriedBlocks(
  blocks: readonly { readonly block: number; readonly lengths: Uint16Array }[],
  found: Iterable<{ readonly block: number; readonly term: string; readonly postings: Uint32Array }>,
): QueriedBlock[] {
  const byBlock = new Map<number, { readonly term: string; readonly postings: Uint32Array }[]>();
  for (const list of found) {
    const ofBlock = byBlock.get(list.block);
    if (ofBlock === undefined) byBlock.set(list.block, [list]);
    else ofBlock.push(list);
  }
  return blocks.flatMap(({ block, lengths }) => {
    const lists = byBlock.get(block);
    return lists === undefined ? [] : { block, lengths, lists };
  });
}

/** Every word a query looks up: its terms and their forms. */
export function termsSought(terms: readonly QueriedTerm[]): string[] {
  return terms.flatMap(({ term, forms = [] }) => [term, ...forms.map((form) => form.term)]);
}
