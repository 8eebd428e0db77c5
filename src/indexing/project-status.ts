import type { Engine } from '../core/engine.ts';
import type { IndexState } from '../core/store.ts';
import { formatWarnings } from './index-format.ts';
import { indexingProgress } from './keep-indexed.ts';
import { readSkipReport, type SkipReport } from './skip-report.ts';

interface ProjectStatus extends IndexState, SkipReport {
  readonly root: string;
  readonly project: string;
  readonly owner: string;
  /** False before the first run: nothing can be found yet. */
  readonly indexed: boolean;
  /** While files are being indexed: how many are done, and of how many if this process knows. */
  readonly indexing?: { readonly done: number; readonly total?: number };
  /** When search was last evaluated on the project's history. */
  readonly evaluatedAt?: number;
  /** False if there are commits since the last run. */
  readonly historyIsCurrent: boolean;
  readonly warnings: readonly string[];
}

/** What the index holds, without reading any file. */
export async function projectStatus(engine: Engine): Promise<ProjectStatus> {
  const index = (await engine.store()).index(engine.scope);
  const state = await index.state();
  const indexing = await indexingProgress(engine, state);
  const head = await (await engine.history()).head();
  const evaluatedAt = await index.getMeta('evaluatedAt');
  return {
    ...state,
    ...((await readSkipReport(index)) ?? { skippedByReason: {}, skipped: [] }),
    root: engine.root,
    project: engine.scope.project,
    owner: engine.scope.owner,
    indexed: state.indexedAt !== undefined,
    ...(indexing === undefined ? {} : { indexing }),
    ...(evaluatedAt === undefined ? {} : { evaluatedAt: Number(evaluatedAt) }),
    historyIsCurrent: head === undefined || head === state.headSha,
    warnings: state.files === 0 ? [] : await formatWarnings(index),
  };
}
