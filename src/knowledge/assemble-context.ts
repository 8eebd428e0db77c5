import { deliver } from '../context/deliver.ts';
import type { AssembleOptions, Context } from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import { errorMessage } from '../core/errors.ts';
import type { ContextItem } from '../core/item.ts';
import { startStopwatch } from '../core/stopwatch.ts';
import type { ContextType, SourceKind } from '../core/vocabulary.ts';
import { withTimeLimit } from '../core/with-time-limit.ts';
import {
  KNOWLEDGE_SOURCES,
  SOURCE_OF,
  type Source,
  type SourceAnswer,
  type SourceQuery,
} from './knowledge-sources.ts';

interface AssembleQuery {
  readonly query: string;
  readonly types: readonly ContextType[];
  /** Per source. */
  readonly limit: number;
  readonly since?: number | undefined;
  readonly author?: string | undefined;
  /** Items this session already received are named, not repeated. */
  readonly session?: string | undefined;
  /** Repeat what the session already has. */
  readonly fresh?: boolean;
  /** Timeout of each source in milliseconds. */
  readonly sourceTimeout: number;
}

export interface Call {
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Shares of the budget: stories are long, code and commit messages middling, statements short. */
const SOURCE_WEIGHTS: Readonly<Partial<Record<SourceKind, number>>> = {
  experience: 3,
  code: 2,
  commit: 2,
  document: 2,
  value: 1,
  memory: 1,
};

/** One item takes at most this share of its source's budget. */
const MAX_ITEM_SHARE = 0.25;

/**
 * What every source knows about a question, as one text within the budget. Sources are queried in parallel; one that
 * fails or times out becomes a warning, and the others still answer.
 */
export async function assembleContext(
  engine: Engine,
  query: AssembleQuery,
  options: AssembleOptions,
  call: Call,
  sources: Readonly<Record<ContextType, Source>> = KNOWLEDGE_SOURCES,
): Promise<Context> {
  const stopwatch = startStopwatch();
  const types = [...new Set(query.types)];
  const answers = await askSources(
    types.map((type) => ({ name: type, ask: (asked: SourceQuery) => sources[type](engine, asked) })),
    { ...query, ...call },
  );
  stopwatch.mark('retrieve');
  const weights = Object.fromEntries(
    types.map((type) => [SOURCE_OF[type], SOURCE_WEIGHTS[SOURCE_OF[type]] ?? 1]),
  );
  const context = await deliver(
    engine,
    {
      operation: 'assemble',
      query: query.query,
      session: query.session,
      includeSent: query.fresh ?? false,
      items: answers.items,
    },
    { sourceWeights: weights, maxItemShare: MAX_ITEM_SHARE, ...options },
    call.now,
  );
  return withRetrieval(context, answers.warnings, stopwatch.milliseconds);
}

/** Queries all sources in parallel, each with a timeout; a failure becomes a warning. */
export async function askSources(
  sources: readonly { readonly name: string; readonly ask: (query: SourceQuery) => Promise<SourceAnswer> }[],
  query: Omit<SourceQuery, 'signal'> & { readonly sourceTimeout: number; readonly signal: AbortSignal },
): Promise<SourceAnswer & { readonly byName: ReadonlyMap<string, readonly ContextItem[]> }> {
  const answers = await Promise.all(
    sources.map(async ({ name, ask }) => {
      try {
        const answer = await withTimeLimit((signal) => ask({ ...query, signal }), {
          what: name,
          milliseconds: query.sourceTimeout,
          signal: query.signal,
        });
        return { name, ...answer };
      } catch (error) {
        return { name, items: [], warnings: [`${name}: left out, ${errorMessage(error)}`] };
      }
    }),
  );
  return {
    items: answers.flatMap(({ items }) => items),
    byName: new Map(answers.map(({ name, items }) => [name, items])),
    warnings: [...new Set(answers.flatMap(({ warnings }) => warnings))],
  };
}

export function withRetrieval(
  context: Context,
  warnings: readonly string[],
  milliseconds: Readonly<Record<string, number>>,
): Context {
  return {
    ...context,
    warnings: [...warnings, ...context.warnings],
    stats: {
      ...context.stats,
      millisecondsPerStage: { ...milliseconds, ...context.stats.millisecondsPerStage },
    },
  };
}
