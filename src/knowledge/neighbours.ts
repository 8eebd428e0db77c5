/** A record of a session with what is known of it for a question. */
export interface InSession {
  readonly id: string;
  readonly session: string;
  /** Where it stands in the session: time, or any number that grows. */
  readonly position: number;
  readonly score: number;
  /** The words of the question it has. */
  readonly words: readonly string[];
}

/**
 * Lets what was said near a good answer count: a statement often leaves out the words of the question
 * because the one before it had them. Each record gains a share of the best score within a few steps of
 * it in its session, less the farther away; a share of how much of the question is said around it,
 * `rarity` telling how much each word weighs; and a little of what the whole session knows.
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
    const covered = COVERED.map(({ reach }) => coverage(session, reach, rarity));
    for (const [index, { id, score }] of session.entries()) {
      let around = nearScore(session, index) + whole;
      for (const [at, { share }] of COVERED.entries()) around += share * covered[at]![index]!;
      scores.set(id, combine(score, around));
    }
  }
  return scores;
}

/**
 * Chosen on five of LoCoMo's ten conversations and told for the other five in docs/benchmarks.md: flat
 * around these values.
 */
const STEP_SHARES = [0.7, 0.5, 0.35, 0.2];
const COVERED = [
  { reach: 2, share: 0.5 },
  { reach: 4, share: 0.15 },
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

/** For each record the share of the question's words that it and those up to `reach` steps away have. */
function coverage(
  session: readonly InSession[],
  reach: number,
  rarity: ReadonlyMap<string, number>,
): Float64Array {
  const found = new Float64Array(session.length);
  /** Up to where a word was counted: a window that has it twice counts it once. */
  const ends = new Map<string, number>();
  for (const [index, { words }] of session.entries()) {
    const end = Math.min(session.length, index + reach + 1);
    for (const word of words) {
      const weight = rarity.get(word) ?? 0;
      for (let at = Math.max(ends.get(word) ?? 0, index - reach); at < end; at++) found[at]! += weight;
      ends.set(word, end);
    }
  }
  let all = 0;
  for (const weight of rarity.values()) all += weight;
  return all === 0 ? found : found.map((weight) => weight / all);
}

/** The best few say how much a session is about the question; a long session has no more to say for being long. */
function sessionScore(session: readonly InSession[]): number {
  const best = session.map(({ score }) => score).sort((a, b) => b - a);
  return ((best[0] ?? 0) + (best[1] ?? 0) / 2 + (best[2] ?? 0) / 4) / 1.75;
}

/** What is missing to certainty shrinks by what the neighbours say. */
function combine(own: number, around: number): number {
  return own + (1 - own) * Math.min(1, around) * NEIGHBOUR_TRUST;
}
