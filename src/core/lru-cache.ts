import { BoundedMap } from './bounded-map.ts';

/** A bounded cache: drops the least recently used entry first, and every entry after its time to live. */
export interface LruCache<Value> {
  get(key: string, now: number): Value | undefined;
  set(key: string, value: Value, now: number): void;
  /** Undoes the last hit: its entry turned out to be stale. */
  discard(key: string): void;
  clear(): void;
  /** Lookups so far; the hit rate is hits / (hits + misses). */
  readonly counts: () => { readonly hits: number; readonly misses: number; readonly entries: number };
}

interface LruCacheOptions {
  readonly maxEntries: number;
  /** Milliseconds since an entry was set, not since its last use: a busy key must not live on an old answer. */
  readonly timeToLive?: number;
}

export function createLruCache<Value>({
  maxEntries,
  timeToLive = Number.POSITIVE_INFINITY,
}: LruCacheOptions): LruCache<Value> {
  // A hit is set again, so the oldest entry is the least recently used.
  const entries = new BoundedMap<string, { readonly value: Value; readonly setAt: number }>(maxEntries);
  let hits = 0;
  let misses = 0;
  return {
    get(key, now) {
      const entry = entries.get(key);
      entries.delete(key);
      if (entry === undefined || now - entry.setAt >= timeToLive) {
        misses++;
        return undefined;
      }
      entries.set(key, entry);
      hits++;
      return entry.value;
    },
    set(key, value, now) {
      entries.set(key, { value, setAt: now });
    },
    discard(key) {
      if (!entries.delete(key)) return;
      hits--;
      misses++;
    },
    clear: () => entries.clear(),
    counts: () => ({ hits, misses, entries: entries.size }),
  };
}
