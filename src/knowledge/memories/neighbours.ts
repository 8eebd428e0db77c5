/** A record of a session and how it matches a question. */
interface InSession {
  readonly id: string;
  readonly session: string;
  /** Position in the session: a time, or any increasing number. */
  readonly position: number;
  readonly score: number;
  /** The question's words it contains, each with how much it is about the word, 0..1. */
  readonly words: ReadonlyMap<string, number>;
}

/**
 * Boosts records near a good answer: a statement often omits the question's words because the one before it had them.
 * Each record gains a share of the best score within a few steps in its session, decreasing with distance; a share of
 * how much of the question is said around it, words weighted by `rarity`; and a little of the whole session's score.
 */
export function spreadToNeighbours(
  records: readonly InSession[],
  rarity: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const sessions = new Map<string, InSession[]>();
  for (const record of records) {
    const session = sessions.get(record.session);
    if (session === undefined) sessions.set(record.session, [record]);
    else session.push(record);
  }
  const scores = new Map<string, number>();
  for (const session of sessions.values()) {
    session.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
    const whole = SESSION_SHARE * sessionScore(session);
    for (const [index, { id, score }] of session.entries()) {
      let around = nearScore(session, index) + whole;
      for (const { reach, share } of COVERED) around += share * coverage(session, { index, reach, rarity });
      scores.set(id, combine(score, around));
    }
  }
  return scores;
}

/**
 * Chosen on five of LoCoMo's ten conversations, reported on the other five in docs/lab/first-release.md: flat around
 * these values.
 */
const STEP_SHARES = [0.7, 0.5, 0.35, 0.2];
const COVERED = [
  { reach: 2, share: 0.35 },
  { reach: 4, share: 0.1 },
];
const SESSION_SHARE = 0.15;
const NEIGHBOUR_TRUST = 0.8;

function nearScore(session: readonly InSession[], index: number): number {
  let best = 0;
  for (const [step, share] of STEP_SHARES.entries()) {
    const before = session[index - step - 1]?.score ?? 0;
    const after = session[index + step + 1]?.score ?? 0;
    best = Math.max(best, share * before, share * after);
  }
  return best;
}

/** Share of the question that the records within `reach` steps cover together, 0..1, each word once. */
function coverage(
  session: readonly InSession[],
  { index, reach, rarity }: { index: number; reach: number; rarity: ReadonlyMap<string, number> },
): number {
  const said = new Map<string, number>();
  const last = Math.min(session.length - 1, index + reach);
  for (let at = Math.max(0, index - reach); at <= last; at++) {
    for (const [word, strength] of session[at]!.words) {
      if (strength > (said.get(word) ?? 0)) said.set(word, strength);
    }
  }
  if (said.size === 0) return 0;
  let found = 0;
  let all = 0;
  for (const [word, weight] of rarity) {
    all += weight;
    found += weight * (said.get(word) ?? 0);
  }
  return all === 0 ? 0 : found / all;
}

/** How much a session is about the question, by its best three, so that length does not count. */
function sessionScore(session: readonly InSession[]): number {
  const best = session.map(({ score }) => score).sort((a, b) => b - a);
  return ((best[0] ?? 0) + (best[1] ?? 0) / 2 + (best[2] ?? 0) / 4) / 1.75;
}

/** Neighbours close part of the gap between the score and 1. */
function combine(own: number, around: number): number {
  return own + (1 - own) * Math.min(1, around) * NEIGHBOUR_TRUST;
}
