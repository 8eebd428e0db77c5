import type { Commit } from '../../core/ports.ts';
import type { ParsedQuery } from '../../core/query.ts';
import { stem } from '../../core/text/terms.ts';
import { inverseFrequency } from '../../core/text/word-weights.ts';
import { isDescription } from '../parse-query.ts';
import type { Signal, Strategy, StrategyInput } from './strategy.ts';

/**
 * Files, among those found, that commits about the same subject changed. A commit counts by the share of the query's
 * words in its message; a file by its best commits, each further one half as much.
 */
export const history: Strategy = {
  name: 'history',
  kinds: { history: { weight: 0.15 } },
  followsRanking: true,
  find: changedBefore,
};

/** A shorter history cannot tell rare words from common ones. */
const MIN_COMMITS = 200;
const MATCHED_COMMITS = 50;
const COMMITS_OF_FILE = 4;
/** Renames and reformatting say nothing about a file, and neither do programs that bump versions. */
const WIDEST_COMMIT = 30;
const BOT = /\[bot\]|\b(?:dependabot|renovate|greenkeeper)\b/i;

async function changedBefore({ index, query, ranked, rules }: StrategyInput): Promise<readonly Signal[]> {
  // Its words are in the messages of many commits, which would raise the files that change most.
  if (isDescription(query)) return [];
  const weights = stemWeights(query);
  const { commits, frequencies } = await index.commitFrequencies([...weights.keys()]);
  if (commits < MIN_COMMITS) return [];
  const words = [...weights]
    .map(([term, weight]) => ({
      term,
      weight: weight * inverseFrequency(commits, frequencies.get(term) ?? 0),
    }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, rules.maxTerms);
  const known = words.filter(({ term }) => frequencies.has(term));
  const found = await index.matchCommits(
    known.map(({ term }) => ({ term, weight: weights.get(term) ?? 0 })),
    { limit: MATCHED_COMMITS },
  );
  // Relative to one occurrence of every word: comparable between queries and projects.
  const possible = words.reduce((sum, { weight }) => sum + weight, 0);
  const changed = changedFiles(found.map(({ commit, score }) => ({ commit, coverage: score / possible })));
  return ranked.flatMap(({ chunk }) => {
    const file = changed.get(chunk.path);
    return file === undefined ? [] : { kind: 'history', chunk, ...file };
  });
}

function stemWeights({ terms }: ParsedQuery): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const { term, weight } of terms) weights.set(stem(term), (weights.get(stem(term)) ?? 0) + weight);
  return weights;
}

/** How strongly commits speak for each file they changed, and which commit does most. */
function changedFiles(
  commits: readonly { readonly commit: Commit; readonly coverage: number }[],
): ReadonlyMap<string, Pick<Signal, 'strength' | 'detail'>> {
  const changed = new Map<string, { strength: number; commits: number; readonly detail: string }>();
  for (const { commit, coverage } of commits) {
    if (commit.files.length > WIDEST_COMMIT || BOT.test(commit.author)) continue;
    for (const { path } of commit.files) {
      const file = changed.get(path) ?? { strength: 0, commits: 0, detail: commitName(commit) };
      changed.set(path, file);
      if (file.commits < COMMITS_OF_FILE) file.strength += coverage / 2 ** file.commits++;
    }
  }
  return new Map([...changed].map(([path, { strength, detail }]) => [path, { strength, detail }]));
}

function commitName({ sha, message }: Commit): string {
  return `${sha.slice(0, 8)} ${message.split('\n', 1)[0]}`;
}
