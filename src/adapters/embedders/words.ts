import { codeUnitAt } from '../../core/text/code-unit-at.ts';

/**
 * Calls `visit` with each lower-cased word of a text and its start. Identifiers are split at case, underscores and
 * digits (`parseHTTPUrl2` → parse, http, url, 2); non-ASCII characters count as lower-case letters. The embedding
 * model was trained on exactly these words: a change here needs a new model.
 */
export function forEachWord(text: string, visit: (word: string, start: number) => void): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    const kind = kindAt(text, at);
    if (kind === OTHER) {
      at++;
      continue;
    }
    const start = at;
    do at++;
    while (at < length && kindAt(text, at) === kind);
    if (kind === UPPER && at < length && kindAt(text, at) === LOWER) {
      if (at - start > 1) at--;
      else {
        do at++;
        while (at < length && kindAt(text, at) === LOWER);
      }
    }
    const word = text.slice(start, Math.min(at, start + MAX_WORD));
    visit(kind === UPPER ? word.toLowerCase() : word, start);
  }
}

/** Longer runs are hashes or encoded data; their start is enough. */
const MAX_WORD = 32;

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const ASCII = 128;
const KINDS = Uint8Array.from({ length: ASCII }, (_, code) => {
  const character = String.fromCharCode(code);
  if (character >= 'a' && character <= 'z') return LOWER;
  if (character >= 'A' && character <= 'Z') return UPPER;
  return character >= '0' && character <= '9' ? DIGIT : OTHER;
});

function kindAt(text: string, at: number): number {
  const code = codeUnitAt(text, at);
  return code < ASCII ? (KINDS[code] ?? OTHER) : LOWER;
}
