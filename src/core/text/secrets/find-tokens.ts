import { hasUsualWords, isPlaceholder, looksRandom } from './looks-random.ts';
import type { SecretSpan } from './secret-span.ts';
import { COMMON_INSIDE, DISTINCT, type TokenForm, WORDLIKE } from './token-forms.ts';
import { WITHOUT_PREFIX } from './unprefixed-forms.ts';

/** Tokens recognisable by their own form, as their issuers document it. The prefix stays readable. */
export function findTokens(text: string): SecretSpan[] {
  const found = [...tokensWith(PREFIX, text), ...tokensWith(AFTER_CODE, text)];
  for (const { gate, form, kind, keep = 0, random } of WITHOUT_PREFIX) {
    if (gate !== undefined && !text.includes(gate)) continue;
    for (const match of text.matchAll(form)) {
      const end = match.index + match[0].length;
      const start = match.index + keep;
      if (isPlaceholder(text.slice(Math.min(start, match.index), end))) continue;
      if (random && !looksRandom(match[1] ?? match[0].slice(match[0].lastIndexOf('_') + 1))) continue;
      found.push({ start, end, kind });
    }
  }
  return found;
}

function tokensWith(beginning: RegExp, text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (let at = 0; ; ) {
    // A token may begin where another one ended.
    const hit =
      (found.at(-1)?.end === at ? prefixAt(NEXT, text, at) : null) ??
      prefixAt(beginning, text, at === 0 ? 0 : at - 1);
    if (hit === null) break;
    const prefix = hit[1] ?? '';
    at = hit.index + hit[0].length;
    const form = FORMS.get(prefix);
    if (form === undefined || isInside(text, at - prefix.length, prefix)) continue;
    const end = endOfBody(text, at, form);
    if (end > at) {
      found.push({ start: at, end, kind: form.kind });
      const other = PAIRED.has(form.kind) ? otherHalf(text, end) : undefined;
      if (other !== undefined) found.push({ ...other, kind: form.kind });
    }
    at = end;
  }
  return found;
}

/** Ids that come with a secret of no recognisable form. */
const PAIRED: ReadonlySet<string> = new Set([
  'AWS key',
  'Alibaba key',
  'Tencent key',
  'Twilio key',
  'Razorpay key',
]);
const OTHER_HALF =
  /["'`]?[ \t]{0,4}(?:[,:/|]|\r?\n)?[ \t]{0,4}(?:\/\*[^*\n]{0,40}\*\/ ?)?["'`]?([A-Za-z0-9+/]{24,64})(?![\w+/=])/y;

function otherHalf(text: string, at: number): Pick<SecretSpan, 'start' | 'end'> | undefined {
  OTHER_HALF.lastIndex = at;
  const value = OTHER_HALF.exec(text)?.[1] ?? '';
  if (!looksRandom(value)) return undefined;
  return { start: OTHER_HALF.lastIndex - value.length, end: OTHER_HALF.lastIndex };
}

interface Form {
  readonly kind: string;
  /** Characters of the body, from the end of the prefix: as many as are judged, and all. */
  readonly body: RegExp;
  readonly whole: RegExp;
  readonly min: number;
  readonly max: number;
  /** The prefix also starts ordinary names or occurs in base64, so the body must look random. */
  readonly wordlike: boolean;
}

/** Bounds what is read again at each token of a run that only looks like many tokens. */
const MAX_JUDGED = 256;

const FORMS: ReadonlyMap<string, Form> = new Map(
  [...DISTINCT.map((row) => formsOf(row, false)), ...WORDLIKE.map((row) => formsOf(row, true))].flat(),
);
// In reverse order, a longer prefix comes before its own prefix, and similar ones are grouped.
const PREFIXES = [...FORMS.keys()]
  .sort()
  .reverse()
  .map((prefix) => prefix.replace(/[.${}|]/g, '\\$&'))
  .join('|');
// A look-behind would take a third longer.
const PREFIX = new RegExp(`(?:^|[^A-Za-z0-9])(${PREFIXES})`, 'g');
/** After an encoded character, whose digits would seem to belong to a token that has encoded ones itself. */
const AFTER_CODE = new RegExp(`%[2-7][0-9a-fA-F](${PREFIXES})`, 'g');
const NEXT = new RegExp(`(${PREFIXES})`, 'y');
/** Whether a prefix is part of a longer name, or of base64, which has no hyphen. */
function isInside(text: string, at: number, prefix: string): boolean {
  if (!COMMON_INSIDE.has(prefix)) return false;
  if (text.slice(Math.max(0, at - 3), at) === 'pk_') return true;
  return (prefix.includes('-') ? '-' : '-+/').includes(text.charAt(at - 1) || ' ');
}

function formsOf(
  [kind, prefixes, characters, min, max = Number.POSITIVE_INFINITY]: TokenForm,
  wordlike: boolean,
): [string, Form][] {
  const body = new RegExp(`[${characters}]{1,${MAX_JUDGED}}`, 'y');
  const whole = new RegExp(`[${characters}]*`, 'y');
  return prefixes.split(' ').map((prefix) => [prefix, { kind, body, whole, min, max, wordlike }]);
}

/** The end of the body that begins at `start`; `start` itself when there is none of that form. */
function endOfBody(text: string, start: number, form: Form): number {
  let body = matchAt(form.body, text, start);
  let end = start + body.length;
  for (let line = 1; line < MAX_LINES; line++) {
    const next = end + matchAt(LINE_BREAK, text, end).length;
    const part = next === end ? '' : matchAt(form.body, text, next);
    const wanted = body.length < form.min || (part.length >= MIN_REST && looksRandom(part));
    if (part === '' || !wanted || body.length + part.length > form.max) break;
    body += part;
    end = next + part.length;
  }
  if (body.length < form.min || body.length > form.max || isPlaceholder(body)) return start;
  const drawn = looksRandom(body) || (!form.wordlike && /\d|[a-z][A-Z]/.test(body) && !hasUsualWords(body));
  // Base64 goes on with these, and has no `%`.
  if (!drawn || (form.wordlike && !body.includes('%') && /[+/]/.test(text.charAt(end)))) return start;
  return end + matchAt(form.whole, text, end).length;
}

/** A token may be split over lines: by string concatenation, a backslash, or wrapped text. */
const LINE_BREAK =
  /["'`]?[ \t]{0,8}[+.\\&]{0,2}[ \t]{0,8}\r?\n[ \t]{0,64}(?:[+.&#*>|]|\/\/)?[ \t]{0,8}["'`]?/y;
const MAX_LINES = 8;
const MIN_REST = 10;

function prefixAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at;
  return form.exec(text);
}

function matchAt(form: RegExp, text: string, at: number): string {
  form.lastIndex = at;
  return form.exec(text)?.[0] ?? '';
}
