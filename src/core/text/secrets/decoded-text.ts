import type { SecretSpan } from './secret-span.ts';

/** A text as it reads once what is encoded in it is decoded. */
export interface DecodedText {
  readonly text: string;
  /** The same stretch of the text as it was written. */
  readonly written: (span: SecretSpan) => SecretSpan;
}

/**
 * A text without the colours of a terminal and with its encoded characters decoded; undefined where there are none, or
 * none that matters. In the log of a server the digits of `%22`, in a coloured one the `m` of `ESC[1m`, and in JSON the
 * `n` of `\\n` would seem to belong to the token that follows. Linear in the length of the text.
 */
export function decodedText(written: string): DecodedText | undefined {
  if (!CODED.test(written)) return undefined;
  const parts: string[] = [];
  const places: Place[] = [{ at: 0, shift: 0, gap: 0 }];
  let from = 0;
  let length = 0;
  for (const match of written.matchAll(CODE)) {
    const code = match[0];
    const before = written.slice(from, match.index);
    const character = characterOf(code);
    parts.push(before, character);
    length += before.length + character.length;
    from = match.index + code.length;
    const last = places.at(-1);
    const gap = character === '' ? code.length + (last?.at === length ? last.gap : 0) : 0;
    places.push({ at: length, shift: from - length, gap });
  }
  parts.push(written.slice(from));
  return {
    text: parts.join(''),
    written: ({ start, end, kind }) => {
      const last = placeAt(places, end);
      const until = last.at === end ? last.shift - last.gap : last.shift;
      return { start: start + placeAt(places, start).shift, end: end + until, kind };
    },
  };
}

/** From `at` in the decoded text on, characters stood `shift` further; `gap` of what was left out stood right before. */
interface Place {
  readonly at: number;
  readonly shift: number;
  readonly gap: number;
}

/** The last place at or before a character. */
function placeAt(places: readonly Place[], at: number): Place {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((places[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return places[low] ?? { at: 0, shift: 0, gap: 0 };
}

/** None for the escape sequence of a terminal. */
function characterOf(code: string): string {
  if (code.startsWith('%')) return decodeURIComponent(code);
  const hex = /^\\(?:u00|x)([2-7][0-9a-f])$/i.exec(code)?.[1];
  return hex === undefined ? (BREAKS[code] ?? '') : String.fromCharCode(Number.parseInt(hex, 16));
}
const BREAKS: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '\\t': '\t' };

/** Escape sequences as they are and as JSON and code write them. */
const ESCAPES = '(?:\\x1b|\\\\(?:x1b|u001b|033|e)|\\^\\[)\\[[\\d;]{0,24}[mK]';
const ESCAPED = '\\\\(?:[nrt]|u00[2-7][0-9a-fA-F]|x[2-7][0-9a-fA-F])';
/** Small letters alone are no sign: `%2d` and `%5d` print numbers. Most code has a `\n`, but seldom a long word after it. */
const CODED = new RegExp(
  `${ESCAPES}|%(?:0[AD]|2[0-9A-F]|3[A-F]|40|5[BD]|7[BD]|3[ad]|2f%)|${ESCAPED}[\\w+/=.:~$|!-]{16}`,
);
/** All that is decoded. */
export const CODE = new RegExp(`${ESCAPES}|%(?:0[ad]|2[0-9a-f]|3[a-f]|40|5[bd]|7[bd])|${ESCAPED}`, 'gi');
