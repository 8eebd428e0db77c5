import type { Printing } from '../assembly/fit-to-budget.ts';
import { knapsack } from '../assembly/select/knapsack.ts';
import { citationSalt } from '../core/citation-salt.ts';
import { type AssembleOptions, type Context, NOTHING_TO_ASSEMBLE } from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import { prefixItem, readingOtherRoots } from '../core/other-roots.ts';
import type { ParsedQuery, SearchOptions, SearchResult } from '../core/query.ts';
import { startStopwatch } from '../core/stopwatch.ts';
import type { Certainty, QueryKind } from '../core/vocabulary.ts';
import { searchCached } from '../search/search-cache.ts';
import { CERTAINTY_NOTES, type SearchCall } from '../search/search-project.ts';
import { searchRoots } from '../search/search-roots.ts';
import { aboutItems } from './about-items.ts';
import { assembleReading, type ReadForBudget } from './assemble-reading.ts';
import { byWorth } from './by-worth.ts';
import { definitionsBeside } from './definitions-beside.ts';
import { deliver } from './deliver.ts';
import { indexedUnits } from './indexed-units.ts';
import { itemsFromFiles, mergeParts, readItems, unreadItems } from './items-of-hits.ts';
import { addRelatedNames } from './related-names.ts';
import { withFileCache } from './with-file-cache.ts';

interface QueriedContext extends Context {
  readonly query: {
    readonly kind: QueryKind;
    /** 0..1: the probability that the index holds what was asked for. */
    readonly evidence: number;
    readonly certainty: Certainty;
  };
}

/** Searches, reads the current lines of the hits, and assembles a context within the budget. */
export async function queryContext(
  opened: Engine,
  text: string,
  options: SearchOptions & QueryOptions,
  call: SearchCall & {
    /** Items this session already received are listed on one line, unless `fresh`. */
    readonly session?: string | undefined;
    readonly fresh?: boolean;
    /** Receives the items found, best first, before they are read and fitted. */
    readonly found?: (items: readonly ContextItem[]) => void;
    /** Finds what was learnt before, given the files of the best hits. */
    readonly learnt?: (files: readonly string[]) => Promise<{
      readonly items: readonly ContextItem[];
      /** What may apply, as one item; an answer that finds nothing else does not have it. */
      readonly possibly?: readonly ContextItem[];
      readonly warnings: readonly string[];
    }>;
  },
): Promise<QueriedContext> {
  const stopwatch = startStopwatch();
  const engine = withFileCache(opened);
  const { session, fresh = false } = call;
  // Files of several roots are read by each root itself, all of them.
  const isAlone = (engine.others ?? []).length === 0 && engine.name === undefined;
  const { own, ...all } = await searchRoots(
    engine,
    async (root) => {
      const { result, cached } = await searchCached(root, text, options, call);
      const items = isAlone ? unreadItems(result.hits) : await itemsFromFiles(root, result.hits);
      const found = options.related ? await addRelatedNames(root, items, result.hits) : items;
      const made = await aboutItems(root, { text, about: result.query.about }, items);
      return { result, cached, found: [...made, ...found] };
    },
    prefixItem,
  );
  stopwatch.mark('search');
  const searched = all.found.toSorted((a, b) => b.relevance - a.relevance);
  call.found?.(searched);
  const learnt = (await call.learnt?.(own.found.flatMap(({ location }) => location?.path ?? []))) ?? NOTHING;
  // Lessons are returned only where they clearly apply.
  const certainty = learnt.items.length > 0 ? 'likely' : all.certainty;
  const told = certainty === 'nothing' ? [] : [...learnt.items, ...(learnt.possibly ?? [])];
  const items = [...placeFirst(told, searched[0]?.relevance ?? 0, options.maxTokens), ...searched];
  const reading = readingOtherRoots(engine);
  const printing = await printingFor(engine, searched, options);
  const context = await deliver(
    reading,
    {
      operation: 'query',
      query: text,
      session,
      includeSent: fresh,
      items,
      read: readForBudget(reading, all.query, options, printing),
      printing,
    },
    withMap(certainty, options),
    call.now,
  );
  const doubt = CERTAINTY_NOTES[certainty];
  return {
    ...context,
    budget: options.maxTokens,
    query: {
      kind: all.query.kind,
      evidence: all.evidence,
      certainty,
    },
    stats: {
      ...context.stats,
      retrieved: all.retrieved,
      cacheHit: own.cached,
      millisecondsPerStage: { ...stopwatch.milliseconds, ...context.stats.millisecondsPerStage },
    },
    warnings: [
      ...new Set([
        ...(doubt === undefined ? [] : [doubt]),
        ...all.warnings,
        ...learnt.warnings,
        ...context.warnings.filter((warning) => certainty !== 'nothing' || warning !== NOTHING_TO_ASSEMBLE),
      ]),
    ],
  };
}

const NOTHING = { items: [], possibly: [], warnings: [] };
/** Lessons take at most this share of the budget. */
const LEARNT_SHARE = 0.25;
const CHARACTERS_PER_TOKEN = 4;
/** What may apply is worth naming, whatever its score. */
const LEAST = 0.001;

/**
 * Ranks lessons above the code found: they are short and were kept to be shown. Where not all have room, those that
 * hold the most together: if the best came first, a larger budget in which a long one fits would tell less.
 */
export function placeFirst(
  learnt: readonly ContextItem[],
  best: number,
  maxTokens: number,
): readonly ContextItem[] {
  const room = LEARNT_SHARE * maxTokens * CHARACTERS_PER_TOKEN;
  const sizes = learnt.map(({ content, relevance }) => ({
    value: Math.max(relevance, LEAST),
    weight: content.length,
  }));
  return knapsack(sizes, Math.floor(room))
    .toSorted((one, other) => one - other)
    .flatMap((index) => learnt[index] ?? [])
    .map((item) => {
      const gain = Math.max(0, best - item.relevance);
      if (gain === 0) return item;
      const reason = { rule: 'learnt', score: Math.round(gain * 1000) / 1000 };
      return { ...item, relevance: best, reasons: [...item.reasons, reason] };
    });
}

/** Reads and fits the hits of a search, so that several budgets can be tried on the same hits. */
export async function contextOfHits(
  opened: Engine,
  {
    hits,
    certainty,
    query,
  }: Pick<SearchResult, 'hits' | 'certainty'> & {
    readonly query: Pick<ParsedQuery, 'kind'>;
  },
  options: QueryOptions,
): Promise<Context> {
  const engine = withFileCache(opened);
  const items = unreadItems(hits);
  const printing = await printingFor(engine, items, options);
  const { context } = await assembleReading(engine, items, withMap(certainty, options), {
    unitsOf: indexedUnits(engine),
    printing,
    salt: await citationSalt(engine),
    read: readForBudget(engine, query, options, printing),
  });
  return context;
}

function readForBudget(
  engine: Engine,
  query: Pick<ParsedQuery, 'kind'>,
  { maxTokens, pin }: QueryOptions,
  { leastRelevance }: Printing,
): ReadForBudget {
  return async (items, tokens) => {
    const wanted = tokens === undefined ? undefined : { tokens, leastRelevance, pin };
    const read = await readItems(engine, inPrintingOrder(items, query), wanted);
    return { ...read, items: await mergeParts(engine, read, maxTokens) };
  };
}

/** A query that names a place or definition gets it first; for the others, blocks are ordered by worth. */
const EXACT: ReadonlySet<QueryKind> = new Set(['path', 'symbol', 'trace']);

function inPrintingOrder(
  items: readonly ContextItem[],
  { kind }: Pick<ParsedQuery, 'kind'>,
): readonly ContextItem[] {
  return EXACT.has(kind) ? items : byWorth(items);
}

/** How search results are assembled; without `map`, the map gets a share of the budget. */
type QueryOptions = Omit<AssembleOptions, 'map'> & {
  readonly map?: number | undefined;
  /** Also print items much weaker than the best. */
  readonly fill?: boolean | undefined;
};

const MAP_SHARE = 0.08;
/** An uncertain answer is a map and the few best blocks, within part of the budget. */
const UNCERTAIN = { budget: 0.6, map: 0.2 };

function withMap(certainty: Certainty, options: QueryOptions): AssembleOptions {
  if (certainty !== 'possibly') {
    return { ...options, map: options.map ?? Math.floor(options.maxTokens * MAP_SHARE) };
  }
  const maxTokens = Math.floor(options.maxTokens * UNCERTAIN.budget);
  const header = [options.header, CERTAINTY_NOTES.possibly].filter((part) => part !== '').join('\n\n');
  return { ...options, header, maxTokens, map: options.map ?? Math.floor(maxTokens * UNCERTAIN.map) };
}

/** Items from this share of the best relevance on are printed; weaker ones go into the map. */
const ENOUGH = 0.2;

async function printingFor(
  engine: Engine,
  items: readonly ContextItem[],
  { fill = false, map }: QueryOptions,
): Promise<Printing> {
  const best = Math.max(0, ...items.map(({ relevance }) => relevance));
  return {
    leastRelevance: fill ? 0 : best * ENOUGH,
    note: 'More places, not printed:',
    beside: map === 0 ? [] : await definitionsBeside(engine, items),
  };
}
