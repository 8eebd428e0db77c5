import { hasUsualWords, looksChosen, looksRandom } from './looks-random.ts';
import type { SecretSpan } from './secret-span.ts';

/** Names of columns whose values are secrets: `url,username,password`. */
const SECRET_TITLE =
  /^(?:[\w-]{1,20}[ _.-])?(?:password|passwd|passphrase|secret|(?:access|auth|api|bearer)?[ _-]?token|(?:api|secret|access|private)[ _-]?key)$/i;
const TITLES = /^"?\w[\w .-]{0,40}"?(?:[,;\t]"?\w[\w .-]{0,40}"?){1,40}\r?$/;
/** Those of a table in Markdown, and the row below them. */
const MARKED = /^\|(?:[^|\n]{1,60}\|){2,40}[ \t]{0,4}\r?$/;
const RULE = /^[ \t]{0,3}\|[ \t:|-]{3,}\r?(?:\n|$)/;
const LONGEST = 600;

interface Columns {
  readonly spans: readonly SecretSpan[];
  /** Where the table ends. */
  readonly end: number;
}

/** The values below the headings in whose line a name stands, as exported tables have them. */
export function findColumns(text: string, at: number): Columns | undefined {
  const start = text.lastIndexOf('\n', at) + 1;
  const end = endOfLine(text, at);
  const line = end - start > LONGEST ? '' : text.slice(start, end);
  const rule = MARKED.test(line) ? (RULE.exec(text.slice(end + 1, end + 1 + LONGEST))?.[0].length ?? 0) : 0;
  if (rule === 0 && !TITLES.test(line)) return undefined;
  const separator = rule > 0 ? '|' : ([';', '\t', ','].find((each) => line.includes(each)) ?? ',');
  const titles = line.split(separator).map((title) => title.replace(/["`*\r]/g, '').trim());
  const secret = titles.flatMap((title, index) => (SECRET_TITLE.test(title) ? [index] : []));
  const spans: SecretSpan[] = [];
  const last = readRows(text, end + 1 + rule, (row, from) => {
    const cells = cellsOf(row, separator);
    if (cells.length !== titles.length) return false;
    for (const index of secret) {
      const { at: cell, value } = inside(cells[index] ?? { at: 0, value: '' });
      if (!isSecret(value)) continue;
      spans.push({ start: from + cell, end: from + cell + value.length, kind: 'value in a column' });
    }
    return true;
  });
  return { spans, end: last };
}

/** Calls for each row until one does not belong; where that is. */
function readRows(text: string, from: number, read: (row: string, at: number) => boolean): number {
  let at = from;
  while (at < text.length) {
    const end = endOfLine(text, at);
    if (!read(text.slice(at, end).replace(/\r$/, ''), at)) break;
    at = end + 1;
  }
  return at;
}

interface Cell {
  readonly at: number;
  readonly value: string;
}

/** The cells of a row, without their quotes. A separator inside quotes separates nothing. */
function cellsOf(row: string, separator: string): Cell[] {
  const cells: Cell[] = [];
  for (let at = 0; at <= row.length; ) {
    const quoted = row.charAt(at) === '"';
    const close = quoted ? row.indexOf('"', at + 1) : -1;
    const end = row.indexOf(separator, close < 0 ? at : close);
    const until = end < 0 ? row.length : end;
    const from = close < 0 ? at : at + 1;
    cells.push({ at: from, value: row.slice(from, close < 0 ? until : close) });
    at = until + 1;
  }
  return cells;
}

/** What a cell holds, without the blanks, quotes and marks around it. */
function inside({ at, value }: Cell): Cell {
  const start = /^[ `*]*/.exec(value)?.[0].length ?? 0;
  return { at: at + start, value: value.slice(start).replace(/[ `*]{1,20}$/, '') };
}

function isSecret(value: string): boolean {
  return (
    value.length >= 8 &&
    !/\s/.test(value) &&
    !hasUsualWords(value) &&
    (looksChosen(value) || looksRandom(value))
  );
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
