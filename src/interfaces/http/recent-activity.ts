export const SLICE_MS = 5000;
const KEPT = 60;

/** What happened in a stretch of time. */
export interface Activity {
  readonly requests: number;
  /** Spent on them, all together. */
  readonly seconds: number;
  readonly tokens: number;
  readonly errors: number;
}

/** How things stood at its end. */
export interface Levels {
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
}

export interface Slice extends Activity, Levels {
  readonly at: number;
}

export interface RecentActivity {
  readonly add: (what: Partial<Activity>) => void;
  /** The last minutes without a gap, oldest first; the slice that is not over yet is left out. */
  readonly slices: () => readonly Slice[];
}

const NOTHING: Activity = { requests: 0, seconds: 0, tokens: 0, errors: 0 };

/** Five minutes in slices of five seconds, so that a chart has a past when somebody opens it. Needs no timer. */
export function createRecentActivity(clock: () => number, levels: () => Levels): RecentActivity {
  let kept: readonly Slice[] = [];
  /** Begins the slices up to now; in those between nothing happened. */
  const reachNow = (): void => {
    const now = clock();
    const at = now - (now % SLICE_MS);
    const last = kept.at(-1);
    const before = last === undefined ? at - SLICE_MS : Math.max(last.at, at - (KEPT + 1) * SLICE_MS);
    const missing = Math.max(0, Math.round((at - before) / SLICE_MS));
    const since: Levels = last ?? levels();
    const begun = Array.from(
      { length: missing },
      (_, index): Slice => ({ ...since, ...NOTHING, at: before + (index + 1) * SLICE_MS }),
    );
    // One more than are told: the last is not over.
    kept = [...kept, ...begun].slice(-KEPT - 1);
  };
  reachNow();
  return {
    add(what) {
      reachNow();
      const last = kept.at(-1);
      if (last === undefined) return;
      const { requests = 0, seconds = 0, tokens = 0, errors = 0 } = what;
      const grown: Slice = {
        ...levels(),
        at: last.at,
        requests: last.requests + requests,
        seconds: last.seconds + seconds,
        tokens: last.tokens + tokens,
        errors: last.errors + errors,
      };
      kept = [...kept.slice(0, -1), grown];
    },
    slices() {
      reachNow();
      return kept.slice(0, -1);
    },
  };
}
