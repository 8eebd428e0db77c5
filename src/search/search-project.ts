import type { Engine } from '../core/engine.ts';
import { DossierError, errorMessage } from '../core/errors.ts';
import type { Embedder } from '../core/ports.ts';
import type { Hit, SearchOptions, SearchResult } from '../core/query.ts';
import type { IndexStore } from '../core/store.ts';
import { matchesGlobs } from '../core/text/glob.ts';
import { stem } from '../core/text/terms.ts';
import type { Certainty } from '../core/vocabulary.ts';
import { withTimeLimit } from '../core/with-time-limit.ts';
import { formatWarnings } from '../indexing/index-format.ts';
import { historyQuestion } from './history-question.ts';
import { type Ideas, openIdeas } from './ideas.ts';
import { wordListOf } from './languages/word-list-of.ts';
import { rankByUsage } from './rank-by-usage.ts';
import type { RankingRules } from './ranking-rules.ts';
import { refuseDamagedStore } from './refuse-damaged-store.ts';
import { searchIndex } from './search-index.ts';
import type { UnderstandingPorts } from './understand-query.ts';

export interface SearchCall {
  readonly now: number;
  readonly signal?: AbortSignal;
  /** Overrides the ranking constants, to measure what each is worth. */
  readonly rules?: RankingRules;
}

/** The note on an uncertain answer. */
export const CERTAINTY_NOTES: Readonly<Record<Certainty, string | undefined>> = {
  likely: undefined,
  possibly: 'Not sure: these places are nearest to the query, but may be about something else.',
  nothing: 'Nothing relevant: the project does not seem to have what the query is about.',
};

/** It comes with the package, the same for every project; a long-lived process reads it once. */
let englishWords: ReadonlySet<string> | undefined;

let ideas: Ideas | undefined;

async function ideasOf(engine: Engine): Promise<Ideas | undefined> {
  if (engine.ideas === undefined || ideas !== undefined) return engine.ideas && ideas;
  const packed = await engine.ideas();
  if (packed !== undefined) ideas = openIdeas(packed);
  return ideas;
}

/** What it takes to understand a question asked of an index, but for the embedding model. */
export function understandingPorts(engine: Engine, index: IndexStore): UnderstandingPorts {
  return {
    index,
    wordList: (language) => wordListOf(engine, language),
    englishWords: () => englishWordsOf(engine),
    ideas: () => ideasOf(engine),
  };
}

async function englishWordsOf(engine: Engine): Promise<ReadonlySet<string>> {
  if (englishWords !== undefined) return englishWords;
  const text = await engine.wordList?.('en');
  if (text === undefined) return new Set();
  englishWords = new Set(text.split('\n').map(stem));
  return englishWords;
}

/**
 * A strategy that takes longer hangs, and is skipped. Strategies take milliseconds; the limit is far above what a busy
 * machine needs, so that load does not change its answers.
 */
const STRATEGY_MILLISECONDS = 20_000;
/** A remote model is not worth a longer wait. */
const REMOTE_MODEL_MILLISECONDS = 3000;
/** How long a question may take to be embedded. */
export function modelMilliseconds({ config }: Engine): number {
  return config.embedder.kind === 'http' ? REMOTE_MODEL_MILLISECONDS : STRATEGY_MILLISECONDS;
}
/** `since` and `author` drop most hits, so more are examined. */
const FILTERED_LIMIT = 1000;
const MAX_COMMITS = 20_000;

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
    touchedPaths(index, options),
    formatWarnings(index),
  ]);
  const empty = chunks === 0 ? [await emptyIndex(engine, index)] : [];
  const result = await searchIndex(
    {
      ...understandingPorts(engine, index),
      embedder,
      limit: (strategy, work) =>
        withTimeLimit(work, {
          what: `The ${strategy} search`,
          milliseconds: strategy === 'semantic' ? modelMilliseconds(engine) : STRATEGY_MILLISECONDS,
          ...(call.signal === undefined ? {} : { signal: call.signal }),
        }),
    },
    searchedFor(text),
    {
      ...options,
      ...(touched === undefined ? {} : { limit: FILTERED_LIMIT }),
      ...(call.rules === undefined ? {} : { rules: call.rules }),
    },
  );
  if (result.hits.length === 0) await refuseDamagedStore(engine, call.now);
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

/** Of a question about history its subject is searched for, or what the project says of its changes and people. */
export function searchedFor(text: string): string {
  const history = historyQuestion(text);
  if (history === undefined) return text;
  return history.subject ?? (history.topic === 'changes' ? 'changelog' : 'project overview');
}

/** An empty project is a warning; one that was never indexed is an error. */
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
    return { warnings: chosen ? [] : ['Semantic search was skipped: no embedding model is available.'] };
  } catch (error) {
    return { warnings: [`Semantic search was skipped: ${errorMessage(error)}`] };
  }
}

/** The files changed by commits since a time or by an author. Undefined: neither was given. */
async function touchedPaths(
  index: IndexStore,
  { since, author }: SearchOptions,
): Promise<ReadonlySet<string> | undefined> {
  if (since === undefined && author === undefined) return undefined;
  const commits = await index.commits({
    limit: MAX_COMMITS,
    ...(since === undefined ? {} : { since }),
    ...(author === undefined ? {} : { author }),
  });
  return new Set(commits.flatMap(({ files }) => files.map(({ path }) => path)));
}

/** A filter that leaves no file to search is probably mistyped, so a warning names it. */
async function filterWarnings(
  index: IndexStore,
  { languages, paths }: Pick<SearchOptions, 'languages' | 'paths'>,
): Promise<readonly string[]> {
  if (languages.length === 0 && paths.length === 0) return [];
  const files = await index.files();
  const known = [...new Set(files.map(({ language }) => language))].sort();
  const warnings: string[] = [];
  if (languages.length > 0 && !languages.some((language) => known.includes(language))) {
    warnings.push(`No file in ${languages.join(' or ')} is indexed; there are ${known.join(', ')}.`);
  }
  if (paths.length > 0 && !files.some(({ path }) => matchesGlobs(path, paths))) {
    warnings.push(
      `No indexed file matches ${paths.join(', ')}; "dossier files" lists them, relative to the root.`,
    );
  }
  return warnings;
}
