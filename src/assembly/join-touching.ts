import type { AssembleOptions } from '../core/context.ts';
import type { ReadFailure, SourceFile } from '../core/ports.ts';
import { type Block, type BlockLine, rangesOf } from './block.ts';
import { joinNames } from './join-names.ts';
import type { Meter } from './meter.ts';
import type { Materials } from './prepare.ts';
import type { Candidate, Priced } from './select/candidate.ts';

/** A candidate and what is printed of it. */
export interface Choice {
  readonly candidate: Candidate;
  readonly priced: Priced;
}

export interface Joined {
  readonly chosen: readonly Choice[];
  /** For each candidate that is printed as a part of another: that one. */
  readonly into: ReadonlyMap<Candidate, Candidate>;
}

/** So many lines between two blocks cost no more than a second heading. */
const WIDEST_GAP = 2;

/**
 * Prints whole blocks whose lines touch in their file, or nearly, as one in the place of the best: the code as it
 * stands under one heading, not the second half of a function before the first. Where an item has a share of the
 * budget, blocks stay apart.
 */
export function joinTouching(
  chosen: readonly Choice[],
  tools: {
    readonly meter: Meter;
    readonly files: Materials['files'];
    readonly options: Pick<AssembleOptions, 'maxItemShare' | 'sourceWeights'>;
  },
): Joined {
  const { meter, files } = tools;
  const { maxItemShare = 1, sourceWeights } = tools.options;
  const into = new Map<Candidate, Candidate>();
  if (maxItemShare < 1 || sourceWeights !== undefined) return { chosen, into };
  const order = new Map(chosen.map((choice, place) => [choice, place]));
  const joined = new Map<Choice, Choice>();
  for (const run of touchingRuns(chosen, files)) {
    const [best, ...others] = run.toSorted((a, b) => order.get(a)! - order.get(b)!);
    if (best === undefined || others.length === 0) continue;
    const blocks = run.map(({ priced }) => priced.block);
    const block = joinBlocks(best.priced.block, blocks, files.get(best.priced.block.path ?? ''));
    joined.set(best, { candidate: best.candidate, priced: { block, tokens: meter.costOf(block) } });
    for (const { candidate } of others) into.set(candidate, best.candidate);
  }
  return {
    chosen: chosen.flatMap((choice) => (into.has(choice.candidate) ? [] : [joined.get(choice) ?? choice])),
    into,
  };
}

/** Choices of one file in the order of its lines, as long as the next begins about where the last ends, or before. */
function touchingRuns(chosen: readonly Choice[], files: Materials['files']): Choice[][] {
  const placed = chosen.flatMap((choice) => {
    const { path, source, truncated, stale } = choice.priced.block;
    const [range, another] = rangesOf(choice.priced.block);
    if (path === undefined || range === undefined || another !== undefined || truncated || stale) return [];
    const gap = typeof files.get(path) === 'object' ? WIDEST_GAP : 0;
    return [{ choice, file: `${source} ${path}`, gap, ...range }];
  });
  placed.sort((a, b) => (a.file === b.file ? a.startLine - b.startLine : a.file < b.file ? -1 : 1));
  const runs: { file: string; endLine: number; choices: Choice[] }[] = [];
  for (const { choice, file, gap, startLine, endLine } of placed) {
    const last = runs.at(-1);
    if (last === undefined || last.file !== file || startLine > last.endLine + 1 + gap) {
      runs.push({ file, endLine, choices: [choice] });
      continue;
    }
    last.choices.push(choice);
    last.endLine = Math.max(last.endLine, endLine);
  }
  return runs.map(({ choices }) => choices);
}

/** The lines of all blocks and those between them, each once, under the heading of the best. */
function joinBlocks(
  best: Block,
  blocks: readonly Block[],
  file: SourceFile | ReadFailure | undefined,
): Block {
  const own = new Map(blocks.flatMap(({ lines }) => lines.map((line) => [line.number, line] as const)));
  const numbers = [...own.keys()].filter((number) => number !== undefined);
  const first = Math.min(...numbers);
  const lines = Array.from({ length: Math.max(...numbers) - first + 1 }, (_, offset): BlockLine => {
    const number = first + offset;
    return (
      own.get(number) ?? { text: typeof file === 'object' ? (file.lines[number - 1] ?? '') : '', number }
    );
  });
  return {
    ...best,
    name: joinNames(best.path, [best.name, ...blocks.map(({ name }) => name)]),
    lines,
    imports: [...new Set(blocks.flatMap(({ imports }) => imports))],
    related: [...new Set(blocks.flatMap(({ related }) => related))],
  };
}
