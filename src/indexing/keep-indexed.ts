import type { Engine } from '../core/engine.ts';
import { DossierError, errorMessage } from '../core/errors.ts';
import { pause } from '../core/pause.ts';
import type { Lease } from '../core/ports.ts';
import { quickScanNote } from './index-first.ts';
import { listedOf } from './index-format.ts';
import { indexFiles, indexProject } from './index-project.ts';
import { indexKey } from './index-run.ts';
import { maskAgain } from './mask-again.ts';
import { watchLease } from './watch-lease.ts';

/** How often processes without the lease try to take it, so that a dead holder is soon replaced. */
const ASK_AGAIN_MS = 1000;
const POLL_MS = 50;
/** This many files are indexed in less than a second. */
export const FEW_FILES = 300;

interface KeepIndexedOptions {
  readonly clock: () => number;
  /** Reports a problem that no caller would see otherwise. */
  readonly report: (sentence: string) => void;
  /** Indexes the files likeliest to answer a question and returns the share indexed by then. */
  readonly indexLikelyFirst?: (engine: Engine, question: string, options: LookOptions) => Promise<number>;
}
interface LookOptions {
  readonly now: number;
  readonly signal: AbortSignal;
}

interface Running {
  leads: boolean;
  upToDate: boolean;
  done: number;
  total: number;
}
/** The state of each keeper in this process, so that status requests can report progress. */
const running = new Map<string, Running>();

/** How far indexing is, in this process or another; undefined when nobody indexes the project. */
export async function indexingProgress(
  engine: Engine,
  { files, indexedAt }: { readonly files: number; readonly indexedAt?: number | undefined },
): Promise<{ readonly done: number; readonly total?: number } | undefined> {
  const own = running.get(indexKey(engine));
  const isFirst = indexedAt === undefined;
  if (own?.leads && !own.upToDate && (own.total > 0 || !isFirst)) {
    return { done: own.done, ...(own.total > 0 && { total: own.total }) };
  }
  // A keeper that does not lead yet takes over soon.
  const isRunning = own !== undefined || (await engine.leases.holder(watchLease(engine))) !== undefined;
  if (!isFirst || !isRunning) return undefined;
  const total = await listedOf((await engine.store()).index(engine.scope));
  return { done: files, ...(total === undefined ? {} : { total }) };
}

/** A project kept up to date while a server runs. */
export interface IndexKeeper {
  /**
   * Waits until the index is up to date, up to the limit, and returns warnings for the reader of the answer: none
   * when all is well.
   */
  readonly ready: (limit: {
    readonly milliseconds: number;
    /** The question asked: its answer may come before the index is finished. */
    readonly question?: string | undefined;
    readonly progress?: (progress: { phase: string; done: number; total?: number }) => void;
  }) => Promise<readonly string[]>;
  /** Whether this process is the one that watches the files. */
  readonly leads: () => boolean;
  readonly stop: () => Promise<void>;
}

/**
 * Of all processes that keep a project indexed, one indexes it and watches its files; when it exits or dies, another
 * takes over. None needs another to answer.
 */
export function keepIndexed(engine: Engine, options: KeepIndexedOptions): IndexKeeper {
  const stopping = new AbortController();
  const { signal } = stopping;
  const state: Running = { leads: false, upToDate: false, done: 0, total: 0 };
  running.set(indexKey(engine), state);

  const lead = async (lease: Lease): Promise<void> => {
    const lost = new AbortController();
    const either = AbortSignal.any([signal, lost.signal]);
    const guard = setInterval(() => {
      if (!lease.held()) lost.abort();
    }, ASK_AGAIN_MS);
    state.leads = true;
    try {
      await follow(either);
    } finally {
      clearInterval(guard);
      // Whatever ended it, the files are no longer watched: the next attempt starts over.
      lost.abort();
      state.leads = false;
      await lease.release();
    }
  };

  const follow = async (either: AbortSignal): Promise<void> => {
    const run = () => ({
      now: options.clock(),
      signal: either,
      progress: ({ phase, done, total = 0 }: { phase: string; done: number; total?: number }) => {
        if (phase === 'reading files') Object.assign(state, { done, total });
      },
    });
    const watcher = await engine.watcher();
    let subscribed: () => void = () => undefined;
    const subscription = new Promise<void>((resolve) => {
      subscribed = resolve;
    });
    const changes = watcher.changes({ signal: either, onReady: () => subscribed() })[Symbol.asyncIterator]();
    let next = changes.next();
    // If the run fails first, nobody awaits the changes; their failure would be the same one.
    next.catch(() => undefined);
    await indexProject(engine, run());
    state.upToDate = true;
    // Files may have changed after the run read them and before the watcher was ready.
    await Promise.race([subscription, next]);
    await indexProject(engine, run());
    for (;;) {
      let isChanged = false;
      const notice = () => {
        isChanged = true;
      };
      next.then(notice, notice);
      await maskAgain(engine, { ...run(), isOver: () => isChanged });
      const { value: paths, done } = await next;
      if (done === true || either.aborted) return;
      // Another branch, say: questions should neither wait for all of it nor be answered from the old state.
      const many = paths === 'everything' || paths.length > FEW_FILES;
      if (many) Object.assign(state, { upToDate: false, done: 0, total: 0 });
      await (paths === 'everything' ? indexProject(engine, run()) : indexFiles(engine, paths, run()));
      state.upToDate = true;
      next = changes.next();
    }
  };

  const working = (async () => {
    while (!signal.aborted) {
      try {
        const lease = await engine.leases.take(watchLease(engine));
        if (lease !== undefined) await lead(lease);
      } catch (error) {
        // Stopping surfaces as an error of whatever was running; losing the lease, as a cancelled run.
        const expected = signal.aborted || (error instanceof DossierError && error.code === 'cancelled');
        if (!expected) options.report(`Keeping ${engine.root} indexed: ${errorMessage(error)}`);
      }
      await pause(ASK_AGAIN_MS, signal);
    }
  })();

  return {
    leads: () => state.leads,
    async ready({ milliseconds, question, progress }) {
      const until = options.clock() + milliseconds;
      const isUpToDate = async () => {
        if (state.upToDate) return true;
        // Another process watches the files: once it has finished a run, the index is up to date.
        if (state.leads || (await engine.leases.holder(watchLease(engine))) === undefined) return false;
        return (await indexState(engine)).indexedAt !== undefined;
      };
      while (!(await isUpToDate())) {
        const { done, total } = state;
        progress?.({ phase: 'indexing', done, ...(total > 0 && { total }) });
        const look = question === undefined ? undefined : options.indexLikelyFirst;
        const isLate = options.clock() >= until;
        if (look !== undefined && question !== undefined && (isLate || total > FEW_FILES)) {
          const share = await look(engine, question, { now: options.clock(), signal });
          return share === 1 ? [] : [quickScanNote(share)];
        }
        if (isLate) return [await notUpToDate(engine, state)];
        await pause(POLL_MS, signal);
      }
      return [];
    },
    async stop() {
      stopping.abort();
      await working;
      running.delete(indexKey(engine));
    },
  };
}

async function notUpToDate(
  engine: Engine,
  progress: { readonly done: number; readonly total: number },
): Promise<string> {
  const { files, indexedAt } = await indexState(engine);
  if (indexedAt !== undefined) {
    return 'Note: the index is being brought up to date; very recent changes may be missing.';
  }
  const share = progress.total === 0 ? '' : ` (${progress.done} of ${progress.total} files)`;
  const from = files === 0 ? 'looking through the files' : `the ${files} files read so far`;
  return `Note: this project is being indexed for the first time${share}. The answer comes from ${from}; ask again in a moment for more.`;
}

async function indexState(engine: Engine) {
  return (await engine.store()).index(engine.scope).state();
}
