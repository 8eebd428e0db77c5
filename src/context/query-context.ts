import { type AssembleOptions, type Context, NOTHING_TO_ASSEMBLE } from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import { inOtherRoots, itemUnder, readingOtherRoots } from '../core/other-roots.ts';
import type { Hit, SearchOptions } from '../core/query.ts';
import { startStopwatch } from '../core/stopwatch.ts';
import type { Certainty, QueryKind } from '../core/vocabulary.ts';
import { surest } from '../search/evidence.ts';
import { searchCached } from '../search/search-cache.ts';
import { DOUBTS, type SearchCall } from '../search/search-project.ts';
import { hasDeliveries } from '../sessions/session-ledger.ts';
import { assembleItems } from './assemble-items.ts';
import { deliver } from './deliver.ts';
import { indexedUnits } from './indexed-units.ts';
import { itemsForBudget, mergeParts } from './items-of-hits.ts';
import { withFileCache } from './with-file-cache.ts';

interface QueriedContext extends Context {
  readonly query: {
    readonly kind: QueryKind;
    /** 0..1: how sure it is that the index holds what was asked for. */
    readonly evidence: number;
    readonly certainty: Certainty;
  };
}

/** Searches, reads the real lines of what was found, and puts them into a context that fits. */
export async function queryContext(
  opened: Engine,
  text: string,
  options: SearchOptions & AssembleOptions,
  call: SearchCall & {
    /** What this session was given before is listed in one line, unless `fresh`. */
    readonly session?: string | undefined;
    readonly fresh?: boolean;
    /** Finds what was learnt before, given the files of the best hits. */
    readonly learnt?: (
      files: readonly string[],
    ) => Promise<{ readonly items: readonly ContextItem[]; readonly warnings: readonly string[] }>;
  },
): Promise<QueriedContext> {
  const stopwatch = startStopwatch();
  const engine = withFileCache(opened);
  const { session, fresh = false } = call;
  // Some of the best may have been sent already, so more of the others are loaded.
  const isFirst = session === undefined || fresh || !(await hasDeliveries(engine, session));
  const reserve = isFirst ? 1 : 3;
  const ask = async (project: Engine) => {
    const { result, cached } = await searchCached(project, text, options, call);
    const items = await itemsForBudget(project, result.hits, options.maxTokens * reserve);
    return { result, cached, items };
  };
  const [{ result: found, cached, items: ownItems }, others] = await Promise.all([
    ask(engine),
    inOtherRoots(engine, async (other, name) => {
      const { result, items } = await ask(other);
      return { result, items: items.map((item) => itemUnder(name, item)) };
    }),
  ]);
  stopwatch.mark('search');
  const results = [found, ...others.results.map(({ result }) => result)];
  const searched = [ownItems, ...others.results.map((other) => other.items)]
    .flat()
    .sort((a, b) => b.relevance - a.relevance);
  const learnt = (await call.learnt?.(ownItems.flatMap(({ location }) => location?.path ?? []))) ?? NOTHING;
  const items = [...placeFirst(learnt.items, searched[0]?.relevance ?? 0, options.maxTokens), ...searched];
  const reading = readingOtherRoots(engine);
  const context = await deliver(
    reading,
    {
      operation: 'query',
      query: text,
      session,
      includeSent: fresh,
      items,
      arrange: (some) => mergeParts(reading, some),
    },
    options,
    call.now,
  );
  const ofSearch = surest(results.map((result) => result.certainty));
  // What was learnt is given only where it clearly applies.
  const certainty = learnt.items.length > 0 ? 'likely' : ofSearch;
  const doubt = DOUBTS[certainty];
  return {
    ...context,
    query: {
      kind: found.query.kind,
      evidence: Math.max(...results.map(({ evidence }) => evidence)),
      certainty,
    },
    stats: {
      ...context.stats,
      retrieved: results.reduce((sum, { hits }) => sum + hits.length, 0),
      cacheHit: cached,
      millisecondsPerStage: { ...stopwatch.milliseconds, ...context.stats.millisecondsPerStage },
    },
    warnings: [
      ...new Set([
        ...(doubt === undefined ? [] : [doubt]),
        ...results.flatMap(({ warnings }) => warnings),
        ...others.warnings,
        ...learnt.warnings,
        ...context.warnings.filter((warning) => certainty !== 'nothing' || warning !== NOTHING_TO_ASSEMBLE),
      ]),
    ],
  };
}

const NOTHING = { items: [], warnings: [] };
/** What was learnt takes at most this share of the budget. */
const LEARNT_SHARE = 0.25;
const CHARACTERS_PER_TOKEN = 4;

/** Raises what was learnt above the lines that were found: it is short, and it was kept to be told. */
export function placeFirst(
  learnt: readonly ContextItem[],
  best: number,
  maxTokens: number,
): readonly ContextItem[] {
  let room = LEARNT_SHARE * maxTokens * CHARACTERS_PER_TOKEN;
  return learnt.flatMap((item) => {
    if (item.content.length > room) return [];
    room -= item.content.length;
    const gain = Math.max(0, best - item.relevance);
    if (gain === 0) return [item];
    const reason = { rule: 'learnt', score: Math.round(gain * 1000) / 1000 };
    return [{ ...item, relevance: best, reasons: [...item.reasons, reason] }];
  });
}

/** Reads and fits the hits of a search; several budgets can be tried on the same hits. */
export async function contextOfHits(
  opened: Engine,
  hits: readonly Hit[],
  options: AssembleOptions,
): Promise<Context> {
  const engine = withFileCache(opened);
  const items = await itemsForBudget(engine, hits, options.maxTokens);
  return assembleItems(engine, await mergeParts(engine, items), options, { unitsOf: indexedUnits(engine) });
}
