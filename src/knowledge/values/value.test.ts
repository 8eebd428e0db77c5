import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { principalComponents } from '../clustering/principal-components.ts';
import { distance } from '../clustering/single-linkage.ts';
import { clusterExperiences } from './cluster-experiences.ts';
import { clusterOf, greatestTextDistance, type Member, matchValueIds, minClusterSizeFor } from './value.ts';

/** Themes of unit vectors around directions of their own; a fixed sequence stands in for chance. */
function themed(themes: number, each: number, spread = 0.15): Member[] {
  let state = 12345;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const direction = () => Array.from({ length: 32 }, next);
  const centres = Array.from({ length: themes }, direction);
  return Array.from({ length: themes * each }, (_, index) => {
    const noise = direction();
    const raw = centres[index % themes]!.map((value, axis) => value + spread * noise[axis]!);
    const norm = Math.hypot(...raw);
    return { id: `e${index}`, vector: Float32Array.from(raw, (value) => value / norm), tier: 'silver' };
  });
}

describe('clusters', () => {
  it('sixty entries of six themes give six clusters', () => {
    const clusters = clusterExperiences(themed(6, 10));
    expect(clusters).toHaveLength(6);
    for (const { members } of clusters) {
      expect(new Set(members.map((id) => Number(id.slice(1)) % 6)).size).toBe(1);
    }
  });

  it('ten entries of two themes give two clusters, nine give none', () => {
    expect(clusterExperiences(themed(2, 5))).toHaveLength(2);
    expect(clusterExperiences(themed(3, 3))).toEqual([]);
  });

  it('the least size of a cluster grows with the data', () => {
    expect([10, 60, 600, 6000].map(minClusterSizeFor)).toEqual([3, 4, 7, 18]);
  });

  it('a gold member pulls the centroid more than a bronze one', () => {
    const x = Float32Array.of(1, 0);
    const y = Float32Array.of(0, 1);
    const { centroid } = clusterOf([
      { id: 'a', vector: x, tier: 'gold' },
      { id: 'b', vector: y, tier: 'bronze' },
    ]);
    expect(distance(centroid, x)).toBeLessThan(distance(centroid, y));
    expect(Math.hypot(...centroid)).toBeCloseTo(1, 5);
  });

  it('a text may lie half a standard deviation beyond the mean', () => {
    expect(greatestTextDistance([0.3, 0.5])).toBeCloseTo(0.45);
  });
});

describe('ids of values', () => {
  const group = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`);

  it('stay when members are added or taken away', () => {
    const [first, second] = matchValueIds(
      'full',
      [{ members: group('a', 9) }, { members: group('b', 5) }],
      [],
    );
    const earlier = [
      { id: first!, members: group('a', 9) },
      { id: second!, members: group('b', 5) },
    ];
    const again = matchValueIds(
      'full',
      [{ members: [...group('b', 4), 'new'] }, { members: group('a', 12) }, { members: group('c', 4) }],
      earlier,
    );
    expect(again.slice(0, 2)).toEqual([second, first]);
    expect(earlier.map((value) => value.id)).not.toContain(again[2]);
  });

  it('are never given twice, and the same input gives the same ids', () => {
    const members = fc.uniqueArray(fc.nat(30).map(String), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(members, { maxLength: 6 }), fc.array(members, { maxLength: 6 }), (now, before) => {
        const clusters = now.map((list) => ({ members: list }));
        const earlier = before.map((list, index) => ({ id: `old-${index}`, members: list }));
        const ids = matchValueIds('full', clusters, earlier);
        expect(new Set(ids).size).toBe(clusters.length);
        expect(matchValueIds('full', clusters, earlier)).toEqual(ids);
      }),
    );
  });
});

describe('principalComponents', () => {
  it('keeps the distances of points that lie in few dimensions', () => {
    const points = themed(3, 8, 0).map((member) => member.vector);
    const reduced = principalComponents(points, 4);
    expect(reduced[0]).toHaveLength(4);
    for (const [one, other] of [
      [0, 1],
      [1, 2],
      [0, 3],
    ] as const) {
      expect(distance(reduced[one]!, reduced[other]!)).toBeCloseTo(distance(points[one]!, points[other]!), 4);
    }
  });

  it('leaves points of few dimensions alone', () => {
    const points = [Float32Array.of(1, 2), Float32Array.of(3, 4), Float32Array.of(0, 1)];
    expect(principalComponents(points, 2)).toEqual(points);
    expect(principalComponents([], 2)).toEqual([]);
  });
});
