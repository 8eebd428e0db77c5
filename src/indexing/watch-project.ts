import type { Engine } from '../core/engine.ts';
import type { FileWatcher } from '../core/ports.ts';
import type { IndexOptions } from './index-options.ts';
import { type IndexReport, indexFiles, indexProject } from './index-project.ts';

/** Keeps the index up to date as files change, until the signal aborts. Reports each update to `onUpdate`. */
export async function watchProject(
  engine: Engine,
  options: IndexOptions & { readonly onUpdate: (report: IndexReport) => void },
): Promise<void> {
  try {
    for await (const paths of allChanges(await engine.watcher(), options.signal)) {
      const report =
        paths === 'everything'
          ? await indexProject(engine, options)
          : await indexFiles(engine, paths, options);
      if (report.indexed > 0 || report.removed > 0) options.onUpdate(report);
    }
  } catch (error) {
    // Stopping during an update is how watching ends; the next run does what the update left undone.
    if (!options.signal.aborted) throw error;
  }
}

/** Files may have changed after they were last read and before the watcher is ready: so everything comes first. */
async function* allChanges(
  watcher: FileWatcher,
  signal: AbortSignal,
): AsyncGenerator<readonly string[] | 'everything'> {
  let subscribed: () => void = () => undefined;
  const subscription = new Promise<void>((resolve) => {
    subscribed = resolve;
  });
  const over = new AbortController();
  const changes = watcher
    .changes({ signal: AbortSignal.any([signal, over.signal]), onReady: () => subscribed() })
    [Symbol.asyncIterator]();
  try {
    let next = changes.next();
    await Promise.race([subscription, next]);
    if (!signal.aborted) yield 'everything';
    for (let found = await next; found.done !== true; found = await next) {
      yield found.value;
      next = changes.next();
    }
  } finally {
    over.abort();
    await changes.return?.();
  }
}
