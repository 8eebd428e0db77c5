import type { CachedTurn } from '../core/context.ts';
import { createLruCache, type LruCache } from '../core/lru-cache.ts';

/** 100 contexts for 30 s: enough for the repeated turns of a busy hour, in a few MB. */
export function createPrimeCache({ maxEntries = 100, timeToLive = 30_000 } = {}): LruCache<CachedTurn> {
  return createLruCache({ maxEntries, timeToLive });
}

/** What a turn's context depends on: the cache key. */
export interface PrimeKey {
  readonly owner: string;
  readonly project: string;
  readonly threadId: string;
  /** Increases with the thread's messages and references. */
  readonly threadVersion: string;
  readonly message: string;
  readonly options: unknown;
  readonly indexVersion: number;
  /** Increases with the owner's feedback. */
  readonly feedbackVersion: number;
}

export function primeKey(key: PrimeKey): string {
  return JSON.stringify([
    key.owner,
    key.project,
    key.threadId,
    key.threadVersion,
    key.message,
    key.options,
    key.indexVersion,
    key.feedbackVersion,
  ]);
}
