import { DossierError } from './errors.ts';

/** The answer of `work`, or a `timeout` error after the limit; `work` is told to stop by its signal. */
export async function withTimeLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  options: { readonly what: string; readonly milliseconds: number; readonly signal?: AbortSignal },
): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(options.signal?.reason);
  if (options.signal?.aborted) stop();
  else options.signal?.addEventListener('abort', stop, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new DossierError('timeout', `${options.what} did not answer within ${options.milliseconds} ms.`),
      );
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
