/**
 * Goes on reading while nobody asks for the next value, so that a process on the other end works beside this one.
 * Stops at `most` values that nobody took.
 */
export function readAhead<Value>(source: AsyncIterable<Value>, most: number): AsyncIterable<Value> {
  const values = source[Symbol.asyncIterator]();
  const underway: Promise<IteratorResult<Value>>[] = [];
  let over = false;
  const pull = (): void => {
    if (over || underway.length >= most) return;
    const next = values.next();
    underway.push(next);
    // A failure is told to whoever takes this value; until then nobody listens.
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
