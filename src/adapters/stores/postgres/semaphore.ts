/** A semaphore: runs at most `permits` tasks at a time; the others wait in FIFO order. */
export function createSemaphore(permits: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < permits) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot goes straight to the next in line, so nobody overtakes.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
