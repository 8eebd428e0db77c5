import type { Message } from './thread.ts';

/** A thread up to this long is given whole; of a longer one half are the latest, half the best older ones. */
export const HISTORY_MESSAGES = 20;
export const LATEST_MESSAGES = 10;

/**
 * Which messages of a thread stand for it: the latest ones, and of the older ones those that match the
 * present message best. Returned in the order they were written.
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
  // Nothing older matches: the ones just before the latest tell more than none.
  for (const message of newest.toReversed()) {
    if (chosen.size === HISTORY_MESSAGES) break;
    chosen.set(message.id, message);
  }
  return [...chosen.values()].sort(byTime);
}

function byTime(one: Message, other: Message): number {
  return one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);
}
