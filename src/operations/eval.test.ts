import { expect, it } from 'vitest';
import { evaluate } from './eval.ts';

const measured = (reciprocalRank: number, recallAt1: number) => ({
  sha: 'a1b2c3d4e5f6',
  time: 1,
  question: 'fix the upload ',
  wantedFiles: 2,
  certainty: 'likely' as const,
  milliseconds: 1,
  recallAt1,
  recallAt5: recallAt1,
  recallAt10: recallAt1,
  reciprocalRank,
  lines: 0,
});

it('an evaluation says how often a changed file comes first, not how much of a change one file is', () => {
  const questions = [measured(1, 0.5), measured(0, 0)];
  const { recallAt1, recallAt5, recallAt10, reciprocalRank, lines } = measured(0.5, 0.25);
  const printed = evaluate.print({
    measuredAt: 1,
    base: '0123456789abcdef',
    average: { recallAt1, recallAt5, recallAt10, reciprocalRank, lines },
    earlier: [],
    questions,
    leftOut: 0,
    medianMilliseconds: 1,
    budget: 4000,
  });
  expect(printed.split('\n').map((line) => line.trim())).toEqual([
    'Asked the messages of 2 commits after 0123456789.',
    '',
    'a changed file comes first       50 %',
    'changed files in the first 5     25 %',
    'changed files in the first 10    25 %',
    'mean reciprocal rank            0.500',
    'changed lines in 4000 tokens      0 %',
    'median search                  1.0 ms',
    '',
    'No changed file among the first ten (all of 1):',
    'a1b2c3d4e5  fix the upload',
  ]);
});
