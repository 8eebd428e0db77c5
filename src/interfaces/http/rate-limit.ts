import { BoundedMap } from '../../core/bounded-map.ts';

/** Returns the seconds a caller must wait; 0 if the call is allowed and counted. */
type RateLimit = (caller: string, now: number) => number;

/** Callers tracked at once; the longest idle are evicted first, when their bucket is full again. */
const MAX_CALLERS = 10_000;

/** A bucket per caller that holds `burst` calls and refills at `perSecond`. A rate of 0 means no limit. */
export function createRateLimit(options: { readonly perSecond: number; readonly burst: number }): RateLimit {
  const buckets = new BoundedMap<string, { readonly left: number; readonly at: number }>(MAX_CALLERS);
  return (caller, now) => {
    if (options.perSecond === 0) return 0;
    const before = buckets.get(caller) ?? { left: options.burst, at: now };
    const refilled = before.left + (Math.max(0, now - before.at) / 1000) * options.perSecond;
    const left = Math.min(options.burst, refilled);
    const allowed = left >= 1;
    buckets.set(caller, { left: allowed ? left - 1 : left, at: now });
    return allowed ? 0 : Math.ceil((1 - left) / options.perSecond);
  };
}
