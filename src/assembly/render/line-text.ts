import type { MapEntry, RenderOptions } from '../../core/context.ts';
import { type Block, rangeText } from '../block.ts';

/** The lines of a block as one text, numbered when asked for. */
export function lineText(block: Block, { lineNumbers }: Pick<RenderOptions, 'lineNumbers'>): string {
  if (!lineNumbers) return block.lines.map((line) => withoutData(line.text)).join('\n');
  const width = String(block.lines.findLast((line) => line.number !== undefined)?.number ?? '').length;
  return block.lines
    .map(({ number, text }) => `${String(number ?? '').padStart(width)} | ${withoutData(text)}`)
    .join('\n');
}

/** A picture or font inside an address is nothing to read, and may take more than the whole budget. */
function withoutData(line: string): string {
  if (!line.includes(';base64,')) return line;
  return line.replaceAll(
    DATA,
    (_, address: string, data: string) => `${address}… ${data.length} characters left out`,
  );
}
const DATA = /(data:[\w.+-]{1,60}\/[\w.+-]{1,60}(?:;[\w.=-]{1,60}){0,4};base64,)([\w+/=-]{200,})/g;

/** A text on one line: line breaks and control characters become blanks. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ').trim();
}

/** A place of a map under its file: lines, then what is there. */
export function placeText(place: MapEntry): string {
  const lines = rangeText([place]);
  return place.name === '' ? lines : `${lines} ${place.name}`;
}

/** Relevance as printed: two digits are as precise as a score is. */
export function scoreText(relevance: number): string {
  return relevance.toFixed(2);
}
