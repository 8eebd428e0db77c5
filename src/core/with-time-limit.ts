import { DossierError } from './errors.ts';

/** The result of `work`, or a `timeout` error after the limit; the signal tells `work` to stop. */
export async function withTimeLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  options: {
    readonly what: string;
    readonly milliseconds: number;
    /** What the caller can do about it. */
    readonly advice?: string;
    readonly signal?: AbortSignal;
  },
): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(options.signal?.reason);
  if (options.signal?.aborted) stop();
  else options.signal?.addEventListener('abort', stop, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const late = `${options.what} did not answer within ${options.milliseconds} ms.`;
      reject(new DossierError('timeout', options.advice === undefined ? late : `${late} ${options.advice}`));
      controller.abort();
    }, options.milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), limit]);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }
}

/** The result of `work`, or the error as soon as the signal aborts, even if `work` ignores its own signal. */
export async function raceAbort<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  aborted: () => Error,
): Promise<T> {
  if (signal.aborted) throw aborted();
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(aborted());
    signal.addEventListener('abort', stop, { once: true });
  });
  const working = work();
  // Nobody awaits the work once the race is lost; its failure must not end the process.
  working.catch(() => undefined);
  try {
    return await Promise.race([working, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
