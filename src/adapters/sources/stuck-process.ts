import { readdirSync, readFileSync } from 'node:fs';
import { errorCode } from '../../core/errors.ts';

/** A process that only waits for this long will not go on by itself: what it opened is a pipe nobody writes to. */
const WAIT_LIMIT = 1000;
/** More memory than git needs for the largest histories; an endless file takes all there is. */
const MEMORY_LIMIT = 2_000_000_000;
const LOOK_MS = 200;

/**
 * Calls `stop` when a process is stuck: all its threads sleep without being woken once, or it holds far too much
 * memory. Only Linux tells; elsewhere nothing is called. Returns how to stop watching.
 */
export function watchForStuck(
  pid: number,
  stop: () => void,
  { waitLimit = WAIT_LIMIT, memoryLimit = MEMORY_LIMIT } = {},
): () => void {
  let last = '';
  let since = performance.now();
  const timer = setInterval(() => {
    const { sleeping, bytes } = stateOf(pid);
    if (sleeping === undefined || sleeping !== last) {
      last = sleeping ?? '';
      since = performance.now();
    }
    if (bytes > memoryLimit || performance.now() - since > waitLimit) stop();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** How often each thread has been woken, or undefined if one is at work or waits for a disk; and the memory it holds. */
function stateOf(pid: number): { readonly sleeping: string | undefined; readonly bytes: number } {
  let sleeping: string | undefined = '';
  let bytes = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
      const [, woken] = /^State:\tS[\s\S]*^voluntary_ctxt_switches:\t(\d+)/m.exec(status) ?? [];
      bytes = Number(/^RssAnon:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
      sleeping = sleeping === undefined || woken === undefined ? undefined : `${sleeping} ${thread}:${woken}`;
    }
  } catch (error) {
    // It has ended, or this is not Linux.
    if (errorCode(error) === undefined) throw error;
    return { sleeping: undefined, bytes: 0 };
  }
  return { sleeping, bytes };
}
