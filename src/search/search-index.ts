import { errorMessage } from '../core/errors.ts';
import type { Hit, ParsedQuery, SearchOptions, SearchResult } from '../core/query.ts';
import type { ChunkFilter } from '../core/store.ts';
import { COUNTED_PLACES, type EvidenceInput, evidenceOf } from './evidence.ts';
import { type Candidate, fuseSignals, joinCandidates } from './fuse-signals.ts';
import { RANKING_RULES, type RankingRules } from './ranking-rules.ts';
import { candidateScorer, nameShareOf, saturateFiles } from './score-candidates.ts';
import { ALL_STRATEGIES } from './strategies/all-strategies.ts';
import { matchingWords } from './strategies/keyword.ts';
import type { Signal, Strategy, StrategyInput } from './strategies/strategy.ts';
import {
  addHints,
  addIdeas,
  addInitials,
  addSynonyms,
  meanIdeas,
  type UnderstandingPorts,
  understandQuery,
} from './understand-query.ts';
import { weighTerms } from './weigh-terms.ts';

interface SearchPorts extends UnderstandingPorts {
  /** Stops a strategy that takes too long. Without it, strategies have no time limit. */
  readonly limit?: <T>(strategy: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

type SearchIndexOptions = SearchOptions & { readonly rules?: RankingRules };

/**
 * Searches one index. Same index, query and options: same hits. Synonyms are hints; if the words lead to no likely
 * answer, it searches again with synonyms as words.
 */
export async function searchIndex(
  ports: SearchPorts,
  text: string,
  options: SearchIndexOptions,
): Promise<SearchResult> {
  const query = await addIdeas(ports, await understandQuery(ports, text));
  const same: Reusable = new Map();
  const found = await searchFor(ports, addHints(query), options, same);
  const wider =
    found.certainty === 'likely' ? query : await addInitials(ports, addSynonyms(meanIdeas(query)));
  if (wider === query) return found;
  const again = await searchFor(ports, wider, options, wider.meant === query.meant ? same : new Map());
  // A synonym is a reason to look at a place, not to be sure of it.
  return { ...again, certainty: found.certainty, evidence: found.evidence };
}

/** What strategies found that do not depend on added words, for the second search. */
type Reusable = Map<Strategy, Promise<Attempt>>;

/** What a strategy found, or why it failed. */
interface Attempt {
  readonly signals: readonly Signal[];
  readonly warning?: string;
}

async function searchFor(
  ports: SearchPorts,
  query: ParsedQuery,
  options: SearchIndexOptions,
  same: Reusable,
): Promise<SearchResult> {
  const { rules = RANKING_RULES } = options;
  const { chunks } = await ports.index.size();
  const terms = await weighTerms(ports.index, query, chunks);
  const filter: ChunkFilter = {
    entityTypes: options.entityTypes,
    languages: options.languages,
    paths: options.paths,
  };
  const { index, embedder } = ports;
  const input: StrategyInput = { index, query, terms, filter, rules, embedder, ranked: [] };
  const warnings: string[] = [];
  const asked = ALL_STRATEGIES.filter(({ name }) => options.strategies.includes(name));
  const run = async (strategies: readonly Strategy[], given: StrategyInput): Promise<readonly Signal[]> => {
    const found = strategies.map((strategy) => {
      const attempted = same.get(strategy) ?? attempt(strategy, given, ports);
      if (strategy.ignoresExpansions) same.set(strategy, attempted);
      return attempted;
    });
    const attempts = await Promise.all(found);
    for (const { warning } of attempts) if (warning !== undefined) warnings.push(warning);
    return attempts.flatMap(({ signals }) => signals);
  };
  const score = scorer(input);
  const signals = await run(
    asked.filter(({ followsRanking }) => !followsRanking),
    input,
  );
  const fused = fuseSignals(signals, { kind: query.kind, rules });
  const ranked = await score(fused);
  const following = await run(
    asked.filter(({ followsRanking }) => followsRanking),
    { ...input, ranked },
  );
  const added = fuseSignals(following, { kind: query.kind, rules });
  const scored = added.length === 0 ? ranked : await score(joinCandidates(fused, added));
  const best = scored.slice(0, NAMED_AMONG);
  const said = await withoutHints(input, signals);
  const evidence = evidenceOf({
    query,
    ...said,
    chunks,
    likely: rules.likely,
    possible: rules.possible,
    calibrated: ports.embedder?.calibrated === true,
    nameShare: Math.max(0, ...best.map(({ chunk }) => nameShareOf(chunk.path, said.terms))),
  });
  const { certainty, probability } = evidence;
  // An answer that is likely for a reason other than its words is scored as if at the threshold.
  const scale = certainty === 'likely' ? Math.max(probability, rules.likely) : probability;
  const hits = (candidates: readonly Candidate[]) => toHits(candidates, scale, options);
  return {
    query,
    hits: certainty === 'nothing' ? [] : hits(scored),
    spread: () => hits(saturateFiles(scored, rules)),
    evidence: probability,
    certainty,
    warnings,
  };
}

/** What the query's own words find, without hints: hints are no evidence. */
async function withoutHints(
  input: StrategyInput,
  signals: readonly Signal[],
): Promise<Pick<EvidenceInput, 'terms' | 'signals'>> {
  const terms = input.terms.filter(({ isHint }) => isHint !== true);
  const others = signals.filter(({ kind }) => kind !== 'words');
  if (terms.length === input.terms.length || others.length === signals.length) return { terms, signals };
  return { terms, signals: [...others, ...(await matchingWords({ ...input, terms }, COUNTED_PLACES))] };
}

/** A file name in the query counts as evidence among this many of the best chunks. */
const NAMED_AMONG = 20;

/** Scores lists of candidates of one query; reads what is known about a file once. */
function scorer({
  index,
  query,
  terms,
  rules,
}: StrategyInput): (candidates: readonly Candidate[]) => Promise<Candidate[]> {
  const met = new Set<string>();
  const importance = new Map<string, number>();
  const rank = candidateScorer({ query, terms, rules, importance });
  return async (candidates) => {
    const paths = [...new Set(candidates.map(({ chunk }) => chunk.path))].filter((path) => !met.has(path));
    for (const path of paths) met.add(path);
    if (paths.length > 0) {
      for (const [path, share] of await index.importanceOf(paths)) importance.set(path, share);
    }
    return rank(candidates);
  };
}

/** Runs one strategy; a failure becomes a warning, and the others still answer. */
async function attempt(
  { name, kinds, find }: Strategy,
  input: StrategyInput,
  { limit }: SearchPorts,
): Promise<Attempt> {
  if (Object.keys(kinds).every((kind) => input.rules.weights[kind] === 0)) return { signals: [] };
  const work = (signal: AbortSignal) => find({ ...input, signal });
  try {
    return { signals: await (limit?.(name, work) ?? work(new AbortController().signal)) };
  } catch (error) {
    return { signals: [], warning: `The ${name} search failed and was left out: ${errorMessage(error)}` };
  }
}

/** Scores relative to the best hit, times the evidence: comparable between queries. */
function toHits(
  candidates: readonly Candidate[],
  evidence: number,
  { minScore, limit }: Pick<SearchOptions, 'minScore' | 'limit'>,
): Hit[] {
  const best = candidates[0]?.score ?? 0;
  const hits: Hit[] = [];
  for (const candidate of candidates) {
    const { chunk } = candidate;
    const score = best > 0 ? (candidate.score / best) * evidence : 0;
    if (score < minScore) continue;
    hits.push({
      id: chunk.id,
      source: chunk.role === 'document' ? 'document' : 'code',
      entityType: chunk.entityType,
      name: chunk.name,
      qualifiedName: chunk.qualifiedName,
      path: chunk.path,
      startLine: chunk.startLine,
      endLine: chunk.endLine,
      language: chunk.language,
      score,
      reasons: candidate.reasons,
      contentHash: chunk.contentHash,
      ...(chunk.unitId === undefined ? {} : { unitId: chunk.unitId }),
      ...(chunk.docLines === undefined ? {} : { docLines: chunk.docLines }),
    });
    if (hits.length === limit) break;
  }
  return hits;
}
