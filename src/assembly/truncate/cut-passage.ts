import type { FitOptions } from '../../core/context.ts';
import { largestFitting } from '../../core/largest-fitting.ts';
import { firstCharacters } from '../../core/text/first-characters.ts';
import { splitLines } from '../../core/text/lines.ts';
import type { BlockLine } from '../block.ts';
import { passageLines } from '../build-block.ts';
import type { Passage } from '../passage.ts';
import { commentMarker } from './comment-marker.ts';
import { lineOrder } from './line-order.ts';

type Fits = (lines: readonly BlockLine[]) => boolean;

/**
 * As much of a passage as fits, with a marker for every gap that says how many lines are left out and
 * where they are. Undefined when not even a useful part fits.
 */
export function cutPassage(
  passage: Passage,
  { truncation, fits }: { readonly truncation: FitOptions['truncation']; readonly fits: Fits },
): readonly BlockLine[] | undefined {
  if (truncation === 'none' || passage.lines.length === 0) return undefined;
  // Most passages are tried when the room is nearly used up; whether a bare marker fits is cheap to check.
  if (!fits(linesKeeping(passage, []))) return undefined;
  if (truncation === 'summary') {
    const summary = storedSummary(passage);
    if (summary !== undefined && fits(summary)) return summary;
  }
  const order = lineOrder(passage, truncation);
  const keeping = (count: number) => linesKeeping(passage, order.slice(0, count));
  const count = largestFitting(order.length - 1, (tried) => fits(keeping(tried)));
  if (isUseful(passage, order.slice(0, count))) return keeping(count);
  return cutWithinLine(passage, order[0] ?? 0, fits);
}

/** A truncated passage with fewer characters than this tells a reader nothing. */
const MIN_USEFUL_CHARACTERS = 40;

function isUseful(passage: Passage, kept: readonly number[]): boolean {
  let shown = 0;
  for (const index of kept) shown += passage.lines[index]?.trim().length ?? 0;
  return shown >= MIN_USEFUL_CHARACTERS;
}

function storedSummary(passage: Passage): BlockLine[] | undefined {
  const { summary } = passage.item;
  if (summary === undefined || summary.trim() === '') return undefined;
  const last = passage.lines.length - 1;
  return [
    ...splitLines(summary).map((text) => ({ text })),
    { text: markerText(passage, 'summary, full text', 0, last) },
  ];
}

function linesKeeping(passage: Passage, kept: readonly number[]): BlockLine[] {
  const all = passageLines(passage, { surroundings: false });
  const isKept = new Uint8Array(all.length);
  for (const index of kept) isKept[index] = 1;
  const lines: BlockLine[] = [];
  for (let index = 0; index < all.length; index++) {
    if (isKept[index] === 1) {
      lines.push(all[index]!);
      continue;
    }
    const start = index;
    while (index + 1 < all.length && isKept[index + 1] === 0) index++;
    const marker = gapMarker(passage, start, index);
    const gap = all.slice(start, index + 1);
    // Lines shorter than the marker that would stand for them are printed instead.
    const characters = gap.reduce((sum, { text }) => sum + text.length + 1, -1);
    lines.push(...(characters <= marker.text.length ? gap : [marker]));
  }
  return lines;
}

function gapMarker(passage: Passage, start: number, end: number): BlockLine {
  const count = end - start + 1;
  const indent = /^[ \t]{0,40}/.exec(passage.lines[start] ?? '')?.[0] ?? '';
  return {
    text: indent + markerText(passage, `… ${count} ${count === 1 ? 'line' : 'lines'} left out`, start, end),
  };
}

/** The marker says where the rest is: the lines of the file, or the id of the item. */
function markerText(passage: Passage, what: string, start: number, end: number): string {
  const { item, startLine, stale } = passage;
  const range =
    startLine === undefined ? '' : `${startLine + start}${end > start ? `-${startLine + end}` : ''}`;
  const place = item.location === undefined || stale ? item.id : `${item.location.path}:${range}`;
  return commentMarker(
    `${what}: ${place}`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
    item.location?.language,
  );
}

/** For a line longer than the room: its first characters, cut between code points. */
function cutWithinLine(passage: Passage, index: number, fits: Fits): BlockLine[] | undefined {
  const line = passage.lines[index] ?? '';
  const cutAt = (length: number): BlockLine[] => {
    const number = passage.startLine === undefined ? {} : { number: passage.startLine + index };
    const marker = markerText(passage, '… cut here, the rest', index, passage.lines.length - 1);
    return [{ text: firstCharacters(line, length), ...number }, { text: marker }];
  };
  const length = largestByDoubling(line.length, (tried) => fits(cutAt(tried)));
  return length < MIN_USEFUL_CHARACTERS ? undefined : cutAt(length);
}

/** `largestFitting` starting from small numbers: for texts far longer than what fits. */
function largestByDoubling(most: number, holds: (tried: number) => boolean): number {
  let bound = Math.min(most, MIN_USEFUL_CHARACTERS);
  while (bound < most && holds(bound)) bound = Math.min(most, bound * 2);
  return largestFitting(bound, holds);
}
