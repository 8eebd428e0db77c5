/** Milliseconds each stage of an operation took. Only reported, never used to decide. */
interface Stopwatch {
  /** Ends the current stage under this name and starts the next. */
  mark(stage: string): void;
  readonly milliseconds: Readonly<Record<string, number>>;
}

export function startStopwatch(): Stopwatch {
  const milliseconds: Record<string, number> = {};
  let started = performance.now();
  return {
    milliseconds,
    mark(stage) {
      const ended = performance.now();
      milliseconds[stage] = Math.round(((milliseconds[stage] ?? 0) + ended - started) * 100) / 100;
      started = ended;
    },
  };
}
