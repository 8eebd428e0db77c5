import { DossierError } from '../core/errors.ts';

/** Receives indexing progress. */
type IndexProgress = (progress: {
  readonly phase: 'reading files' | 'reading commits' | 'embedding' | 'asking' | 'masking secrets';
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}) => void;

export interface IndexOptions {
  readonly now: number;
  readonly signal: AbortSignal;
  readonly progress: IndexProgress;
  /** Read and parse every file again, even if unchanged. */
  readonly full?: boolean;
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new DossierError('cancelled', 'Indexing was cancelled; run it again to resume.');
}
