/**
 * Prefetches values before they are asked for, so that a process on the other end works in parallel. Buffers at most
 * `most` values.
 */
export function readAhead<Value>(source: AsyncIterable<Value>, most: number): AsyncIterable<Value> {
  const values = source[Symbol.asyncIterator]();
  const underway: Promise<IteratorResult<Value>>[] = [];
  let over = false;
  const pull = (): void => {
    if (over || underway.length >= most) return;
    const next = values.next();
    underway.push(next);
    // The failure goes to whoever takes this value; until then nobody awaits it.
    next.then(
      ({ done }) => {
        over ||= done === true;
        pull();
      },
      () => {
        over = true;
      },
    );
  };
  pull();
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          const next = await (underway.shift() ?? values.next());
          if (next.done === true) return;
          pull();
          yield next.value;
        }
      } finally {
        over = true;
        await values.return?.();
      }
    },
  };
}
