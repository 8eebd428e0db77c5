/**
 * Sends the latest value only: while one is on its way, newer ones replace each other. A slow reader
 * so slows nothing down and nothing piles up.
 */
export function latestOnly<Value>(send: (value: Value) => Promise<void>): {
  readonly report: (value: Value) => void;
  /** Resolves when the last value has been sent. */
  readonly settled: () => Promise<void>;
} {
  let waiting: { readonly value: Value } | undefined;
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (waiting !== undefined) {
      const { value } = waiting;
      waiting = undefined;
      await send(value);
    }
    sending = undefined;
  }

  return {
    report(value) {
      waiting = { value };
      sending ??= sendAll();
    },
    settled: async () => sending,
  };
}
