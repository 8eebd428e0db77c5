import type { FitOptions } from '../../core/context.ts';
import type { Block, BlockLine } from '../block.ts';
import { buildBlock, passageLines } from '../build-block.ts';
import type { Meter } from '../meter.ts';
import type { Passage } from '../passage.ts';
import { cutPassage } from '../truncate/cut-passage.ts';

/** A block and what it costs. */
export interface Priced {
  readonly block: Block;
  readonly tokens: number;
}

/** A passage that may be printed; caches what each way of printing it costs. */
export interface Candidate {
  readonly passage: Passage;
  /** A lower bound of the cost: the heading and an empty line. */
  leastTokens(): number;
  /** Cost of the whole passage, counted in full. */
  wholeTokens(): number;
  /** `wholeTokens`, if it is known without counting. */
  countedTokens(): number | undefined;
  /** The passage whole, with its surrounding lines if there is room for them. */
  wholeWithin(room: number): Priced | undefined;
  /** As much of the passage as fits. */
  cutWithin(room: number): Priced | undefined;
}

/** What whole items cost, by id: a cache shared by selections with the same options. */
export type Prices = Map<string, { readonly own: Price; readonly around: Price }>;

export function createCandidate(
  passage: Passage,
  tools: {
    readonly meter: Meter;
    readonly citation: string | undefined;
    readonly truncation: FitOptions['truncation'];
    readonly prices?: Prices | undefined;
  },
): Candidate {
  const { meter, citation, truncation, prices } = tools;
  const block = (lines: readonly BlockLine[], truncated: boolean) =>
    buildBlock(passage, lines, { citation, truncated });
  const known = prices?.get(passage.item.id) ?? pricesOf(passage, meter, block);
  prices?.set(passage.item.id, known);
  const own = countedOnce(known.own);
  const around = known.around === known.own ? own : countedOnce(known.around);
  return {
    passage,
    leastTokens: () => meter.costOf(block(passageLines(passage, { surroundings: false }).slice(0, 1), false)),
    wholeTokens: () => around.within(Number.POSITIVE_INFINITY)?.tokens ?? 0,
    countedTokens: () => around.counted() ?? own.counted(),
    wholeWithin: (room) => around.within(room) ?? own.within(room),
    cutWithin(room) {
      if (room < MIN_CUT_TOKENS) return undefined;
      const fits = (lines: readonly BlockLine[]) => meter.costOf(block(lines, true), room) <= room;
      const lines = cutPassage(passage, { truncation, fits });
      if (lines === undefined) return undefined;
      const cut = block(lines, true);
      return { block: cut, tokens: meter.costOf(cut) };
    },
  };
}

/** With less room, a heading, a marker and a useful line do not fit together. */
const MIN_CUT_TOKENS = 20;

interface Price {
  within(room: number): Priced | undefined;
}

function pricesOf(
  passage: Passage,
  meter: Meter,
  block: (lines: readonly BlockLine[], truncated: boolean) => Block,
): { readonly own: Price; readonly around: Price } {
  const whole = (surroundings: boolean) =>
    price(meter, () => block(passageLines(passage, { surroundings }), false));
  const own = whole(false);
  return { own, around: passage.before.length + passage.after.length === 0 ? own : whole(true) };
}

/** A price that remembers what this selection has paid: prices are shared, but each selection reports its own. */
function countedOnce(price: Price) {
  let tokens: number | undefined;
  return {
    counted: () => tokens,
    within(room: number): Priced | undefined {
      const priced = price.within(room);
      tokens ??= priced?.tokens;
      return priced;
    },
  };
}

/** Counts a block at most once in full and caches the largest room it does not fit into. */
function price(meter: Meter, make: () => Block): Price {
  let block: Block | undefined;
  let tokens: number | undefined;
  let tooLargeFor = -1;
  return {
    within(room) {
      if (tokens === undefined && room > tooLargeFor) {
        block ??= make();
        const counted = meter.costOf(block, room);
        if (counted <= room) tokens = counted;
        else tooLargeFor = room;
      }
      return tokens !== undefined && block !== undefined && tokens <= room ? { block, tokens } : undefined;
    },
  };
}
