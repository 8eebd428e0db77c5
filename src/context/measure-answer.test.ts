import { describe, expect, it } from 'vitest';
import { averageMeasures, measureAnswer } from './measure-answer.ts';

const span = (path: string, startLine: number, endLine: number) => ({ path, startLine, endLine });

describe('measureAnswer', () => {
  it('counts wanted files by place and wanted lines by what was printed', () => {
    const wanted = [span('a', 1, 4), span('b', 10, 13)];
    expect(measureAnswer(wanted, { files: ['x', 'a', 'a', 'y'], printed: [span('a', 3, 9)] })).toEqual({
      recallAt1: 0,
      recallAt5: 0.5,
      recallAt10: 0.5,
      reciprocalRank: 0.5,
      lines: 0.25,
    });
  });
  it('counts a line wanted twice once', () => {
    const wanted = [span('a', 1, 2), span('a', 2, 3)];
    expect(measureAnswer(wanted, { files: [], printed: [span('a', 1, 1)] }).lines).toBeCloseTo(1 / 3);
  });
  it('is zero, not an error, when nothing was found', () => {
    expect(measureAnswer([span('a', 1, 1)], { files: [], printed: [] }).reciprocalRank).toBe(0);
  });
});

it('averageMeasures of none is zero', () => expect(averageMeasures([]).lines).toBe(0));
