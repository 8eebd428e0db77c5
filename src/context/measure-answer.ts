import type { LineSpan } from '../core/ports.ts';

/** How good one answer is, each 0..1. */
export interface AnswerMeasures {
  /** Share of the wanted files among the first one, five and ten. */
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
  /** One over the rank of the first wanted file. */
  readonly reciprocalRank: number;
  /** Share of the wanted lines that the context printed. */
  readonly lines: number;
}

/** Scores a ranking of files and the printed spans against the wanted lines. */
export function measureAnswer(
  wanted: readonly LineSpan[],
  answer: { readonly files: readonly string[]; readonly printed: readonly LineSpan[] },
): AnswerMeasures {
  const files = [...new Set(answer.files)];
  const wantedFiles = [...new Set(wanted.map(({ path }) => path))];
  const recall = (count: number) => {
    const first = new Set(files.slice(0, count));
    return wantedFiles.filter((path) => first.has(path)).length / Math.max(1, wantedFiles.length);
  };
  const place = files.findIndex((path) => wantedFiles.includes(path));
  const printed = linesOf(answer.printed);
  const lines = [...linesOf(wanted)];
  return {
    recallAt1: recall(1),
    recallAt5: recall(5),
    recallAt10: recall(10),
    reciprocalRank: place < 0 ? 0 : 1 / (place + 1),
    lines: lines.filter((line) => printed.has(line)).length / Math.max(1, lines.length),
  };
}

function linesOf(spans: readonly LineSpan[]): Set<string> {
  const lines = new Set<string>();
  for (const { path, startLine, endLine } of spans) {
    for (let line = startLine; line <= endLine; line++) lines.add(`${path}:${line}`);
  }
  return lines;
}

export function averageMeasures(measures: readonly AnswerMeasures[]): AnswerMeasures {
  const mean = (pick: (each: AnswerMeasures) => number) =>
    measures.reduce((sum, each) => sum + pick(each), 0) / Math.max(1, measures.length);
  return {
    recallAt1: mean((each) => each.recallAt1),
    recallAt5: mean((each) => each.recallAt5),
    recallAt10: mean((each) => each.recallAt10),
    reciprocalRank: mean((each) => each.reciprocalRank),
    lines: mean((each) => each.lines),
  };
}
