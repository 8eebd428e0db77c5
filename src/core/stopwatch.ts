/** Milliseconds each stage of an operation took. Only reported, never part of a decision. */
interface Stopwatch {
  /** Ends the present stage under this name and starts the next one. */
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
