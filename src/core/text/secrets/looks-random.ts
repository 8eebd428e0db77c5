/**
 * Whether a value is random rather than written: words and identifiers consist of letter pairs that often follow each
 * other, random characters do not. Linear in the length of the value.
 */
export function looksRandom(written: string): boolean {
  if (UUID.test(written)) return !isPlaceholder(written);
  if (isNoise(written)) return true;
  const value = written.includes('%') ? written.replace(ENCODED, '.') : written;
  return (rareShare(value) >= RARE_SHARE || HEX.test(value)) && !isPlaceholder(value);
}

/** Whether a long value has so many different symbols that it is neither text nor code: a salt. */
function isNoise(value: string): boolean {
  if (value.length < MIN_NOISE_LENGTH || LONG_WORD.test(value) || /#\{\w/.test(value)) return false;
  const symbols = value.match(SYMBOLS) ?? [];
  return new Set(symbols).size >= MIN_NOISE_SYMBOLS && symbols.length * 2 < value.length;
}
const SYMBOLS = /[!#$%&()*+,:;<=>?@[\]^`{|}~]/g;
const LONG_WORD = /[A-Za-z]{12}/;
const MIN_NOISE_LENGTH = 40;
const MIN_NOISE_SYMBOLS = 7;

/** The share of rare pairs of characters; 0 where there are too few to tell. */
function rareShare(value: string): number {
  let pairs = 0;
  let rare = 0;
  let word = 0;
  let previous = classOf(value.charCodeAt(0));
  for (let index = 1; index < value.length; index++) {
    const code = value.charCodeAt(index);
    const current = classOf(code);
    // A camelCase hump or a separator starts a new word; words of one or two letters are rare.
    const hump = previous === LOWER && current === UPPER;
    if (hump || current === OTHER) {
      if (hump && index - word < SHORT_WORD) rare++;
      if (hump) pairs++;
      word = hump ? index : index + 1;
    } else if (previous !== OTHER) {
      pairs++;
      if ((previous === DIGIT) !== (current === DIGIT)) rare++;
      else if (current !== DIGIT && !isCommon(value.charCodeAt(index - 1), code)) rare++;
    }
    previous = current;
  }
  return pairs < MIN_PAIRS ? 0 : rare / pairs;
}

/** Whether a value is only a placeholder: a variable, a template, an example, a run of one or few characters. */
export function isPlaceholder(value: string): boolean {
  if (TEMPLATE.test(value) || EXAMPLE.test(value)) return true;
  // One bit for each letter and digit seen.
  let letters = 0;
  let digits = 0;
  let steps = 0;
  let previous = 0;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index) | 0x20;
    const kind = classOf(code);
    if (kind === LOWER) letters |= 1 << (code - 97);
    else if (kind === DIGIT) digits |= 1 << (code - 48);
    if (code === previous + 1) steps++;
    previous = code;
  }
  return bitsOf(letters) + bitsOf(digits) <= MAX_REPEATED || steps * 2 > value.length;
}

function bitsOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * Whether someone chose the value as a password: letters with digits or symbols, or three or more words, and no usual
 * example. Only for places that hold nothing but a password.
 */
export function looksChosen(written: string): boolean {
  const value = written.replace(ENCODED, '!');
  const mixed = value.length >= 8 && /[A-Za-z]/.test(value) && (MIXED.test(value) || WORDS.test(value));
  return mixed && !/[(){}<>/\\]/.test(value) && !USUAL.test(value) && !isPlaceholder(value);
}
/** Letters and digits with a symbol, mixed case with two symbols, or a word and the digits a form requires. */
const MIXED =
  /^(?=.*\d)(?=.*[!?#%*~^@$&+])|^(?=.*[a-z])(?=.*[A-Z])(?=(?:.*[!?#%*~^@$&+]){2})|^[A-Za-z]{3,}\d{2,}[A-Za-z]{0,12}$|^[A-Za-z]{3,}\d+\W+$|^(?=[^._-]*\d)(?=[^._-]*[A-Za-z])[\w@$]+[._-][a-z]+\d{2,}$|^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z\d]{10,}$|^[A-Za-z]{3,}(?:[._-][A-Za-z]{3,}){1,3}[._-]?\d{2,}\W?$|^[A-Z][A-Za-z\d@$]{2,}(?:[._-][A-Za-z]{3,})?[._-]\d{3,}[A-Za-z]{0,4}$/;
const WORDS = /^[a-z]{3,}(?:-[a-z]{3,}){2,}(?:-?\d{1,4})?$|^[a-z]{3,10}(?: [a-z]{3,10}){3,23}$/i;

/** Whether a value without digits is random: letters in no usual order. */
export function looksGenerated(value: string): boolean {
  const bothCases = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return (
    value.length >= (bothCases ? MIN_GENERATED_LENGTH : MIN_GENERATED_LENGTH_OF_ONE_CASE) &&
    rareShare(value) > MIN_GENERATED_SHARE &&
    !isPlaceholder(value)
  );
}
const MIN_GENERATED_LENGTH = 12;
const MIN_GENERATED_LENGTH_OF_ONE_CASE = 15;
const MIN_GENERATED_SHARE = 0.4;

/** Whether a value contains words that examples and documentation use for tokens. */
export function hasUsualWords(value: string): boolean {
  return USUAL.test(value);
}

/** Whether a value is the name of a constant: `AWS_S3_VIDEO_ID`. */
export function isConstant(value: string): boolean {
  return CONSTANT.test(value);
}
const CONSTANT = /^(?=(?:\D*\d){0,4}\D*$)[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

/** Random values have about 0.7 rare pairs, hex digits 0.5, identifiers of 20 repositories below 0.2. */
const RARE_SHARE = 0.3;
const MIN_PAIRS = 5;
const SHORT_WORD = 3;
const MAX_REPEATED = 3;

const ENCODED = /%[0-9a-f]{2}/gi;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX = /^(?=(?:\D*\d){3})(?=(?:[^a-f]*[a-f]){2})[0-9a-f]{16,}(?:-[0-9a-f]{8,})*$/i;
const TEMPLATE =
  /\$\{|\$\(|\{\{|^\{[\w.]+\}$|^<|<[\w .-]+>|^%[sdv]$|%\(\w+\)|%\{|#\{|\*\*\*|\.\.\.|…|^\$\w+$|\[masked|^process\.|^os\.|^env\./;
const EXAMPLE = /EXAMPLE|x{5}|X{5}|0{8}/;
const USUAL =
  /p[a4@][s5$]{2}w|passwd|s3cr[e3]t|secret|change.?me|your|example|sample|placeholder|dummy|fake|insert|replace|letmein|qwerty|12345|a1b2c3|admin|token|redacted|invalid|test/i;

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

function classOf(code: number): number {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? DIGIT : OTHER;
}

/**
 * For each letter, the letters that often follow it: the 260 most frequent pairs (of 676, 95 % of all) in the distinct
 * words of the identifiers and comments of 20 repositories in 14 languages.
 */
const FOLLOWERS =
  'abcdfgiklmnprstuvxy aeijlosuy acehiklorstu adeilorsuy abcdefgilmnopqrstvwxy aefilortu aehilnorsu aeiort abcdefglmnoprstvxz e eis adeilostuy abeimopsu acdefgiklnostuv abcdfgiklmnoprstuvw aehiloprstu u acdegiklmnorstuvy acehiklopstuy acehiloprstuy abcdefgilmnprst aei aeinor ceipt npst e';

const COMMON = new Uint8Array(26 * 26);
for (const [first, followers] of FOLLOWERS.split(' ').entries()) {
  for (const follower of followers) COMMON[first * 26 + follower.charCodeAt(0) - 97] = 1;
}

/** Whether one letter often follows another, ignoring case. */
function isCommon(first: number, second: number): boolean {
  return COMMON[((first | 0x20) - 97) * 26 + (second | 0x20) - 97] === 1;
}
