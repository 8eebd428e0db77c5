/** How a tokenizer's pattern treats ASCII, where it differs from the others. */
export interface AsciiRules {
  /** A word is upper case letters, then lower case ones, then a contraction; else any letters, and contractions stand alone. */
  readonly wordsByCase: boolean;
  /** White space at the end of the text is one piece whatever it holds. */
  readonly joinsTrailingSpace: boolean;
}

const UPPER = 1;
const LOWER = 2;
const LETTER = UPPER | LOWER;
const DIGIT = 4;
const BLANK = 8;
const BREAK = 16;
const WHITE = BLANK | BREAK;
const OTHER = 32;

const CLASS = Uint8Array.from({ length: 128 }, (_, byte) => {
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
const MOST_DIGITS = 3;

/**
 * Where the piece that starts at `at` ends. The same as the tokenizers' patterns for text that is all
 * ASCII, as nearly all lines of code are; several times faster than the pattern, and nothing to compile.
 */
export function endOfAsciiPiece(bytes: Uint8Array, at: number, end: number, rules: AsciiRules): number {
  const first = CLASS[bytes[at]!]!;
  if (!rules.wordsByCase) {
    const contraction = contractionAt(bytes, at, end);
    if (contraction > 0) return at + contraction;
  }
  if ((first & LETTER) !== 0) return endOfWord(bytes, at, end, rules);
  const isJoint = (first & (BLANK | OTHER)) !== 0 && at + 1 < end;
  if (isJoint && (CLASS[bytes[at + 1]!]! & LETTER) !== 0) return endOfWord(bytes, at + 1, end, rules);
  if (first === DIGIT) return endOfRun(bytes, at, Math.min(end, at + MOST_DIGITS), DIGIT);
  const signs = endOfRun(bytes, bytes[at] === SPACE ? at + 1 : at, end, OTHER);
  if (signs > at && CLASS[bytes[signs - 1]!] === OTHER) {
    let last = signs;
    while (last < end && (CLASS[bytes[last]!] === BREAK || (rules.wordsByCase && bytes[last] === SLASH)))
      last++;
    return last;
  }
  return endOfWhiteSpace(bytes, at, end, rules);
}

function endOfWord(bytes: Uint8Array, at: number, end: number, { wordsByCase }: AsciiRules): number {
  if (!wordsByCase) return endOfRun(bytes, at, end, LETTER);
  const word = endOfRun(bytes, endOfRun(bytes, at, end, UPPER), end, LOWER);
  return word + contractionAt(bytes, word, end);
}

/** Up to the last line break in it; without one, up to the blank that the next word takes. */
function endOfWhiteSpace(bytes: Uint8Array, at: number, end: number, rules: AsciiRules): number {
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

/** How long the 's, 'll … that starts here is; 0 when there is none. */
function contractionAt(bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end || bytes[at] !== QUOTE) return 0;
  // The bit that tells lower from upper case.
  const first = String.fromCharCode(bytes[at + 1]! | 0x20);
  if ('sdmt'.includes(first)) return 2;
  const second = at + 2 < end ? String.fromCharCode(bytes[at + 2]! | 0x20) : '';
  return ['ll', 've', 're'].includes(first + second) ? 3 : 0;
}
