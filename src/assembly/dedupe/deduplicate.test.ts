import { describe, expect, it } from 'vitest';
import { type ContextItem, contextItemSchema } from '../../core/item.ts';
import { splitLines } from '../../core/text/lines.ts';
import type { Passage } from '../passage.ts';
import { deduplicate } from './deduplicate.ts';

const FILE = Array.from(
  { length: 200 },
  (_, index) => `line ${index + 1} with ${'abcdefg'[index % 7]}${index * 31}`,
);

function passage(
  given: Partial<ContextItem> & { readonly id: string },
  range?: readonly [number, number],
): Passage {
  const item = contextItemSchema.parse({
    source: 'code',
    entityType: 'function',
    name: given.id,
    content: `text of ${given.id}, which is like no other ${given.id}`,
    relevance: 0.5,
    ...(range === undefined
      ? {}
      : { location: { path: 'src/a.ts', startLine: range[0], endLine: range[1] } }),
    ...given,
  });
  return {
    item,
    lines: range === undefined ? splitLines(item.content) : FILE.slice(range[0] - 1, range[1]),
    before: [],
    after: [],
    imports: [],
    stale: false,
    alternatives: [],
    ...(range === undefined ? {} : { startLine: range[0] }),
  };
}

const ids = (passages: readonly Passage[]) => passages.map(({ item }) => item.id);

describe('overlapping ranges of one file', () => {
  it('are merged under the most relevant, which lists the others', () => {
    const { kept, duplicates } = deduplicate([
      passage({ id: 'a', relevance: 0.9 }, [10, 20]),
      passage({ id: 'b', relevance: 0.8 }, [18, 30]),
    ]);
    expect(ids(kept)).toEqual(['a']);
    expect(kept[0]).toMatchObject({ startLine: 10, alternatives: ['b'], focus: { start: 0, end: 10 } });
    expect(kept[0]?.lines).toEqual(FILE.slice(9, 30));
    expect(kept[0]?.item.name).toBe('a, b');
    expect(duplicates[0]).toMatchObject({ of: 'a' });
  });

  it('stay apart when they only touch: two functions of one file are not duplicates', () => {
    const { kept } = deduplicate([passage({ id: 'a' }, [10, 20]), passage({ id: 'b' }, [21, 30])]);
    expect(ids(kept)).toEqual(['a', 'b']);
  });

  it('stay apart in different files', () => {
    const other = passage({ id: 'b', location: { path: 'src/b.ts', startLine: 12, endLine: 15 } }, [12, 15]);
    expect(
      ids(
        deduplicate([passage({ id: 'a' }, [10, 20]), { ...other, lines: ['something else entirely'] }]).kept,
      ),
    ).toEqual(['a', 'b']);
  });

  it('leave a method alone whose class is far less relevant', () => {
    const { kept, duplicates } = deduplicate([
      passage({ id: 'method', relevance: 0.9 }, [50, 60]),
      passage({ id: 'class', relevance: 0.2 }, [1, 150]),
    ]);
    expect(ids(kept)).toEqual(['method']);
    expect(kept[0]).toMatchObject({ startLine: 50, alternatives: ['class'] });
    expect(duplicates[0]?.why).toMatch(/more relevant part/);
  });

  it('chain: what overlaps through a third is one', () => {
    const { kept } = deduplicate([
      passage({ id: 'a', relevance: 0.9 }, [1, 10]),
      passage({ id: 'b', relevance: 0.8 }, [20, 30]),
      passage({ id: 'c', relevance: 0.7 }, [9, 21]),
    ]);
    expect(ids(kept)).toEqual(['a']);
    expect(kept[0]?.lines).toHaveLength(30);
    expect(kept[0]?.alternatives.toSorted()).toEqual(['b', 'c']);
  });
});

describe('the same text', () => {
  it('is kept once, from the more relevant source', () => {
    const { kept, duplicates } = deduplicate([
      passage({ id: 'memory', source: 'memory', content: 'Use port 5432.\n' }),
      passage({ id: 'message', source: 'message', content: 'Use port 5432.' }),
    ]);
    expect(ids(kept)).toEqual(['memory']);
    expect(duplicates).toMatchObject([{ of: 'memory', why: 'the same text' }]);
  });

  it('is caught in more than 90 of 100 near-copies', () => {
    const words = (seed: number) =>
      Array.from({ length: 120 }, (_, at) => `w${(seed * 31 + at * at * 17) % 997}`);
    const originals = Array.from({ length: 100 }, (_, seed) =>
      passage({ id: `o${seed}`, content: words(seed).join(' ') }),
    );
    const copies = Array.from({ length: 100 }, (_, seed) =>
      passage({ id: `c${seed}`, content: words(seed).with(60, 'changed').join(' ') }),
    );
    const { duplicates } = deduplicate([...originals, ...copies]);
    expect(duplicates.filter(({ passage: { item } }) => item.id.startsWith('c')).length).toBeGreaterThan(90);
  });
});

describe('one thing from two sources', () => {
  const experience = (id: string, experienceId: string) =>
    passage({
      id,
      source: 'experience',
      entityType: 'concept',
      metadata: { source: 'experience', experienceId },
    });

  it('is one experience seen along two axes', () => {
    expect(ids(deduplicate([experience('x-full', 'x'), experience('x-surprise', 'x')]).kept)).toEqual([
      'x-full',
    ]);
  });

  it('is a value when every experience it was learnt from is shown', () => {
    const value = (experienceIds: string[]) =>
      passage({ id: 'v', source: 'value', metadata: { source: 'value', experienceIds } });
    expect(ids(deduplicate([experience('x', 'x'), value(['x'])]).kept)).toEqual(['x']);
    expect(ids(deduplicate([experience('x', 'x'), value(['x', 'y'])]).kept)).toEqual(['x', 'v']);
    expect(ids(deduplicate([value(['x']), experience('x', 'x')]).kept)).toEqual(['v']);
  });

  it('is a commit that only repeats code shown from the same path', () => {
    const files = [{ path: 'src/a.ts', insertions: 2, deletions: 0 }];
    const commit = (id: string, content: string) =>
      passage({ id, source: 'commit', content, metadata: { source: 'commit', sha: id, files } });
    const code = passage({ id: 'code' }, [10, 20]);
    const repeating = commit('r', `+${FILE[11]}\n+${FILE[12]}`);
    const telling = commit('t', `Fix the count\n+${FILE[11]}`);
    expect(ids(deduplicate([code, repeating, telling]).kept)).toEqual(['code', 't']);
  });
});
