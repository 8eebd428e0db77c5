import type { Commit } from '../../../core/ports.ts';
import type { FieldWeights } from '../../../core/store.ts';
import type { ChunkTerms } from '../../../core/text/chunk-words.ts';
import { termsOf } from '../../../core/text/terms.ts';

/** A commit's subject says most; the paths it touched say where. */
export const COMMIT_FIELDS: FieldWeights = { name: 2, path: 0.5, doc: 0, body: 1 };

/** Commits of more files than this (renames, reformatting) say nothing about which belong together. */
export const WIDEST_COMMIT = 30;

/** The last of several versions of a commit counts. */
export function distinctCommits(commits: readonly Commit[]): Commit[] {
  return [...new Map(commits.map((commit) => [commit.sha, commit])).values()];
}

/** The words a commit is found by. */
export function commitTerms(commit: Commit): Partial<ChunkTerms> {
  const [subject = '', ...rest] = commit.message.split('\n');
  return {
    name: termsOf(subject),
    path: commit.files.slice(0, WIDEST_COMMIT).flatMap(({ path }) => termsOf(path)),
    body: termsOf(rest.join('\n')),
  };
}
