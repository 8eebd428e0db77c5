import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileImportance } from './file-importance.ts';

const edge = (from: string, to: string, weight = 1) => ({ from, to, weight });

describe('fileImportance', () => {
  it('puts what everything relies on first', () => {
    const ranked = fileImportance(
      ['a', 'b', 'c', 'core'],
      [edge('a', 'core'), edge('b', 'core'), edge('c', 'a')],
    );
    expect(ranked.at(-1)).toEqual({ path: 'core', importance: 1 });
  });
  it('counts being used by an important file more than by an unimportant one', () => {
    const edges = [edge('x', 'hub'), edge('y', 'hub'), edge('hub', 'inner'), edge('z', 'outer')];
    const importance = new Map(
      fileImportance(['x', 'y', 'z', 'hub', 'inner', 'outer'], edges).map((each) => [
        each.path,
        each.importance,
      ]),
    );
    expect(importance.get('inner')).toBeGreaterThan(importance.get('outer') ?? 1);
  });
  it('gives files without edges the same, lowest place', () => {
    expect(fileImportance(['a', 'b'], [])).toEqual([
      { path: 'a', importance: 0 },
      { path: 'b', importance: 0 },
    ]);
  });
  it('stays within 0 and 1 and names every file once, whatever the edges', () => {
    const path = fc.constantFrom('a', 'b', 'c', 'd', 'unknown');
    fc.assert(
      fc.property(fc.array(fc.tuple(path, path, fc.double({ min: -1, max: 5, noNaN: true }))), (edges) => {
        const ranked = fileImportance(
          ['a', 'b', 'c', 'd'],
          edges.map(([from, to, weight]) => edge(from, to, weight)),
        );
        expect(ranked.map((each) => each.path).sort()).toEqual(['a', 'b', 'c', 'd']);
        for (const { importance } of ranked) expect(importance >= 0 && importance <= 1).toBe(true);
      }),
    );
  });
});
