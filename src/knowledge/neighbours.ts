/** A record of a session with what is known of it for a question. */
export interface InSession {
  readonly id: string;
  readonly session: string;
  /** Where it stands in the session: time, or any number that grows. */
  readonly position: number;
  readonly score: number;
}

/**
 * Lets what was said near a good answer count: a statement often leaves out the words of the question
 * because the one before it had them. Each record gains a share of the best score within a few steps of
 * it in its session, less the farther away, and a little of what the whole session knows.
 */
export function spreadToNeighbours(records: readonly InSession[]): ReadonlyMap<string, number> {
  const sessions = new Map<string, InSession[]>();
  for (const record of records) {
    const session = sessions.get(record.session);
    if (session === undefined) sessions.set(record.session, [record]);
    else session.push(record);
  }
  const scores = new Map<string, number>();
  for (const session of sessions.values()) {
    session.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
    const whole = sessionScore(session);
    for (const [index, { id, score }] of session.entries()) {
      const gain = Math.max(
        0,
        ...STEP_SHARES.map((share, step) => {
          const near = [session[index - step - 1], session[index + step + 1]];
          return share * Math.max(0, ...near.map((record) => record?.score ?? 0));
        }),
      );
      scores.set(id, combine(score, gain, SESSION_SHARE * whole));
    }
  }
  return scores;
}

/** Chosen on the conversations of LoCoMo, see docs/benchmarks.md: flat around these values. */
const STEP_SHARES = [0.7, 0.5, 0.35, 0.2];
const SESSION_SHARE = 0.15;

/** The best few say how much a session is about the question; a long session has no more to say for being long. */
function sessionScore(session: readonly InSession[]): number {
  const best = session.map(({ score }) => score).sort((a, b) => b - a);
  return ((best[0] ?? 0) + (best[1] ?? 0) / 2 + (best[2] ?? 0) / 4) / 1.75;
}

/** A record alone in its session keeps its score; the sum is brought back to 0..1. */
function combine(own: number, near: number, session: number): number {
  return Math.min(1, own + (1 - own) * Math.min(1, near + session) * NEIGHBOUR_TRUST);
}
const NEIGHBOUR_TRUST = 0.8;
