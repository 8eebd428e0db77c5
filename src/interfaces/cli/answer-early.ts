import type { Engine } from '../../core/engine.ts';
import { pendingFiles, quickScanNote } from '../../indexing/index-first.ts';
import { FEW_FILES } from '../../indexing/keep-indexed.ts';
import { watchLease } from '../../indexing/watch-lease.ts';
import { withWarnings } from '../../operations/run-operation.ts';
import { indexLikelyFirst } from '../../search/index-likely-first.ts';

export interface EarlyAnswer {
  readonly question: string;
  readonly now: number;
  readonly signal: AbortSignal;
  /** Starts another process that indexes the rest. */
  readonly indexRest: () => Promise<void>;
}

/** Answers before the index is finished; undefined if finishing takes only a moment. */
export async function answerEarly(
  engine: Engine,
  ask: () => Promise<unknown>,
  { question, now, signal, indexRest }: EarlyAnswer,
): Promise<unknown> {
  const files = await pendingFiles(engine, signal);
  if (files.pending.length <= FEW_FILES) return undefined;
  const ready = await indexLikelyFirst(engine, question, { now, signal, files });
  const answer = withWarnings(await ask(), [quickScanNote(ready)]);
  if ((await engine.leases.holder(watchLease(engine))) === undefined) await indexRest();
  return answer;
}
