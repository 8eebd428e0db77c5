import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IncludedItem } from '../../../src/core/context.ts';
import { diffContexts } from './line-diff.ts';

const item = (id: string, place?: readonly [string, number, number]): IncludedItem => ({
  id,
  source: place === undefined ? 'commit' : 'code',
  entityType: 'function',
  name: id,
  qualifiedName: 'f',
  content: '',
  relevance: 1,
  reasons: [],
  tokens: 1,
  truncated: false,
  stale: false,
  alternatives: [],
  ...(place === undefined ? {} : { location: { path: place[0], startLine: place[1], endLine: place[2] } }),
});

const items = fc
  .array(
    fc.tuple(
      fc.constantFrom('a.ts', 'b.ts'),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 9 }),
    ),
  )
  .map((places) =>
    places.map(([path, start, more], index) => item(String(index), [path, start, start + more])),
  );

describe('diffContexts', () => {
  it('never calls a line of both contexts a line of one', () => {
    fc.assert(
      fc.property(items, items, (left, right) => {
        const has = (given: readonly IncludedItem[], path: string, line: number) =>
          given.some(
            ({ location }) =>
              location?.path === path && location.startLine <= line && line <= location.endLine,
          );
        for (const { path, stretches } of diffContexts({ items: left }, { items: right }).files) {
          for (const { from, to, side } of stretches) {
            for (let line = from; line <= to; line++) {
              expect(has(left, path, line)).toBe(side !== 'right');
              expect(has(right, path, line)).toBe(side !== 'left');
            }
          }
        }
      }),
    );
  });

  it('joins the same lines cut differently', () => {
    const left = { items: [item('one', ['a.ts', 1, 10])] };
    const right = { items: [item('x', ['a.ts', 1, 4]), item('y', ['a.ts', 5, 12])] };
    expect(diffContexts(left, right)).toEqual({
      files: [
        {
          path: 'a.ts',
          stretches: [
            { from: 1, to: 10, side: 'both' },
            { from: 11, to: 12, side: 'right' },
          ],
        },
      ],
      others: [],
      lines: { left: 0, right: 2, both: 10 },
    });
  });

  it('compares what has no lines by its id', () => {
    const diff = diffContexts({ items: [item('c1'), item('c2')] }, { items: [item('c2')] });
    expect(diff.others).toEqual([
      { id: 'c1', name: 'c1', side: 'left' },
      { id: 'c2', name: 'c2', side: 'both' },
    ]);
  });
});
