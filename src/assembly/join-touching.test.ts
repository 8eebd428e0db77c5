import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AssembleOptions, assembleOptionsSchema } from '../core/context.ts';
import { type ContextItem, contextItemSchema } from '../core/item.ts';
import type { TokenCounter } from '../core/ports.ts';
import { assemble } from './assemble.ts';

const counter: TokenCounter = { name: 'letters', exact: true, count: (text) => text.length };
const LINES = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);

function part(name: string, startLine: number, endLine: number, relevance: number): ContextItem {
  return contextItemSchema.parse({
    id: name,
    source: 'code',
    entityType: 'function',
    name,
    content: LINES.slice(startLine - 1, endLine).join('\n'),
    location: { path: 'a.ts', startLine, endLine, language: 'typescript' },
    relevance,
  });
}

function printed(items: readonly ContextItem[], given: Partial<AssembleOptions> = {}) {
  const options = assembleOptionsSchema.parse({
    maxTokens: 5000,
    surroundingLines: 0,
    citations: false,
    ...given,
  });
  const file = { path: 'a.ts', lines: LINES, contentHash: '', modifiedAt: 0, size: 0, maskedLines: 0 };
  const files = new Map([['a.ts', file]]);
  return assemble(items, { files, units: new Map() }, { counter, options }).context;
}

describe('blocks that touch', () => {
  it('are printed as one in the order of their lines, at the place and under the name of the best', () => {
    const { context, items, excluded } = printed([
      part('end', 11, 20, 0.9),
      part('far', 25, 27, 0.7),
      part('start', 1, 10, 0.5),
    ]);
    expect(context.match(/^### .*$/gm)).toEqual([
      '### `a.ts:1-20` end, start',
      '### `a.ts:25-27` far (function)',
    ]);
    expect(items.map(({ id, location }) => [id, location?.startLine, location?.endLine])).toEqual([
      ['end', 1, 20],
      ['far', 25, 27],
    ]);
    expect(excluded).toMatchObject([
      { id: 'start', reason: 'duplicate', detail: 'printed with the lines next to it: end' },
    ]);
  });

  it('are joined through one between them, whatever the order of relevance', () => {
    const { items } = printed([part('a', 1, 5, 0.9), part('c', 11, 15, 0.8), part('b', 6, 10, 0.7)]);
    expect(items.map(({ id, location }) => [id, location?.endLine])).toEqual([['a', 15]]);
  });

  it('are joined over two lines between them, which are printed too', () => {
    const { context, items } = printed([part('b', 8, 9, 0.9), part('a', 1, 5, 0.8), part('c', 13, 14, 0.7)]);
    expect(items.map(({ id, location }) => [id, location?.startLine, location?.endLine])).toEqual([
      ['b', 1, 9],
      ['c', 13, 14],
    ]);
    expect(context).toContain(LINES.slice(0, 9).join('\n'));
  });

  it('stay apart where an item has a share of the budget', () => {
    const { items } = printed([part('a', 1, 5, 0.9), part('b', 6, 10, 0.8)], { maxItemShare: 0.5 });
    expect(items.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('never touch, print each line once, and never exceed the budget, however a file is parted', () => {
    const parts = fc
      .array(
        fc.tuple(fc.integer({ min: 1, max: 6 }), fc.double({ min: 0.01, max: 1, noNaN: true }), fc.boolean()),
        {
          minLength: 1,
          maxLength: 8,
        },
      )
      .map((pieces) => {
        let next = 1;
        return pieces.flatMap(([length, relevance, found], index) => {
          const [startLine, endLine] = [next, Math.min(LINES.length, next + length - 1)];
          next = endLine + 1;
          return found && startLine <= endLine ? [part(`p${index}`, startLine, endLine, relevance)] : [];
        });
      });
    fc.assert(
      fc.property(parts, fc.integer({ min: 60, max: 600 }), (items, maxTokens) => {
        const result = printed(items, { maxTokens, truncation: 'none' });
        expect(result.tokenCount).toBeLessThanOrEqual(maxTokens);
        const shown = result.items.flatMap(({ location }) => (location === undefined ? [] : [location]));
        shown.sort((a, b) => a.startLine - b.startLine);
        for (const [index, { startLine }] of shown.entries()) {
          expect(startLine).toBeGreaterThan((shown[index - 1]?.endLine ?? -1) + 1);
        }
        for (const { startLine, endLine } of shown) {
          expect(result.context).toContain(LINES.slice(startLine - 1, endLine).join('\n'));
        }
        const out = [...result.items, ...result.excluded].map(({ id }) => id);
        expect(out.sort()).toEqual(items.map(({ id }) => id).sort());
      }),
    );
  });
});
