import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContextItem } from '../core/item.ts';
import { byWorth } from './by-worth.ts';

function found(
  id: string,
  given: Partial<ContextItem> & { lines?: readonly [number, number] } = {},
): ContextItem {
  const { lines: [startLine, endLine] = [1, 10], ...rest } = given;
  return {
    id,
    source: 'code',
    entityType: 'function',
    name: id,
    content: 'x'.repeat(40 * (endLine - startLine + 1)),
    location: { path: `${id}.ts`, startLine, endLine },
    relevance: 0.5,
    reasons: [{ rule: 'words', score: 0.5 }],
    ...rest,
  };
}
const idsOf = (items: readonly ContextItem[]) => byWorth(items).map(({ id }) => id);

describe('what is printed first', () => {
  it('is what was found first, other things being equal', () => {
    expect(idsOf([found('a', { relevance: 0.9 }), found('b'), found('c')])).toEqual(['a', 'b', 'c']);
  });

  it('is a short place before a long one that is hardly more relevant', () => {
    const long = found('long', { relevance: 0.52, lines: [1, 60] });
    expect(idsOf([found('best', { relevance: 1 }), long, found('short')])).toEqual(['best', 'short', 'long']);
  });

  it('is the body of a function before the declaration of a type', () => {
    const declared = found('declared', { relevance: 0.52, entityType: 'interface' });
    expect(idsOf([found('best', { relevance: 1 }), declared, found('body')])).toEqual([
      'best',
      'body',
      'declared',
    ]);
  });

  it("is what its own words speak for, before what only its file's do", () => {
    const ofFile = found('of-file', { relevance: 0.52, reasons: [{ rule: 'words', score: 0.1 }] });
    expect(idsOf([found('best', { relevance: 1 }), ofFile, found('own')])).toEqual([
      'best',
      'own',
      'of-file',
    ]);
  });

  it('is code before as many lines that are mostly a doc comment', () => {
    const told = found('told', { relevance: 0.52, metadata: { source: 'code', docLines: 8 } });
    expect(idsOf([found('best', { relevance: 1 }), told, found('code')])).toEqual(['best', 'code', 'told']);
  });

  it('is the best place of another file before the tenth of one', () => {
    const ofOne = Array.from({ length: 10 }, (_, place) =>
      found(`one-${place}`, {
        relevance: 1 - place / 100,
        location: { path: 'one.ts', startLine: 1 + 100 * place, endLine: 10 + 100 * place },
      }),
    );
    const order = idsOf([...ofOne, found('other')]);
    expect(order.slice(0, 5)).toEqual(ofOne.slice(0, 5).map(({ id }) => id));
    expect(order.indexOf('other')).toBeLessThan(order.indexOf('one-9'));
  });

  it('is the line that the question names, whatever else speaks for another', () => {
    const named = found('named', {
      relevance: 1,
      lines: [1, 40],
      reasons: [{ rule: 'named-place', score: 1.5, detail: 'named.ts:12' }],
    });
    const words = found('words', { relevance: 0.4, reasons: [{ rule: 'words', score: 2 }] });
    expect(idsOf([named, words])).toEqual(['named', 'words']);
  });

  it('has a reason where it moved', () => {
    const long = found('long', { relevance: 0.6, lines: [1, 90] });
    const [, moved] = byWorth([found('best', { relevance: 1 }), long, found('short')]);
    expect(moved).toMatchObject({ id: 'short', relevance: 0.6 });
    expect(moved?.reasons.at(-1)).toEqual({ rule: 'worth', score: 0.1 });
  });
});

it('a lesson stays first, with its relevance', () => {
  const lesson = found('lesson', { source: 'experience', relevance: 0.9, reasons: [] });
  const long = found('long', { relevance: 0.9, lines: [1, 90] });
  expect(byWorth([lesson, long, found('short')])[0]).toBe(lesson);
});

it('every item stays, and so do the relevances, the largest first', () => {
  const item = fc.record({
    path: fc.constantFrom('a', 'b', 'c'),
    start: fc.integer({ min: 1, max: 500 }),
    length: fc.integer({ min: 1, max: 80 }),
    relevance: fc.double({ min: 0, max: 1, noNaN: true }),
    entityType: fc.constantFrom('function', 'class', 'section'),
    words: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 40 }), (given) => {
      const items = given
        .map(({ path, start, length, relevance, entityType, words }, index) =>
          found(`i${index}`, {
            location: { path, startLine: start, endLine: start + length - 1 },
            relevance,
            entityType,
            reasons: [{ rule: 'words', score: words }],
          }),
        )
        .toSorted((a, b) => b.relevance - a.relevance);
      const ordered = byWorth(items);
      expect(ordered.map(({ id }) => id).sort()).toEqual(items.map(({ id }) => id).sort());
      expect(ordered.map(({ relevance }) => relevance)).toEqual(items.map(({ relevance }) => relevance));
    }),
  );
});
