import { Worker } from 'node:worker_threads';
import type { FileScanner } from '../../core/ports.ts';
import { type CountJob, countingOf, LEFT, NEXT } from './count-words.ts';

interface FileScannerOptions extends Pick<CountJob, 'root' | 'store'> {
  /** The worker's script: it counts the files of its `workerData` until none are left. */
  readonly script?: URL | undefined;
  readonly workers: number;
}

/** Starting a thread takes longer than counting this many files. */
const MIN_FOR_THREADS = 8000;
const POLL_MS = 2;

/** Counts words on this thread, yielding to the event loop, and on workers when there are many files. */
export function createFileScanner({ root, store, script, workers }: FileScannerOptions): FileScanner {
  return {
    async count(paths, words, { milliseconds, signal }) {
      const counts = new Uint8Array(new SharedArrayBuffer(paths.length * words.length));
      const bytes = new Uint32Array(new SharedArrayBuffer(paths.length * Uint32Array.BYTES_PER_ELEMENT));
      const progress = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
      const job: CountJob = { root, store, paths, words, progress, counts, bytes };
      progress[LEFT] = words.length === 0 ? 0 : paths.length;
      const until = performance.now() + milliseconds;
      const isOver = () => signal?.aborted === true || performance.now() > until;
      const threads =
        script === undefined || paths.length < MIN_FOR_THREADS
          ? []
          : Array.from({ length: workers }, () => startThread(script, job));
      const countNext = countingOf(job);
      try {
        while (Atomics.load(progress, LEFT) > 0 && !isOver()) {
          // When no files are left to take, wait for those still being counted elsewhere.
          const counted = countNext();
          await new Promise((resolve) => (counted ? setImmediate(resolve) : setTimeout(resolve, POLL_MS)));
        }
      } finally {
        Atomics.store(progress, NEXT, paths.length);
        await Promise.all(threads.map((thread) => thread.terminate()));
      }
      return { counts, bytes };
    },
  };
}

function startThread(script: URL, workerData: CountJob): Worker {
  const worker = new Worker(script, { workerData });
  // Files a failed thread had taken are ranked by path alone.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}
