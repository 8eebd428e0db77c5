import { codeUnitAt } from '../../core/text/code-unit-at.ts';

/** How a tokenizer's pattern treats plain text, where tokenizers differ. */
export interface PlainRules {
  /** A word is upper-case, then lower-case letters and a contraction; else any letters, with contractions apart. */
  readonly wordsByCase: boolean;
  /** Trailing white space is one piece, whatever it contains. */
  readonly joinsTrailingSpace: boolean;
}

const LAST_ASCII = 0x7f;

/**
 * Dashes, quotes, dots; arrows, operators, box drawing, ticks: neither letters, marks, numbers nor white space, and
 * three bytes each. With them, nearly all lines of code and documentation are plain.
 */
const SIGNS: readonly (readonly [first: number, last: number])[] = [
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x2190, 0x245f],
  [0x2500, 0x2775],
];
const SIGN_BYTES = 3;

/** Whether a text consists of ASCII and signs only. */
export function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = codeUnitAt(text, at);
    if (unit > LAST_ASCII && !SIGNS.some(([first, last]) => unit >= first && unit <= last)) return false;
  }
  return true;
}

const UPPER = 1;
const LOWER = 2;
const LETTER = UPPER | LOWER;
const DIGIT = 4;
const BLANK = 8;
const BREAK = 16;
const WHITE = BLANK | BREAK;
const OTHER = 32;

const CLASS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte > LAST_ASCII) return OTHER;
  const character = String.fromCharCode(byte);
  if (/[A-Z]/.test(character)) return UPPER;
  if (/[a-z]/.test(character)) return LOWER;
  if (/\d/.test(character)) return DIGIT;
  if (/[\r\n]/.test(character)) return BREAK;
  return /\s/.test(character) ? BLANK : OTHER;
});

const SPACE = 0x20;
const QUOTE = 0x27;
const SLASH = 0x2f;
const MAX_DIGITS = 3;

/**
 * The end of the piece of plain text that starts at `at`: same result as the tokenizers' patterns, several times
 * faster, and nothing to compile.
 */
export function endOfPlainPiece(bytes: Uint8Array, at: number, end: number, rules: PlainRules): number {
  const first = CLASS[bytes[at]!]!;
  if (!rules.wordsByCase) {
    const contraction = contractionAt(bytes, at, end);
    if (contraction > 0) return at + contraction;
  }
  if ((first & LETTER) !== 0) return endOfWord(bytes, at, end, rules);
  const next = at + (bytes[at]! > LAST_ASCII ? SIGN_BYTES : 1);
  const isJoint = (first & (BLANK | OTHER)) !== 0 && next < end;
  if (isJoint && (CLASS[bytes[next]!]! & LETTER) !== 0) return endOfWord(bytes, next, end, rules);
  if (first === DIGIT) return endOfRun(bytes, at, Math.min(end, at + MAX_DIGITS), DIGIT);
  const signs = endOfRun(bytes, bytes[at] === SPACE ? at + 1 : at, end, OTHER);
  if (signs > at && CLASS[bytes[signs - 1]!] === OTHER) {
    let last = signs;
    while (last < end && (CLASS[bytes[last]!] === BREAK || (rules.wordsByCase && bytes[last] === SLASH)))
      last++;
    return last;
  }
  return endOfWhiteSpace(bytes, at, end, rules);
}

function endOfWord(bytes: Uint8Array, at: number, end: number, { wordsByCase }: PlainRules): number {
  if (!wordsByCase) return endOfRun(bytes, at, end, LETTER);
  const word = endOfRun(bytes, endOfRun(bytes, at, end, UPPER), end, LOWER);
  return word + contractionAt(bytes, word, end);
}

/** Ends after the last line break; without one, before the blank that belongs to the next word. */
function endOfWhiteSpace(bytes: Uint8Array, at: number, end: number, rules: PlainRules): number {
  const white = endOfRun(bytes, at, end, WHITE);
  if (rules.joinsTrailingSpace && white === end) return white;
  for (let last = white - 1; last >= at; last--) if (CLASS[bytes[last]!] === BREAK) return last + 1;
  return white === end || white === at + 1 ? white : white - 1;
}

function endOfRun(bytes: Uint8Array, at: number, end: number, classes: number): number {
  let last = at;
  while (last < end && (CLASS[bytes[last]!]! & classes) !== 0) last++;
  return last;
}

/** The length of the contraction ('s, 'll …) that starts here; 0 if there is none. */
function contractionAt(bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end || bytes[at] !== QUOTE) return 0;
  // Sets the lower-case bit.
  const first = String.fromCharCode(bytes[at + 1]! | 0x20);
  if ('sdmt'.includes(first)) return 2;
  const second = at + 2 < end ? String.fromCharCode(bytes[at + 2]! | 0x20) : '';
  return ['ll', 've', 're'].includes(first + second) ? 3 : 0;
}
