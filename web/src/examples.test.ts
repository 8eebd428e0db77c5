import { describe, expect, it } from 'vitest';
import { exampleQuestions } from './examples.ts';

const file = (path: string, commitCount: number, role = 'source') => ({
  path,
  role,
  commitCount,
  lineCount: 80,
});

describe('exampleQuestions', () => {
  it('asks about what changes most, one file a folder, and no tests', () => {
    expect(
      exampleQuestions([
        file('src/fit/fit-to-budget.ts', 9),
        file('src/fit/count-tokens.ts', 8),
        file('src/search/fuse-signals.ts', 7),
        file('test/fit/fit-to-budget.test.ts', 20, 'test'),
        file('src/main.ts', 30),
      ]),
    ).toEqual(['how does fit to budget work', 'where is fuse signals used']);
  });
});
