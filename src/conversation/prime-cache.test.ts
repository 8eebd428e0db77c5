import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CachedTurn, PrimeContext } from '../core/context.ts';
import { createPrimeCache, type PrimeKey, primeKey } from './prime-cache.ts';

function turn(text: string): CachedTurn {
  const context: PrimeContext = {
    context: text,
    tokenCount: 0,
    budget: 0,
    counter: { name: 'words', exact: false },
    format: 'plain',
    items: [],
    excluded: [],
    map: [],
    citations: [],
    sources: [],
    stats: {
      retrieved: 0,
      selected: 0,
      filesRead: 0,
      averageRelevance: 0,
      millisecondsPerStage: {},
      cacheHit: false,
    },
    truncated: false,
    stale: false,
    warnings: [],
    counts: { explicit: 0, search: 0, learnt: 0, history: 0, recent: 0, excluded: 0 },
    reservedTokens: 0,
  };
  return { context, files: new Map() };
}

describe('the cache of turns', () => {
  it('gives an entry until its time is over and counts both', () => {
    const cache = createPrimeCache({ maxEntries: 2, timeToLive: 30_000 });
    cache.set('a', turn('A'), 0);
    expect(cache.get('a', 29_999)?.context.context).toBe('A');
    expect(cache.get('a', 30_000)).toBeUndefined();
    expect(cache.counts()).toEqual({ hits: 1, misses: 1, entries: 0 });
  });

  it('counts a discarded entry as a miss', () => {
    const cache = createPrimeCache({ maxEntries: 2, timeToLive: 30_000 });
    cache.set('a', turn('A'), 0);
    cache.get('a', 1);
    cache.discard('a');
    expect(cache.counts()).toEqual({ hits: 0, misses: 1, entries: 0 });
  });

  it('forgets the least recently used first', () => {
    const cache = createPrimeCache({ maxEntries: 2, timeToLive: 1000 });
    cache.set('a', turn('A'), 0);
    cache.set('b', turn('B'), 0);
    cache.get('a', 1);
    cache.set('c', turn('C'), 1);
    expect(['a', 'b', 'c'].map((key) => cache.get(key, 2)?.context.context)).toEqual(['A', undefined, 'C']);
  });

  it('never holds more than its limit', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 10 }), (keys, maxEntries) => {
        const cache = createPrimeCache({ maxEntries, timeToLive: 1000 });
        for (const key of keys) cache.set(key, turn(key), 0);
        expect(cache.counts().entries).toBeLessThanOrEqual(maxEntries);
      }),
    );
  });

  it('never shares an entry between two turns that differ in anything', () => {
    const turn: fc.Arbitrary<PrimeKey> = fc.record({
      owner: fc.string(),
      project: fc.string(),
      threadId: fc.string(),
      threadVersion: fc.string(),
      message: fc.string(),
      options: fc.record({ maxTokens: fc.nat() }),
      indexVersion: fc.nat(),
      feedbackVersion: fc.nat(),
    });
    const pair = fc.oneof(
      fc.tuple(turn, turn),
      turn.map((one) => [one, { ...one }] as const),
    );
    fc.assert(
      fc.property(pair, ([one, other]) => {
        expect(primeKey(one) === primeKey(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});
