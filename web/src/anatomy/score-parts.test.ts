import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeSentence, sentence, shares, withWords } from './score-parts.ts';

const reasons = fc.array(
  fc.record({
    rule: fc.oneof(
      fc.constantFrom('words', 'meaning', 'name', 'file', 'usage', 'role', 'valueOf'),
      fc.string(),
    ),
    score: fc.double({ min: -1, max: 1, noNaN: true }),
  }),
);

describe('shares', () => {
  it('always fill the bar, unless nothing speaks for the item', () => {
    fc.assert(
      fc.property(reasons, (given) => {
        const total = shares(given).reduce((sum, { share }) => sum + share, 0);
        if (given.some(({ score }) => score > 0)) expect(total).toBeCloseTo(1, 6);
        else expect(total).toBe(0);
      }),
    );
  });
});

describe('sentence', () => {
  it('names the words that were found and the commit, and leaves out what holds for every row', () => {
    const reasons = [
      { rule: 'file', score: 0.4 },
      { rule: 'words', score: 0.3 },
      { rule: 'history', score: 0.1, detail: '85485085 assembly: a map' },
      { rule: 'importance', score: 0.2 },
    ];
    expect(sentence(withWords(reasons, 'where is the token budget', 'const budget = tokens;'))).toBe(
      'It has “token” and “budget” and was changed by “assembly: a map”.',
    );
    expect(sentence([{ rule: 'importance', score: 1 }])).toBe('It counts as important.');
  });

  it('says first what the item alone has, and last what spoke against it', () => {
    expect(
      sentence([
        { rule: 'meaning', score: 0.22 },
        { rule: 'words', score: 0.36 },
        { rule: 'role', score: -0.5, detail: 'test' },
        { rule: 'name', score: 0.16, detail: 'fit-to-budget' },
        { rule: 'importance', score: 0.01 },
      ]),
    ).toBe(
      'It is named “fit-to-budget”, shares words with the question and is close in meaning. Ranked lower: test.',
    );
  });

  it('leaves out what most items share where two details say enough', () => {
    expect(
      sentence([
        { rule: 'meaning', score: 0.4 },
        { rule: 'words', score: 0.3, detail: '“budget”' },
        { rule: 'history', score: 0.2, detail: '85485085 a map' },
        { rule: 'name', score: 0.1, detail: 'fit-to-budget' },
      ]),
    ).toBe('It is named “fit-to-budget” and has “budget”.');
  });

  it('says what lowered the rank in words, and not at all where it hardly did', () => {
    const words = { rule: 'words', score: 0.4 };
    expect(sentence([words, { rule: 'importance', score: -0.065, detail: '0.5' }])).toBe(
      'It shares words with the question. Ranked lower: less important.',
    );
    expect(sentence([words, { rule: 'worth', score: -0.005 }])).toBe('It shares words with the question.');
  });

  it('says what a memory is about', () => {
    expect(
      sentence([
        { rule: 'learnt', score: 0.2 },
        { rule: 'file', score: 0.1, detail: 'src/a.ts' },
      ]),
    ).toBe('It is about src/a.ts. Put on top: it was noted earlier.');
  });

  it('says rules it does not know by their name, and nothing of nothing', () => {
    expect(sentence([{ rule: 'co-change', score: 1, detail: 'with a.ts' }])).toBe(
      'It counts for co change (with a.ts).',
    );
    expect(sentence([])).toBe('');
  });
});

describe('placeSentence', () => {
  it('is a sentence for a rule, for a place beside others and for words of the ranking', () => {
    expect(placeSentence('words')).toBe('It shares words with the question.');
    expect(placeSentence('same file')).toBe('It stands in a file that is shown in part.');
    expect(placeSentence('has “token”')).toBe('It has “token”.');
    expect(placeSentence('used by Budget')).toBe('Used by Budget.');
  });
});
