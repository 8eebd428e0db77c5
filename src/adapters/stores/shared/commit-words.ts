import type { Commit } from '../../../core/ports.ts';
import type { FieldWeights } from '../../../core/store.ts';
import type { ChunkTerms } from '../../../core/text/chunk-words.ts';
import { termsOf } from '../../../core/text/terms.ts';

/** A commit's subject says most; the paths it touched say where. */
export const COMMIT_FIELDS: FieldWeights = { name: 2, path: 0.5, doc: 0, body: 1 };

/** Wider commits (renames, reformatting) say nothing about which files belong together. */
export const WIDEST_COMMIT = 30;

/** Dedupes commits by hash; the last one wins. */
export function distinctCommits(commits: readonly Commit[]): Commit[] {
  return [...new Map(commits.map((commit) => [commit.sha, commit])).values()];
}

/** Commits, numbered from `first`, with the words they are found by. */
export function commitDocuments(
  commits: readonly Commit[],
  first: number,
): { readonly number: number; readonly terms: Partial<ChunkTerms> }[] {
  // Nearby commits change the same files.
  const known = new Map<string, readonly string[]>();
  const ofPath = (path: string) => {
    const terms = known.get(path) ?? termsOf(path);
    known.set(path, terms);
    return terms;
  };
  return commits.map(({ message, files }, index) => {
    const [subject = '', ...rest] = message.split('\n');
    const terms = {
      name: termsOf(subject),
      path: files.slice(0, WIDEST_COMMIT).flatMap(({ path }) => ofPath(path)),
      body: termsOf(rest.join('\n')),
    };
    return { number: first + index, terms };
  });
}
