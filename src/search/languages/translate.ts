import type { QueryLanguage } from './detect-language.ts';
import type { WordList } from './word-list.ts';

/** A piece of a question: kept as written, or a word with its English meanings, most usual first; none if no list has it. */
type Piece = { readonly kept: string } | { readonly word: string; readonly meanings: readonly string[] };

/** Replaces the words of a question with English ones. Names, paths and unlisted words stay. */
export function translate(text: string, language: QueryLanguage, list: WordList): Piece[] {
  return language === 'zh' || language === 'ja' ? translateRuns(text, list) : translateWords(text, list);
}

/** A word, or anything with code punctuation in it. */
const TOKEN = /[^\s«»¿¡„“”"(),;!?]+/gu;
const WORD = /^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*$/u;
const MAX_WORDS_OF_A_PHRASE = 3;

function translateWords(text: string, list: WordList): Piece[] {
  const tokens = (text.match(TOKEN) ?? [])
    .map((token) => token.replace(/[.:…]+$/u, ''))
    .flatMap((token) => partsOfHyphenated(token, list));
  const pieces: Piece[] = [];
  for (let place = 0; place < tokens.length; ) {
    const phrase = longestPhrase(tokens, place, list);
    if (phrase.meanings === undefined) pieces.push({ kept: tokens[place]! });
    else if (phrase.meanings.length > 0) pieces.push({ word: phrase.word, meanings: phrase.meanings });
    place += phrase.length;
  }
  return pieces;
}

const HYPHENATED = /^[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)+$/u;
/** Shorter parts, as in `no-store`, are words of some language by chance. */
const TELLING_PART = 4;

/** `Geräte-ID` and `sont-ils` are two words each; a name such as `set-cookie` has no part that means something else. */
function partsOfHyphenated(token: string, list: WordList): readonly string[] {
  if (!HYPHENATED.test(token) || list.lookUpExact(token.toLowerCase()) !== undefined) return [token];
  const parts = token.split('-');
  const isForeign = (part: string) => {
    const meanings = part.length < TELLING_PART ? undefined : list.lookUpExact(part);
    return meanings !== undefined && !meanings.includes(part);
  };
  return parts.some((part) => isForeign(part.toLowerCase())) ? parts : [token];
}

function longestPhrase(tokens: readonly string[], place: number, list: WordList) {
  for (let length = Math.min(MAX_WORDS_OF_A_PHRASE, tokens.length - place); length > 0; length--) {
    const parts = tokens.slice(place, place + length).map(withoutElision);
    if (parts.some((part) => !isProse(part))) continue;
    const word = parts.join(' ').toLowerCase();
    const meanings = length > 1 ? list.lookUpExact(word) : list.lookUp(word);
    if (meanings !== undefined) return { word, meanings, length };
  }
  return { word: tokens[place]!, meanings: undefined, length: 1 };
}

/** French and Spanish attach l', d', qu' to the next word. */
const withoutElision = (token: string) => token.replace(/^(?:[cdjlmnst]|qu|jusqu|lorsqu)['’]/iu, '');

/** At most one capital, at the start: `fetchData` and HTTP are names. */
const isProse = (token: string) => WORD.test(token) && !/\p{L}\p{Lu}/u.test(token);

/** Scripts without spaces: takes the longest known word at each position. */
function translateRuns(text: string, list: WordList): Piece[] {
  const pieces: Piece[] = [];
  for (const run of text.match(RUN) ?? []) {
    if (!NATIVE.test(run)) {
      pieces.push({ kept: run });
      continue;
    }
    const letters = [...run];
    let unlisted = '';
    const keepUnlisted = () => {
      if (unlisted.length > 1) pieces.push({ word: unlisted, meanings: [] });
      unlisted = '';
    };
    for (let place = 0; place < letters.length; ) {
      let length = Math.min(list.longest, letters.length - place);
      let meanings: readonly string[] | undefined;
      for (; length > 0; length--) {
        meanings = list.lookUp(letters.slice(place, place + length).join(''));
        if (meanings !== undefined) break;
      }
      if (meanings === undefined) unlisted += letters[place] ?? '';
      else keepUnlisted();
      if (meanings !== undefined && meanings.length > 0) {
        pieces.push({ word: letters.slice(place, place + length).join(''), meanings });
      }
      place += Math.max(1, length);
    }
    keepUnlisted();
  }
  return pieces;
}

const NATIVE = /^[\p{Script=Han}\u3040-\u30ff]/u;
const RUN = /[\p{Script=Han}\u3040-\u30ff]+|[\w$./#:-]*\w/gu;
