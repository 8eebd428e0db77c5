import type { FileChange } from './item.ts';

export interface Commit {
  readonly sha: string;
  readonly message: string;
  readonly author: string;
  readonly email: string;
  /** Author time in milliseconds since 1970. */
  readonly time: number;
  readonly files: readonly FileChange[];
}

/** The project's git history. Every method answers "no repository" with an empty result. */
export interface History {
  head(): Promise<string | undefined>;
  /** When the head last moved (a commit, a pull, another branch), where that can be told at a glance. */
  movedAt(): Promise<number | undefined>;
  /** True when `sha` is still an ancestor of the present head; false after a rewritten history. */
  contains(sha: string): Promise<boolean>;
  /** Commits reachable from head and not from `since`, newest first, in batches; an error where they end too soon. */
  commits(options: {
    since?: string;
    limit?: number;
    signal?: AbortSignal;
  }): AsyncIterable<readonly Commit[]>;
}
