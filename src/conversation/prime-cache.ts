import type { PrimeContext } from './prime.ts';

/** Contexts of recent turns. Keys must cover everything the answer depends on (see `primeKey`). */
export interface PrimeCache {
  get(key: string, now: number): CachedTurn | undefined;
  set(key: string, turn: CachedTurn, now: number): void;
  /** Takes back the last hit: the entry turned out to be of the past. */
  discard(key: string): void;
  /** Lookups so far; the hit rate is hits / (hits + misses). */
  readonly counts: () => { readonly hits: number; readonly misses: number; readonly entries: number };
}

export interface CachedTurn {
  readonly context: PrimeContext;
  /** Hash of each file the context shows, as it was; undefined for one that could not be read. */
  readonly files: ReadonlyMap<string, string | undefined>;
}

export interface PrimeCacheOptions {
  readonly maxEntries: number;
  readonly timeToLive: number;
}

/** 100 contexts for 30 s: enough for repeated turns of a busy hour's conversations, a few MB at most. */
const DEFAULTS: PrimeCacheOptions = { maxEntries: 100, timeToLive: 30_000 };

/** A cache that forgets the least recently used entry first and every entry after its time. */
export function createPrimeCache(options: PrimeCacheOptions = DEFAULTS): PrimeCache {
  // A Map iterates in insertion order; a hit is inserted again, so the first key is the least recent.
  const entries = new Map<string, { readonly turn: CachedTurn; readonly madeAt: number }>();
  let hits = 0;
  let misses = 0;
  return {
    get(key, now) {
      const entry = entries.get(key);
      entries.delete(key);
      // Age counts from the making, not the last use: a busy thread must not live on an old answer.
      if (entry === undefined || now - entry.madeAt >= options.timeToLive) {
        misses++;
        return undefined;
      }
      entries.set(key, entry);
      hits++;
      return entry.turn;
    },
    set(key, turn, now) {
      entries.delete(key);
      entries.set(key, { turn, madeAt: now });
      const oldest = entries.keys().next();
      if (entries.size > options.maxEntries && !oldest.done) entries.delete(oldest.value);
    },
    discard(key) {
      if (!entries.delete(key)) return;
      hits--;
      misses++;
    },
    counts: () => ({ hits, misses, entries: entries.size }),
  };
}

/** What a turn's context depends on. Two turns share an entry only when all of it is equal. */
export interface PrimeKey {
  readonly owner: string;
  readonly project: string;
  readonly threadId: string;
  /** Grows with the thread's messages and references. */
  readonly threadVersion: string;
  readonly message: string;
  readonly options: unknown;
  readonly indexVersion: number;
  /** Grows with the owner's feedback. */
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
