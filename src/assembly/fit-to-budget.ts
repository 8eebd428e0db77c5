import type { AssembleOptions, MapEntry } from '../core/context.ts';
import type { ContextItem } from '../core/item.ts';
import type { TokenCounter } from '../core/ports.ts';
import { plural } from '../core/text/plural.ts';
import type { Block } from './block.ts';
import { type Choice, joinTouching } from './join-touching.ts';
import { mapRenderer, type Place, type Rendered } from './map-places.ts';
import { createMeter } from './meter.ts';
import type { Passage } from './passage.ts';
import type { Materials } from './prepare.ts';
import { type Layout, layoutOf } from './render/layout.ts';
import { type Candidate, createCandidate, type Priced, type Prices } from './select/candidate.ts';
import { choose } from './select/choose.ts';
import { isRequested, mayFit, type Refusal } from './select/picker.ts';

export interface Fitted {
  readonly text: string;
  readonly tokens: number;
  /** In order of relevance; messages in the order they were written. */
  readonly printed: readonly { readonly passage: Passage; readonly block: Block; readonly tokens: number }[];
  readonly refused: readonly {
    readonly passage: Passage;
    readonly refusal: Refusal;
    /** What the whole item would have cost, if it was counted. */
    readonly tokens: number | undefined;
  }[];
  /** Named in one line each. */
  readonly map: readonly MapEntry[];
  readonly warnings: readonly string[];
  /** True if there is room for items whose files were not read; the rest is then preliminary. */
  readonly lacksText: boolean;
}

/** Which items are printed as blocks; the others may be named in the map. */
export interface Printing {
  readonly leastRelevance: number;
  /** The sentence that introduces the map. */
  readonly note: string;
  /** Definitions of the best files, which a map names beside what was found. */
  readonly beside: readonly Place[];
}

const PRINT_ALL: Printing = { leastRelevance: 0, note: 'Further places:', beside: [] };

/** The map is a small part of a context, except where no block is printed. */
const LARGEST_MAP = 0.5;
/** What blocks leave unused goes to the map, up to this many times its own share. */
const WIDEST_MAP = 2;

function isPrinted(item: ContextItem, { leastRelevance }: Printing, options: AssembleOptions): boolean {
  return item.relevance >= leastRelevance || isRequested(item, options);
}

function allFit(printable: readonly Candidate[], candidates: readonly Candidate[], room: number): boolean {
  if (printable.length < candidates.length) return false;
  let left = room;
  return printable.every((candidate) => {
    if (candidate.passage.unread) return mayFit(candidate, left);
    const priced = candidate.wholeWithin(left);
    left -= priced?.tokens ?? 0;
    return priced !== undefined;
  });
}

const WEAK: Refusal = { reason: 'weak', detail: 'much weaker than the best; the option fill prints it' };

function withWeak(
  candidates: readonly Candidate[],
  printable: readonly Candidate[],
  refused: ReadonlyMap<Candidate, Refusal>,
): ReadonlyMap<Candidate, Refusal> {
  const kept = new Set(printable);
  const weak = candidates.filter((candidate) => !kept.has(candidate));
  return new Map([...refused, ...weak.map((candidate) => [candidate, WEAK] as const)]);
}

function withJoined(
  into: ReadonlyMap<Candidate, Candidate>,
  refused: ReadonlyMap<Candidate, Refusal>,
): ReadonlyMap<Candidate, Refusal> {
  const joined = [...into].map(([part, { passage }]): [Candidate, Refusal] => [
    part,
    { reason: 'duplicate', detail: `printed with the lines next to it: ${passage.item.id}` },
  ]);
  return new Map([...refused, ...joined]);
}

/**
 * Selects, truncates and renders so that the text, counted as a whole, is within `maxTokens`. Parts are
 * counted one by one while choosing; the finished text is counted again, and as long as it is over,
 * the choice is repeated with that much less room.
 */
export function fitToBudget(
  passages: readonly Passage[],
  tools: {
    readonly counter: TokenCounter;
    readonly options: AssembleOptions;
    readonly citations: ReadonlyMap<string, string>;
    /** What was read, for the lines between blocks. */
    readonly files: Materials['files'];
    readonly prices?: Prices;
    readonly printing?: Printing | undefined;
  },
): Fitted {
  const { counter, options, citations, files, prices, printing = PRINT_ALL } = tools;
  const layout = printingOnce(layoutOf(options));
  const meter = createMeter(counter, layout, options);
  const candidates = passages.map((passage) =>
    createCandidate(passage, {
      meter,
      citation: options.citations ? citations.get(passage.item.id) : undefined,
      // If an item may exceed the budget, nothing is truncated.
      truncation: options.overflow === 'allow' ? 'none' : options.truncation,
      prices,
    }),
  );
  const printable = candidates.filter(({ passage: { item } }) => isPrinted(item, printing, options));
  const renderWithMap = mapRenderer({ counter, options, layout, citations, ...printing });
  const render = (blocks: readonly Block[]) => renderWithMap(blocks, [], 0);

  const whole = options.maxTokens - meter.frame;
  // If everything fits, there is nothing to map.
  const mapped = Math.min(options.map, Math.floor(whole * LARGEST_MAP));
  const isWhole = printable.length > 0 && allFit(printable, candidates, whole);
  if (isWhole && printable.some(({ passage }) => passage.unread)) return LACKS_TEXT;
  let room = isWhole ? whole : whole - mapped;
  for (let step = 1; room > 0 || options.overflow === 'allow'; step *= 2) {
    const { picked, refused, lacksText } = choose(printable, room, { meter, options });
    if (lacksText) return LACKS_TEXT;
    const separate =
      options.overflow === 'allow' ? withOneMore(candidates, picked, options) : inOrder(candidates, picked);
    const { chosen, into } = joinTouching(separate, { meter, files, options });
    if (chosen.length === 0 && (mapped === 0 || candidates.length === 0)) break;
    const printed = new Set(separate.map(({ candidate }) => candidate));
    const document = renderWithMap(
      chosen.map(({ priced }) => priced.block),
      candidates.filter((candidate) => !printed.has(candidate)).map(({ passage }) => passage),
      Math.min(mapped * WIDEST_MAP, whole - tokensOf(chosen)),
    );
    if (chosen.length === 0 && document.map.length === 0) break;
    if (document.tokens <= options.maxTokens || options.overflow === 'allow') {
      return fitted(document, candidates, {
        chosen,
        refused: withJoined(into, withWeak(candidates, printable, refused)),
        options,
      });
    }
    room -= Math.max(step, document.tokens - options.maxTokens);
  }
  return nothingFits(candidates, { frame: meter.frame, options, render });
}

const LACKS_TEXT: Fitted = {
  text: '',
  tokens: 0,
  printed: [],
  refused: [],
  map: [],
  warnings: [],
  lacksText: true,
};

/** The same layout; a block that is chosen was printed before, when it was counted. */
function printingOnce(layout: Layout): Layout {
  const printed = new Map<Block, string>();
  return {
    ...layout,
    block(block) {
      const text = printed.get(block) ?? layout.block(block);
      printed.set(block, text);
      return text;
    },
  };
}

function tokensOf(chosen: Chosen): number {
  return chosen.reduce((sum, { priced }) => sum + priced.tokens, 0);
}

type Chosen = readonly Choice[];

function inOrder(candidates: readonly Candidate[], picked: ReadonlyMap<Candidate, Priced>): Chosen {
  return messagesInTime(
    candidates.flatMap((candidate) => {
      const priced = picked.get(candidate);
      return priced === undefined ? [] : [{ candidate, priced }];
    }),
  );
}

/** A conversation is printed in the order it was held: messages are reordered among themselves. */
function messagesInTime(chosen: Chosen): Chosen {
  const time = ({ candidate }: Chosen[number]) => candidate.passage.item.createdAt ?? 0;
  const isMessage = ({ candidate }: Chosen[number]) => candidate.passage.item.source === 'message';
  const messages = chosen.filter(isMessage).sort((a, b) => time(a) - time(b));
  let next = 0;
  return chosen.map((each) => (isMessage(each) ? messages[next++]! : each));
}

/** Adds the best item that found no room, whole: this is what `overflow: allow` means. */
function withOneMore(
  candidates: readonly Candidate[],
  picked: ReadonlyMap<Candidate, Priced>,
  { maxItems = Number.POSITIVE_INFINITY }: AssembleOptions,
): Chosen {
  const extra = picked.size >= maxItems ? undefined : candidates.find((candidate) => !picked.has(candidate));
  const priced = extra?.wholeWithin(Number.POSITIVE_INFINITY);
  return extra === undefined || priced === undefined
    ? inOrder(candidates, picked)
    : inOrder(candidates, new Map([...picked, [extra, priced]]));
}

function fitted(
  document: Rendered,
  candidates: readonly Candidate[],
  choice: {
    readonly chosen: Chosen;
    readonly refused: ReadonlyMap<Candidate, Refusal>;
    readonly options: AssembleOptions;
  },
): Fitted {
  const printed = new Set(choice.chosen.map(({ candidate }) => candidate));
  const over = document.tokens - choice.options.maxTokens;
  return {
    ...document,
    printed: choice.chosen.map(({ candidate, priced }) => ({ passage: candidate.passage, ...priced })),
    refused: candidates
      .filter((candidate) => !printed.has(candidate))
      .map((candidate) => ({
        passage: candidate.passage,
        refusal: choice.refused.get(candidate) ?? { reason: 'budget' },
        tokens: candidate.countedTokens(),
      })),
    warnings: over > 0 ? [`The text is ${over} tokens over its budget, as overflow "allow" permits.`] : [],
    lacksText: false,
  };
}

function nothingFits(
  candidates: readonly Candidate[],
  tools: {
    readonly frame: number;
    readonly options: AssembleOptions;
    readonly render: (blocks: readonly Block[]) => Rendered;
  },
): Fitted {
  const { maxTokens } = tools.options;
  const empty = tools.render([]);
  const framed = empty.tokens <= maxTokens ? empty : { text: '', tokens: 0, map: [] };
  const refused = candidates.map((candidate) => ({
    passage: candidate.passage,
    refusal: { reason: 'budget' } as const,
    tokens: candidate.countedTokens(),
  }));
  if (candidates.length === 0) return { ...framed, printed: [], refused, warnings: [], lacksText: false };
  const first = tools.frame + (candidates[0]?.wholeTokens() ?? 0);
  return {
    ...framed,
    printed: [],
    refused,
    warnings: [`Nothing fits in ${plural(maxTokens, 'token')}: the first item needs ${first}.`],
    lacksText: false,
  };
}
