/**
 * Sends the latest value at most once per interval. Values in between are dropped, so a slow reader neither blocks
 * the sender nor fills its memory.
 */
export function throttle<Value>(
  send: (value: Value) => Promise<void>,
  milliseconds: number,
): {
  readonly report: (value: Value) => void;
  /** Sends the last value at once and resolves when it is sent. */
  readonly flush: () => Promise<void>;
} {
  let waiting: { readonly value: Value } | undefined;
  let sending: Promise<void> | undefined;
  let ending = false;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });

  async function sendAll(): Promise<void> {
    while (waiting !== undefined) {
      const { value } = waiting;
      waiting = undefined;
      await send(value);
      if (!ending) await Promise.race([new Promise((resolve) => setTimeout(resolve, milliseconds)), ended]);
    }
    sending = undefined;
  }

  return {
    report(value) {
      waiting = { value };
      sending ??= sendAll();
    },
    async flush() {
      ending = true;
      end();
      await sending;
    },
  };
}
