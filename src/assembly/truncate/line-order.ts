import type { FitOptions } from '../../core/context.ts';
import { termsOf } from '../../core/text/terms.ts';
import type { Passage } from '../passage.ts';
import { indentOf, structureFromLines } from './structure.ts';

type Truncation = Exclude<FitOptions['truncation'], 'none'>;

/**
 * The lines of a text in the order in which they are worth keeping. A truncation keeps as many from
 * the front as fit and prints them in their own order, so each way of truncating is one such order.
 */
export function lineOrder(
  { lines, structure, focus }: Pick<Passage, 'lines' | 'structure' | 'focus'>,
  truncation: Truncation,
): number[] {
  const all = lines.map((_, index) => index);
  switch (truncation) {
    case 'head':
      return all;
    case 'bookend':
      return all.map((_, step) => (step % 2 === 0 ? step / 2 : lines.length - 1 - (step - 1) / 2));
    case 'signature': {
      const { signatureEnd } = structure ?? structureFromLines(lines);
      return unique(
        focus === undefined
          ? [...signatureFirst(lines, signatureEnd), ...all]
          : aroundFocus(lines, focus, signatureEnd),
      );
    }
    case 'outline': {
      const { signatureEnd, outline } = structure ?? structureFromLines(lines);
      const focused = focus === undefined ? [] : all.slice(focus.start, focus.end + 1);
      return unique([...signatureFirst(lines, signatureEnd), ...outline, ...focused, ...all]);
    }
    case 'summary':
      return bySalience(lines);
  }
}

/** The signature without the doc comment above it, then the words of the comment, then what encloses it. */
function signatureFirst(lines: readonly string[], signatureEnd: number): number[] {
  const upTo = lines.slice(0, signatureEnd + 1).map((_, index) => index);
  const definition = upTo.filter((index) => index === signatureEnd || !DOC_LINE.test(lines[index] ?? ''));
  const words = upTo.filter((index) => /\w/.test(lines[index] ?? ''));
  return [...definition, ...words, ...upTo];
}

/** The part that is meant, its signature first; then what it is in, what follows it, and what is above. */
function aroundFocus(
  lines: readonly string[],
  { start, end }: NonNullable<Passage['focus']>,
  signatureEnd: number,
): number[] {
  const focused = lines.slice(start, end + 1);
  const own = signatureFirst(focused, structureFromLines(focused).signatureEnd);
  const encloses = start > signatureEnd && indentOf(lines[signatureEnd]) < indentOf(lines[start]);
  const all = lines.map((_, index) => index);
  return [
    ...own.map((index) => start + index),
    ...all.slice(start, end + 1),
    ...(encloses ? signatureFirst(lines, signatureEnd) : []),
    ...all.slice(end + 1),
    ...all.slice(0, start),
  ];
}

const DOC_LINE = /^\s*(?:\/\/|\/\*|\*|#(?!\[)|--)|^\s*$/;

/**
 * Extractive summary: the first line, then the lines whose words occur most often in the whole text,
 * so that each kept line speaks for many others. Blank lines come last.
 */
function bySalience(lines: readonly string[]): number[] {
  const terms = lines.map((line) => [...new Set(termsOf(line))]);
  const lineFrequency = new Map<string, number>();
  for (const term of terms.flat()) lineFrequency.set(term, (lineFrequency.get(term) ?? 0) + 1);
  const scores = terms.map((words) => {
    const shared = words.reduce((sum, word) => sum + Math.log(lineFrequency.get(word) ?? 1), 0);
    // Divided by the root of the length, so that long lines win by what they say and not by length.
    return words.length === 0 ? -1 : shared / Math.sqrt(words.length);
  });
  return lines
    .map((_, index) => index)
    .sort((a, b) => (a === 0 ? -1 : b === 0 ? 1 : (scores[b] ?? 0) - (scores[a] ?? 0) || a - b));
}

function unique(order: readonly number[]): number[] {
  return [...new Set(order)];
}
