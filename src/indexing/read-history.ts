import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { IndexStore } from '../core/store.ts';
import { type IndexOptions, throwIfCancelled } from './index-options.ts';

/**
 * Reads commits that are not in the index yet; after a rewritten history, all of them again. A history that
 * can be read only in part is a warning, and is read again by the next run.
 */
export async function readHistory(
  engine: Engine,
  index: IndexStore,
  { signal, progress }: Pick<IndexOptions, 'signal' | 'progress'>,
  warnings: string[],
): Promise<number> {
  const limit = engine.config.index.commits;
  const history = await engine.history();
  const head = limit === 0 ? undefined : await history.head();
  const last = await index.getMeta('headSha');
  if (head === undefined || head === last) return 0;
  const since = last !== undefined && (await history.contains(last)) ? last : undefined;
  if (since === undefined && last !== undefined) await index.clearCommits();
  let done = 0;
  try {
    for await (const commits of history.commits({
      limit,
      signal,
      ...(since === undefined ? {} : { since }),
    })) {
      throwIfCancelled(signal);
      await index.putCommits(commits);
      done += commits.length;
      progress({ phase: 'commits', done });
    }
  } catch (error) {
    if (!(error instanceof DossierError) || error.code !== 'unavailable') throw error;
    warnings.push(`Only ${done} commits were read: ${error.message}`);
    return done;
  }
  throwIfCancelled(signal);
  // Set last: a run killed before this line reads the same commits again, and the store keeps each once.
  await index.setMeta('headSha', head);
  return done;
}
