import { codeUnitAt } from './code-unit-at.ts';

/**
 * A 64-bit non-cryptographic hash as 16 hexadecimal digits, stable across runs and platforms. Used for ids and change
 * detection, never for secrets. A range hashes like the substring.
 */
export function hashText(text: string, from = 0, to = text.length): string {
  // Two lanes of the murmur3 finaliser over UTF-16 code units.
  let high = FIRST_HIGH;
  let low = FIRST_LOW;
  for (let index = from; index < to; index++) {
    const unit = codeUnitAt(text, index);
    high = Math.imul(high ^ unit, HIGH_FACTOR);
    low = Math.imul(low ^ unit, LOW_FACTOR);
  }
  return digits(high, low);
}

/**
 * Hashes the lines `from` up to `to` as if joined by line feeds: the `contentHash` of units, chunks and locations, the
 * same for both line terminators.
 */
export function hashLines(lines: readonly string[], from = 0, to = lines.length): string {
  let high = FIRST_HIGH;
  let low = FIRST_LOW;
  const end = Math.min(to, lines.length);
  for (let place = from; place < end; place++) {
    if (place > from) {
      high = Math.imul(high ^ LINE_FEED, HIGH_FACTOR);
      low = Math.imul(low ^ LINE_FEED, LOW_FACTOR);
    }
    const line = lines[place]!;
    const { length } = line;
    for (let index = 0; index < length; index++) {
      const unit = codeUnitAt(line, index);
      high = Math.imul(high ^ unit, HIGH_FACTOR);
      low = Math.imul(low ^ unit, LOW_FACTOR);
    }
  }
  return digits(high, low);
}

/** `hashLines` of a 1-based inclusive span, memoized per file: one question asks for the same span several times. */
export function hashLineSpan(lines: readonly string[], startLine: number, endLine: number): string {
  let spans = memoized.get(lines);
  if (spans === undefined) {
    spans = new Map();
    memoized.set(lines, spans);
  }
  const span = `${startLine}-${endLine}`;
  const before = spans.get(span);
  if (before !== undefined) return before;
  const hash = hashLines(lines, startLine - 1, endLine);
  spans.set(span, hash);
  return hash;
}

const memoized = new WeakMap<readonly string[], Map<string, string>>();

const FIRST_HIGH = 0xdeadbeef;
const FIRST_LOW = 0x41c6ce57;
const HIGH_FACTOR = 2654435761;
const LOW_FACTOR = 1597334677;
const LINE_FEED = 10;

function digits(high: number, low: number): string {
  const first = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  const second = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909);
  return hexadecimal(first) + hexadecimal(second);
}

/** A table of bytes: `toString(16)` takes twice as long, and an index is full of hashes. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hexadecimal(word: number): string {
  return (
    BYTES[word >>> 24]! + BYTES[(word >>> 16) & 0xff]! + BYTES[(word >>> 8) & 0xff]! + BYTES[word & 0xff]!
  );
}
