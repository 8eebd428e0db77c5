import type { Commit } from '../../core/ports.ts';
import type { FileStats } from '../../core/store.ts';

/** A line of evidence from the project's history, with the commits that prove it. */
export interface EvidenceLine {
  readonly kind: 'fix' | 'churn' | 'together';
  readonly text: string;
  /** The file it is about, or the first file of a fix. */
  readonly path: string;
  readonly shas: readonly string[];
  /** 0..1 among lines of its kind. */
  readonly weight: number;
}

/** A commit that says it repairs something. Merges and their reverts say nothing themselves. */
export function isFix(message: string): boolean {
  const subject = message.split('\n', 1)[0] ?? '';
  return !/^merge\b/i.test(subject) && FIX.test(subject) && !COSMETIC.test(subject);
}
/** Fixes to what nobody runs warn of nothing. */
const COSMETIC =
  /\b(typos?|spelling|grammar|wording|lint(s|er|ing)?|eslint|biome|prettier|format(ting)?|whitespace|indent(ation)?|style|docs?|documentation|readme|changelog|comments?|badges?|links?)\b/i;
const FIX =
  /\b(fix(es|ed|ing)?|bug(s|fix)?|hotfix|regression|repair(s|ed)?|revert(s|ed)?|crash(es|ed)?|leak(s|ed)?|race|deadlock|wrong|broken)\b/i;

/**
 * What the history says about the files: which fixes touched them, which of them keep changing, and what usually
 * changes with them.
 */
export function historyEvidence(history: {
  readonly paths: readonly string[];
  readonly commits: readonly Commit[];
  readonly stats: readonly FileStats[];
  readonly together: readonly { readonly path: string; readonly with: string; readonly commits: number }[];
  /** Of the whole history; with the commits of its companions they tell what changes with everything. */
  readonly all?: { readonly commits: number; readonly byPath: ReadonlyMap<string, number> };
}): EvidenceLine[] {
  return [
    ...fixes(history.paths, history.commits),
    ...churn(history.stats, history.commits),
    ...together(history),
  ];
}

function fixes(paths: readonly string[], commits: readonly Commit[]): EvidenceLine[] {
  const wanted = new Set(paths);
  return commits
    .filter((commit) => isFix(commit.message) && commit.files.some((file) => wanted.has(file.path)))
    .slice(0, SHOWN_FIXES)
    .map((commit, index) => {
      const touched = commit.files.map((file) => file.path).filter((path) => wanted.has(path));
      return {
        kind: 'fix',
        text: `Fixed before in ${touched.join(', ')}: ${subjectOf(commit)}`,
        path: touched[0] ?? '',
        shas: [commit.sha],
        weight: 1 - index / (SHOWN_FIXES + 1),
      };
    });
}

function churn(stats: readonly FileStats[], commits: readonly Commit[]): EvidenceLine[] {
  return stats
    .filter((file) => file.commitCount >= FREQUENT_COMMITS)
    .sort((a, b) => b.commitCount - a.commitCount || (a.path < b.path ? -1 : 1))
    .slice(0, SHOWN_FILES)
    .map((file, index) => {
      const touching = commits.filter((commit) => commit.files.some((changed) => changed.path === file.path));
      const fixed = touching.filter((commit) => isFix(commit.message)).length;
      const share = fixed > 0 ? `, ${fixed} of the last ${touching.length} were fixes` : '';
      return {
        kind: 'churn',
        text:
          `${file.path} changed in ${count(file.commitCount, 'commit')} ` +
          `(+${file.insertions} -${file.deletions}, ${count(file.authors.length, 'author')})${share}`,
        path: file.path,
        shas: touching.slice(0, 3).map((commit) => commit.sha),
        weight: 1 - index / (SHOWN_FILES + 1),
      };
    });
}

function together(history: Parameters<typeof historyEvidence>[0]): EvidenceLine[] {
  const changes = new Map(history.stats.map((file) => [file.path, file.commitCount]));
  return history.together
    .filter((pair) => pair.commits >= USUAL_COMMITS && !history.paths.includes(pair.with))
    .map((pair) => ({ ...pair, share: pair.commits / Math.max(pair.commits, changes.get(pair.path) ?? 0) }))
    .filter((pair) => pair.share >= USUAL_SHARE && !changesWithAll(pair, history.all))
    .sort((a, b) => b.share - a.share || b.commits - a.commits || (a.with < b.with ? -1 : 1))
    .slice(0, SHOWN_FILES)
    .map((pair) => ({
      kind: 'together',
      text: `${pair.with} usually changes with ${pair.path} (${pair.commits} commits, ${Math.round(pair.share * 100)} %)`,
      path: pair.with,
      shas: history.commits
        .filter((commit) =>
          [pair.path, pair.with].every((path) => commit.files.some((file) => file.path === path)),
        )
        .slice(0, 3)
        .map((commit) => commit.sha),
      weight: pair.share,
    }));
}

/** A manifest or a changelog changes as often whatever else does. */
function changesWithAll(
  pair: { readonly with: string; readonly commits: number; readonly share: number },
  all: Parameters<typeof historyEvidence>[0]['all'],
): boolean {
  const changes = all?.byPath.get(pair.with) ?? 0;
  if (all === undefined || changes < pair.commits * ELSEWHERE) return false;
  return pair.share < (changes / all.commits) * MORE_OFTEN;
}
const ELSEWHERE = 3;
const MORE_OFTEN = 2;

function subjectOf(commit: Commit): string {
  return commit.message.split('\n', 1)[0]?.trim() ?? '';
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const SHOWN_FIXES = 2;
const SHOWN_FILES = 3;
/** A file with fewer changes is quiet. */
const FREQUENT_COMMITS = 5;
/** "Usually": at least three times and in a third of the file's commits. */
const USUAL_COMMITS = 3;
const USUAL_SHARE = 1 / 3;
