import type { Engine } from '../core/engine.ts';
import { inOtherRoots } from '../core/other-roots.ts';
import type { SearchResult } from '../core/query.ts';
import { mostCertain } from './evidence.ts';

interface SearchedRoot<Found> {
  readonly result: SearchResult;
  readonly found: readonly Found[];
}

/**
 * Searches the project and the other roots it was opened with, and joins the results: the project's own first, then
 * each other root's, `under` its name. Scores are comparable between indexes.
 */
export async function searchRoots<Found, Root extends SearchedRoot<Found>>(
  engine: Engine,
  search: (root: Engine) => Promise<Root & SearchedRoot<Found>>,
  under: (name: string, found: Found) => Found,
): Promise<
  Pick<SearchResult, 'query' | 'evidence' | 'certainty' | 'warnings'> & {
    readonly own: Root;
    readonly found: readonly Found[];
    readonly retrieved: number;
  }
> {
  const [own, others] = await Promise.all([
    search(engine),
    inOtherRoots(engine, async (other, name) => {
      const { result, found } = await search(other);
      return { result, found: found.map((each) => under(name, each)) };
    }),
  ]);
  const { name } = engine;
  const roots = [
    name === undefined ? own : { ...own, found: own.found.map((each) => under(name, each)) },
    ...others.results,
  ];
  const results = roots.map(({ result }) => result);
  return {
    own,
    found: roots.flatMap(({ found }) => found),
    retrieved: results.reduce((sum, { hits }) => sum + hits.length, 0),
    query: own.result.query,
    evidence: Math.max(...results.map(({ evidence }) => evidence)),
    certainty: mostCertain(results.map(({ certainty }) => certainty)),
    warnings: [...new Set([...results.flatMap(({ warnings }) => warnings), ...others.warnings])],
  };
}
