import type { Progress } from '../../src/operations/operation.ts';
import { call } from './api.ts';
import { createStore } from './store.ts';

const loadStatus = () => call('status', {});
export type Status = Awaited<ReturnType<typeof loadStatus>>;
export type IndexReport = Awaited<ReturnType<typeof runIndex>>;

/** How many drafts wait in the inbox. */
export const waiting = createStore(0);

/** What the index holds; read once at the start and after each run. Undefined until then. */
export const status = createStore<Status | undefined>(undefined);
export const statusError = createStore('');

export async function readStatus(): Promise<void> {
  try {
    status.set(await loadStatus());
    statusError.set('');
  } catch (error) {
    statusError.set(error instanceof Error ? error.message : String(error));
  }
}

export interface Indexing {
  readonly startedAt: number;
  readonly progress?: Progress;
  /** Files a second over the whole phase. */
  readonly rate?: number;
}

/** The current run. It belongs to no view: navigating away does not stop it. */
export const indexing = createStore<Indexing | undefined>(undefined);
export const indexReport = createStore<IndexReport | undefined>(undefined);
export const indexError = createStore('');

const runIndex = (onProgress: (progress: Progress) => void) => call('index', {}, { onProgress });

/** Marks a run as in progress: the server continues when the tab is closed, and the next tab follows it. */
const RUNNING_KEY = 'dossier-indexing';
export function followIndexing(): void {
  if (localStorage.getItem(RUNNING_KEY) !== null) void startIndexing();
}

export async function startIndexing(): Promise<void> {
  if (indexing.get() !== undefined) return;
  localStorage.setItem(RUNNING_KEY, String(Date.now()));
  const startedAt = Date.now();
  let phase = { name: '', since: startedAt };
  indexing.set({ startedAt });
  indexError.set('');
  try {
    const report = await runIndex((progress) => {
      if (progress.phase !== phase.name) phase = { name: progress.phase, since: Date.now() };
      const seconds = (Date.now() - phase.since) / 1000;
      indexing.set({ startedAt, progress, ...(seconds > 0 ? { rate: progress.done / seconds } : {}) });
    });
    indexReport.set(report);
  } catch (error) {
    indexError.set(error instanceof Error ? error.message : String(error));
  } finally {
    localStorage.removeItem(RUNNING_KEY);
    indexing.set(undefined);
    await readStatus();
  }
}
