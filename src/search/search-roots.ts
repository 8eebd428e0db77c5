import type { Engine } from '../core/engine.ts';
import { hitUnder, inOtherRoots } from '../core/other-roots.ts';
import type { Hit, SearchOptions, SearchResult } from '../core/query.ts';
import { surest } from './evidence.ts';
import { type SearchCall, searchProject } from './search-project.ts';

/** Searches the project and the other roots it was opened with; scores are comparable between indexes. */
export async function searchRoots(
  engine: Engine,
  text: string,
  options: SearchOptions,
  call: SearchCall,
): Promise<Omit<SearchResult, 'hits' | 'spread'> & { readonly spread: readonly Hit[] }> {
  const [own, others] = await Promise.all([
    searchProject(engine, text, options, call),
    inOtherRoots(engine, async (other, name) => {
      const result = await searchProject(other, text, options, call);
      return { ...result, spread: () => result.spread().map((hit) => hitUnder(name, hit)) };
    }),
  ]);
  const results = [own, ...others.results];
  return {
    query: own.query,
    spread: results
      .flatMap((result) => result.spread())
      .sort((a, b) => b.score - a.score)
      .slice(0, options.limit),
    evidence: Math.max(...results.map(({ evidence }) => evidence)),
    certainty: surest(results.map(({ certainty }) => certainty)),
    warnings: [...new Set([...results.flatMap(({ warnings }) => warnings), ...others.warnings])],
  };
}
