import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { IndexStore } from '../core/store.ts';
import { plural } from '../core/text/plural.ts';
import { type IndexOptions, throwIfCancelled } from './index-options.ts';
import { readAhead } from './read-ahead.ts';

interface HistoryReading {
  /** Stores the commits that are not in the index yet and returns their number. */
  store(): Promise<number>;
  /** Stops git, whether or not all was read. */
  stop(): void;
}

/** Batches of commits read while files are indexed: all of them by default. */
const BATCHES_AHEAD = 10;
/** The least time between full reads of a history that git cannot read to its end. */
const RETRY_MS = 3_600_000;
const FAILED = 'historyFailed';

/**
 * Starts reading the commits that are not in the index yet; after a rewrite of the history, all of them again. A
 * history that can only be read in part is a warning, and a later run reads it again.
 */
export async function beginHistory(
  engine: Engine,
  index: IndexStore,
  options: IndexOptions,
  warnings: string[],
): Promise<HistoryReading> {
  const limit = engine.config.index.commits;
  const history = await engine.history();
  const head = limit === 0 ? undefined : await history.head();
  const failed = await lastFailure(index, options);
  const last = failed?.head ?? (await index.getMeta('headSha'));
  if (failed !== undefined) {
    warnings.push(`Some commits are missing: ${failed.why} Run "dossier index --full" afterwards.`);
  }
  const refusal = limit === 0 || head !== undefined ? undefined : history.refusal();
  if (refusal !== undefined) warnings.push(`No commits are read: ${refusal}`);
  if (head === undefined || head === last) return { store: async () => 0, stop: () => undefined };
  const since = last !== undefined && (await history.contains(last)) ? last : undefined;
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const batches = readAhead(
    history.commits({ limit, signal, ...(since === undefined ? {} : { since }) }),
    BATCHES_AHEAD,
  );

  return {
    async store() {
      if (since === undefined && last !== undefined) await index.clearCommits();
      let done = 0;
      try {
        for await (const commits of batches) {
          throwIfCancelled(options.signal);
          await index.putCommits(commits);
          done += commits.length;
          options.progress({ phase: 'reading commits', done });
        }
      } catch (error) {
        if (!(error instanceof DossierError) || error.code !== 'unavailable') throw error;
        warnings.push(`Read only ${plural(done, 'commit')}: ${error.message}`);
        await index.setMeta(FAILED, `${options.now} ${head} ${error.message}`);
        return done;
      }
      throwIfCancelled(options.signal);
      // Set last: a run killed before this reads the same commits again, and the store dedupes them.
      if (failed === undefined) {
        await index.setMeta('headSha', head);
        if ((await index.getMeta(FAILED)) !== undefined) await index.setMeta(FAILED, '');
      } else await index.setMeta(FAILED, `${failed.at} ${head} ${failed.why}`);
      return done;
    },
    stop: () => over.abort(),
  };
}

/** Makes the next run read all of it again. */
export async function forgetHistory(index: IndexStore): Promise<void> {
  // Not the hash of any commit.
  await index.setMeta('headSha', '');
  if ((await index.getMeta(FAILED)) !== undefined) await index.setMeta(FAILED, '');
}

/** A recent run that could not read the whole history, the newest commit it knows, and why. */
async function lastFailure(
  index: IndexStore,
  { now, full }: IndexOptions,
): Promise<{ readonly at: string; readonly head: string; readonly why: string } | undefined> {
  const [at = '', head, ...why] = (await index.getMeta(FAILED))?.split(' ') ?? [];
  const isRecent = Math.abs(now - Number(at)) < RETRY_MS;
  return head === undefined || !isRecent || full === true ? undefined : { at, head, why: why.join(' ') };
}
