import type { Embedder } from '../core/embedder.ts';
import type { Engine } from '../core/engine.ts';
import { DossierError, errorMessage } from '../core/errors.ts';
import type { Hit, SearchOptions, SearchResult } from '../core/query.ts';
import type { IndexStore } from '../core/store.ts';
import { parseSince } from '../core/text/parse-since.ts';
import { withTimeLimit } from '../core/with-time-limit.ts';
import { formatWarnings } from '../indexing/index-format.ts';
import { filterWarnings } from './filter-warnings.ts';
import { rankByUsage } from './rank-by-usage.ts';
import type { RankingRules } from './ranking-rules.ts';
import { searchIndex } from './search-index.ts';

export interface SearchCall {
  readonly now: number;
  readonly signal?: AbortSignal;
  /** Other constants of ranking, for measuring what each is worth. */
  readonly rules?: RankingRules;
}

export const NOTHING_RELEVANT =
  'Nothing relevant: the project does not seem to hold what the query is about.';

/** A strategy that takes longer is left out; local ones take milliseconds, a remote model may hang. */
const STRATEGY_MILLISECONDS = 3000;
/** With `since` or `author` most hits fall away, so more are looked at. */
const FILTERED_LIMIT = 1000;
const MOST_COMMITS = 20_000;

/** Searches the project's index. A strategy that fails or takes too long becomes a warning. */
export async function searchProject(
  engine: Engine,
  text: string,
  options: SearchOptions,
  call: SearchCall,
): Promise<SearchResult> {
  if (text.trim() === '') {
    throw new DossierError('invalid-input', 'The query is empty: say what to look for, in words or names.');
  }
  const index = (await engine.store()).index(engine.scope);
  const [{ chunks }, { embedder, warnings }, touched, ofFormat] = await Promise.all([
    index.size(),
    embedderFor(engine, options),
    touchedPaths(index, options, call.now),
    formatWarnings(index),
  ]);
  const empty = chunks === 0 ? [await emptyIndex(engine, index)] : [];
  const result = await searchIndex(
    {
      index,
      embedder,
      limit: (what, work) =>
        withTimeLimit(work, {
          what,
          milliseconds: STRATEGY_MILLISECONDS,
          ...(call.signal === undefined ? {} : { signal: call.signal }),
        }),
    },
    text,
    {
      ...options,
      now: call.now,
      ...(touched === undefined ? {} : { limit: FILTERED_LIMIT }),
      ...(call.rules === undefined ? {} : { rules: call.rules }),
    },
  );
  const keep = (hits: readonly Hit[]) =>
    touched === undefined ? hits : hits.filter(({ path }) => touched.has(path)).slice(0, options.limit);
  const nothing = result.hits.length === 0 && result.spread().length === 0;
  const ofFilters = nothing ? await filterWarnings(index, options) : [];
  const rank = await rankByUsage(engine, result.hits, call.now);
  return {
    ...result,
    hits: rank(keep(result.hits)),
    spread: () => rank(keep(result.spread())),
    warnings: [...ofFormat, ...empty, ...ofFilters, ...warnings, ...result.warnings],
  };
}

/** A project without files has been read all the same; one that was never read has to be first. */
async function emptyIndex(engine: Engine, index: IndexStore): Promise<string> {
  if ((await index.state()).indexedAt === undefined) {
    throw new DossierError('not-indexed', `${engine.root} is not indexed yet: run "dossier index" first.`);
  }
  return `${engine.root} has no text file to search; "dossier status" says what was left out.`;
}

async function embedderFor(
  engine: Engine,
  { strategies }: SearchOptions,
): Promise<{ readonly embedder?: Embedder; readonly warnings: readonly string[] }> {
  if (!strategies.includes('semantic')) return { warnings: [] };
  try {
    const embedder = await engine.embedder();
    if (embedder !== undefined) return { embedder, warnings: [] };
    const chosen = engine.config.embedder.kind === 'none';
    return { warnings: chosen ? [] : ['Searched without meaning: no embedding model is at hand.'] };
  } catch (error) {
    return { warnings: [`Searched without meaning: ${errorMessage(error)}`] };
  }
}

/** The files that commits since a time, or of an author, changed. Undefined: no such limit was given. */
async function touchedPaths(
  index: IndexStore,
  { since, author }: SearchOptions,
  now: number,
): Promise<ReadonlySet<string> | undefined> {
  if (since === undefined && author === undefined) return undefined;
  const time = parseSince(since, now);
  const commits = await index.commits({
    limit: MOST_COMMITS,
    ...(time === undefined ? {} : { since: time }),
    ...(author === undefined ? {} : { author }),
  });
  return new Set(commits.flatMap(({ files }) => files.map(({ path }) => path)));
}
