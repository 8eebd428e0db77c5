import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ContextItem } from '../core/item.ts';
import { mergeAdjacent } from './merge-adjacent.ts';

const LINES = Array.from({ length: 400 }, (_, index) => `line ${index + 1}`);
const files = new Map([['a.ts', LINES]]);
const item = (startLine: number, endLine: number, relevance = 1, path = 'a.ts'): ContextItem => ({
  id: `${path}:${startLine}`,
  source: 'code',
  entityType: 'function',
  name: `f${startLine}`,
  content: LINES.slice(startLine - 1, endLine).join('\n'),
  location: { path, startLine, endLine },
  relevance,
  reasons: [],
});
const ranges = (items: readonly ContextItem[]) =>
  mergeAdjacent(items, files).map(({ location }) => `${location?.startLine}-${location?.endLine}`);

it('neighbours become one item with the lines between them, in the place of the better', () => {
  expect(ranges([item(50, 60), item(10, 20), item(64, 70, 0.8)])).toEqual(['50-70', '10-20']);
});
it('a part that closes the gap between two items makes one of the three', () => {
  expect(ranges([item(10, 20), item(50, 60), item(30, 40)])).toEqual(['10-60']);
});
it('an item of several parts is named by each name once', () => {
  const parts = [item(10, 20), { ...item(21, 30), name: 'f10' }, item(31, 40)];
  expect(mergeAdjacent(parts, files).map(({ name }) => name)).toEqual(['f10, f31']);
});
it('the lines of the best part are the focus of the whole', () => {
  const parts = [item(30, 40), item(10, 20, 0.9), item(41, 60, 0.8)];
  expect(mergeAdjacent(parts, files).map(({ focus }) => focus)).toEqual([{ startLine: 30, endLine: 40 }]);
  expect(mergeAdjacent([item(1, 5)], files).map(({ focus }) => focus)).toEqual([undefined]);
});
it('distant parts, weak neighbours, other files and very long results stay apart', () => {
  expect(ranges([item(10, 20), item(40, 50)])).toEqual(['10-20', '40-50']);
  expect(ranges([item(10, 20), item(22, 30, 0.2)])).toEqual(['10-20', '22-30']);
  expect(ranges([item(10, 20), item(22, 30, 1, 'b.ts')])).toEqual(['10-20', '22-30']);
  expect(ranges([item(1, 100), item(101, 200)])).toEqual(['1-100', '101-200']);
});
it('files that changed since they were indexed are left to be found again item by item', () => {
  expect(mergeAdjacent([item(10, 20), item(21, 30)], new Map())).toHaveLength(2);
});
it('every line of every item stays, and the text is that of the range', () => {
  const range = fc.tuple(
    fc.integer({ min: 1, max: 380 }),
    fc.integer({ min: 0, max: 15 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), (list) => {
      const items = list.map(([start, length, relevance]) => item(start, start + length, relevance));
      const joined = mergeAdjacent(items, files);
      for (const { location } of items) {
        expect(
          joined.some(
            (each) =>
              each.location !== undefined &&
              location !== undefined &&
              each.location.startLine <= location.startLine &&
              each.location.endLine >= location.endLine,
          ),
        ).toBe(true);
      }
      for (const { content, location } of joined) {
        expect(content).toBe(LINES.slice((location?.startLine ?? 0) - 1, location?.endLine).join('\n'));
      }
    }),
  );
});

it('an item of several parts has the doc comments and the related names of each', () => {
  const documented = (line: number, related: string[], docLines: number): ContextItem => ({
    ...item(line, line + 9),
    metadata: { source: 'code', related, docLines },
  });
  const [merged] = mergeAdjacent([documented(10, ['a', 'b'], 2), documented(20, ['b', 'c'], 3)], files);
  expect(merged?.metadata).toEqual({ source: 'code', related: ['a', 'b', 'c'], docLines: 5 });
  expect(mergeAdjacent([item(10, 19), item(20, 29)], files)[0]?.metadata).toBeUndefined();
});
