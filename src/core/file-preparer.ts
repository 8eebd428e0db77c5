import type { SkipReason } from './skip-reason.ts';
import type { SourceStat } from './source-reader.ts';
import type { IndexedFile } from './store.ts';

/** What became of one file on its way to the store. */
export type PreparedFile =
  | { readonly status: 'indexed'; readonly file: IndexedFile; readonly maskedLines: number }
  | { readonly status: 'unchanged' }
  | { readonly status: 'skipped'; readonly reason: SkipReason; readonly detail?: string };

/** Reads, parses and chunks files; several at once where there are cores for it. */
export interface FilePreparer {
  /** With how many files at a time it has enough to do. */
  readonly atOnce: number;
  /** Never rejects: a file that cannot be prepared is `skipped`. `known` is what the index has of it. */
  prepare(path: string, known?: SourceStat): Promise<PreparedFile>;
  close(): Promise<void>;
}
