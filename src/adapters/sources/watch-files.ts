import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FileLister, FileWatcher } from '../../core/ports.ts';

/** Debounces events: a batch ends after this long without one. The system's notifications come gathered already. */
const QUIET_MS = 20;
/** Where many files change, more will follow. */
const MANY_PATHS = 20;
const QUIET_AFTER_MANY_MS = 120;
const LONGEST_WAIT_MS = 1000;
/** Above this, a run over the whole project is cheaper than checking each path: a branch was switched. */
const MAX_PATHS = 1000;

/** Watches a folder with the system's notifications; ignored folders cost nothing. */
export function createFileWatcher(root: string, lister: FileLister): FileWatcher {
  return {
    async *changes({ signal, onReady }) {
      const { default: watcher } = await import('@parcel/watcher');
      const base = await realpath(root);
      const ignored = (await lister.leftOut({ signal })).filter(({ path }) => path.endsWith('/'));
      const gathered = createGathering(signal);
      const subscription = await watcher.subscribe(
        base,
        (error, events) => {
          if (error !== null) gathered.addEverything();
          else gathered.add(events.map((event) => relative(base, event.path).split(sep).join('/')));
        },
        { ignore: [join(base, '.git'), ...ignored.map(({ path }) => join(base, path))] },
      );
      onReady?.();
      try {
        for (let next = await gathered.next(); next !== undefined; next = await gathered.next()) yield next;
      } finally {
        await subscription.unsubscribe();
      }
    },
  };
}

function createGathering(signal: AbortSignal) {
  let paths = new Set<string>();
  let everything = false;
  let firstAt = 0;
  let lastAt = 0;
  let wake: (() => void) | undefined;
  signal.addEventListener('abort', () => wake?.(), { once: true });
  const note = () => {
    lastAt = Date.now();
    if (firstAt === 0) firstAt = lastAt;
    wake?.();
  };
  const waitFor = (milliseconds?: number) =>
    new Promise<void>((resolve) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return {
    add(more: readonly string[]) {
      for (const path of more) paths.add(path);
      if (paths.size > MAX_PATHS) everything = true;
      note();
    },
    addEverything() {
      everything = true;
      note();
    },
    /** The next batch of paths, or undefined when watching ends. */
    async next(): Promise<readonly string[] | 'everything' | undefined> {
      while (!signal.aborted) {
        if (firstAt === 0) {
          await waitFor();
          continue;
        }
        const now = Date.now();
        const quiet = paths.size > MANY_PATHS ? QUIET_AFTER_MANY_MS : QUIET_MS;
        const due = Math.min(lastAt + quiet, firstAt + LONGEST_WAIT_MS);
        if (now < due) {
          await waitFor(due - now);
          continue;
        }
        const result = everything ? ('everything' as const) : [...paths].sort();
        paths = new Set();
        everything = false;
        firstAt = 0;
        return result;
      }
      return undefined;
    },
  };
}
