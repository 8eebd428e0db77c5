import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextItemSchema } from '../../core/item.ts';
import { TRUNCATIONS } from '../../core/vocabulary.ts';
import type { BlockLine } from '../block.ts';
import type { Passage } from '../passage.ts';
import { commentMarker } from './comment-marker.ts';
import { cutPassage } from './cut-passage.ts';

function passageOf(
  lines: readonly string[],
  { language = 'typescript', located = true, summary = '' } = {},
): Passage {
  const location = { path: 'src/a.ts', startLine: 10, endLine: 10 + lines.length - 1, language };
  const item = contextItemSchema.parse({
    id: 'mem-1',
    source: 'code',
    entityType: 'function',
    name: 'f',
    content: lines.join('\n'),
    relevance: 1,
    ...(summary === '' ? {} : { summary }),
    ...(located ? { location } : {}),
  });
  return {
    item,
    lines,
    before: [],
    after: [],
    imports: [],
    stale: false,
    alternatives: [],
    ...(located ? { startLine: 10 } : {}),
  };
}

const characters = (lines: readonly BlockLine[]) =>
  lines.reduce((sum, line) => sum + line.text.length + 1, 0);
const within = (limit: number) => (lines: readonly BlockLine[]) => characters(lines) <= limit;
const texts = (lines: readonly BlockLine[] | undefined) => lines?.map((line) => line.text);

const CODE = [
  '/** Parses a text into a tree. */',
  'export function parse(',
  '  text: string,',
  '): Tree {',
  '  const first = tokenize(text);',
  '  const second = group(first);',
  '  const third = resolve(second);',
  '  return build(third);',
  '}',
];

describe('cutPassage', () => {
  it('keeps the whole signature first, then the doc comment, then the body, and says where the rest is', () => {
    const cut = cutPassage(passageOf(CODE), { truncation: 'signature', fits: within(175) });
    expect(texts(cut)).toEqual([...CODE.slice(0, 5), '  // … 4 lines left out: src/a.ts:15-18']);
    expect(cut?.map((line) => line.number)).toEqual([10, 11, 12, 13, 14, undefined]);
  });

  it('keeps the first and the last lines as a bookend', () => {
    const cut = cutPassage(passageOf(CODE), { truncation: 'bookend', fits: within(130) });
    expect(texts(cut)).toEqual([
      ...CODE.slice(0, 2),
      '  // … 5 lines left out: src/a.ts:12-16',
      ...CODE.slice(7),
    ]);
  });

  it('keeps the first lines as a head', () => {
    const cut = texts(cutPassage(passageOf(CODE), { truncation: 'head', fits: within(150) }));
    expect(cut?.slice(0, -1)).toEqual(CODE.slice(0, cut!.length - 1));
    expect(cut?.at(-1)).toMatch(/lines left out: src\/a\.ts:\d+-18/);
  });

  it('folds the bodies of members in an outline', () => {
    const body = ['    check(this.first, this.second);', '    return this.first + this.second;'];
    const lines = [
      'class A {',
      '  one(): number {',
      ...body,
      '  }',
      '  two(): number {',
      ...body,
      '  }',
      '}',
    ];
    expect(texts(cutPassage(passageOf(lines), { truncation: 'outline', fits: within(150) }))).toEqual([
      'class A {',
      '  one(): number {',
      '    // … 2 lines left out: src/a.ts:12-13',
      '  }',
      '  two(): number {',
      '    // … 2 lines left out: src/a.ts:16-17',
      '  }',
      '}',
    ]);
  });

  it('keeps the lines that speak for most others in a summary', () => {
    const prose = [
      'The budget of a context.',
      'Weather was fine that day.',
      'Lunch followed, then a walk by the river and much else of no concern here.',
      'A budget counts tokens of the printed context, and tokens are counted by the counter.',
      'The counter counts every token of the context against the budget.',
    ];
    const cut = texts(
      cutPassage(passageOf(prose, { language: 'markdown' }), { truncation: 'summary', fits: within(235) }),
    );
    expect(cut).toContain(prose[3]);
    expect(cut).not.toContain(prose[1]);
  });

  it('prints a stored summary instead when there is one', () => {
    const cut = cutPassage(passageOf(CODE, { summary: 'Turns text into a tree.' }), {
      truncation: 'summary',
      fits: within(120),
    });
    expect(texts(cut)).toEqual(['Turns text into a tree.', '// summary, full text: src/a.ts:10-18']);
    expect(cut?.every((line) => line.number === undefined)).toBe(true);
  });

  it('names the item where there is no file', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `A sentence number ${index} of a memory.`);
    const cut = texts(
      cutPassage(passageOf(lines, { located: false }), { truncation: 'head', fits: within(300) }),
    );
    expect(cut?.at(-1)).toMatch(/^\[… \d+ lines left out: mem-1\]$/);
  });

  it('cuts within a line that is longer than the room, between characters', () => {
    const cut = texts(cutPassage(passageOf(['😀'.repeat(5000)]), { truncation: 'head', fits: within(300) }));
    expect(cut?.[0]).toMatch(/^(?:😀)+$/u);
    expect(cut?.[1]).toBe('// … cut here, the rest: src/a.ts:10');
  });

  it('gives nothing when nothing useful fits', () => {
    expect(cutPassage(passageOf(CODE), { truncation: 'signature', fits: within(30) })).toBeUndefined();
    expect(cutPassage(passageOf(CODE), { truncation: 'none', fits: within(1000) })).toBeUndefined();
  });

  it('keeps the lines a merged passage is about before the rest', () => {
    const lines = Array.from({ length: 60 }, (_, index) => `  statement number ${index};`);
    const passage = { ...passageOf(['class Big {', ...lines, '}']), focus: { start: 40, end: 42 } };
    const cut = texts(cutPassage(passage, { truncation: 'signature', fits: within(300) }));
    expect(cut).toEqual(expect.arrayContaining(['class Big {', lines[39], lines[40], lines[41]]));
  });

  it('begins with the part a merged passage is about, not with what is above it', () => {
    const part = (name: string) => [
      `function ${name}(`,
      '  input: string,',
      '): string {',
      `  const ${name}One = first(input);`,
      `  return second(${name}One);`,
      '}',
      '',
    ];
    const lines = ['above', 'meant', 'below'].flatMap(part);
    const cut = cutPassage(
      { ...passageOf(lines), focus: { start: 7, end: 12 } },
      { truncation: 'signature', fits: within(190) },
    );
    expect(texts(cut)).toEqual([
      '// … 7 lines left out: src/a.ts:10-16',
      ...part('meant'),
      '// … 7 lines left out: src/a.ts:24-30',
    ]);
  });

  it('prints lines that are shorter than the marker for them', () => {
    const lines = ['function f() {', '  a();', '  b();', ...CODE, '}'];
    const cut = texts(cutPassage(passageOf(lines), { truncation: 'bookend', fits: within(235) }));
    expect(cut?.slice(0, 3)).toEqual(lines.slice(0, 3));
    for (const text of cut ?? []) expect(text).not.toMatch(/… [12] lines? left out/);
  });

  it('never gives more than fits, and only lines of the passage and markers, in order', () => {
    const line = fc.oneof(fc.string(), fc.constantFrom('{', '}', '  a();', '', 'def f(', '):'));
    fc.assert(
      fc.property(
        fc.array(
          line.map((text) => text.replaceAll(/[\r\n]/g, '')),
          { minLength: 1, maxLength: 40 },
        ),
        fc.constantFrom(...TRUNCATIONS),
        fc.nat(600),
        (lines, truncation, limit) => {
          const cut = cutPassage(passageOf(lines), { truncation, fits: within(limit) });
          if (cut === undefined) return;
          expect(characters(cut)).toBeLessThanOrEqual(limit);
          const numbers = cut.flatMap(({ number }) => (number === undefined ? [] : [number]));
          expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
          for (const { number, text } of cut) {
            if (number === undefined) expect(text).toMatch(/left out|the rest|full text/);
            else expect(lines[number - 10]?.startsWith(text)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('commentMarker', () => {
  it.each([
    ['python', '# gap'],
    ['TypeScript', '// gap'],
    ['sql', '-- gap'],
    ['html', '<!-- gap -->'],
    ['css', '/* gap */'],
    ['markdown', '[gap]'],
    [undefined, '[gap]'],
  ])('of %s is %s', (language, expected) => {
    expect(commentMarker('gap', language)).toBe(expected);
  });
});
