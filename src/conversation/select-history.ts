import type { Message } from './thread.ts';

/** A thread up to this length is included whole; a longer one is half latest, half best older messages. */
export const HISTORY_MESSAGES = 20;
export const LATEST_MESSAGES = 10;

/**
 * The messages that represent a thread: the latest, and the older ones that match the current message best. In
 * chronological order.
 */
export function selectHistory(
  latest: readonly Message[],
  matching: readonly { readonly message: Message; readonly score: number }[],
): readonly Message[] {
  const newest = [...latest].sort(byTime).slice(-HISTORY_MESSAGES);
  if (newest.length < HISTORY_MESSAGES) return newest;
  const chosen = new Map(newest.slice(-LATEST_MESSAGES).map((message) => [message.id, message]));
  const best = [...matching].sort((one, other) => other.score - one.score);
  for (const { message } of best) {
    if (chosen.size === HISTORY_MESSAGES) break;
    chosen.set(message.id, message);
  }
  // Too few older matches: fill up with the messages just before the latest.
  for (const message of newest.toReversed()) {
    if (chosen.size === HISTORY_MESSAGES) break;
    chosen.set(message.id, message);
  }
  return [...chosen.values()].sort(byTime);
}

function byTime(one: Message, other: Message): number {
  return one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);
}
