import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface Answer<Value> {
  readonly value?: Value;
  readonly error?: string;
  readonly loading: boolean;
}

/**
 * Sends requests and keeps the newest answer: an older one that arrives late is dropped, and the previous answer stays
 * on screen while the next is pending.
 */
export function useAnswer<Input, Value>(ask: (input: Input, signal: AbortSignal) => Promise<Value>) {
  const [answer, setAnswer] = useState<Answer<Value>>({ loading: false });
  const running = useRef<AbortController>(undefined);
  const run = useCallback(
    async (input: Input) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setAnswer((before) => ({ ...before, loading: true }));
      try {
        const value = await ask(input, controller.signal);
        if (!controller.signal.aborted) setAnswer({ value, loading: false });
      } catch (error) {
        if (controller.signal.aborted) return;
        setAnswer({ error: error instanceof Error ? error.message : String(error), loading: false });
      }
    },
    [ask],
  );
  return [answer, run] as const;
}

/** Loads at once, and again whenever `ask` changes. */
export function useLoaded<Value>(ask: (signal: AbortSignal) => Promise<Value>) {
  const load = useCallback((_: undefined, signal: AbortSignal) => ask(signal), [ask]);
  const [answer, run] = useAnswer(load);
  const reload = useCallback(() => run(undefined), [run]);
  useEffect(() => {
    reload();
  }, [reload]);
  return [answer, reload] as const;
}
