/**
 * Sends the latest value only, at most one in each interval: newer ones replace each other meanwhile.
 * A slow reader so slows nothing down and nothing piles up.
 */
export function latestOnly<Value>(
  send: (value: Value) => Promise<void>,
  milliseconds: number,
): {
  readonly report: (value: Value) => void;
  /** Sends the last value without waiting and resolves when it has been sent. */
  readonly settled: () => Promise<void>;
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
    async settled() {
      ending = true;
      end();
      await sending;
    },
  };
}
