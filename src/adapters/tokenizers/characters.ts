import type { TokenCounter } from '../../core/ports.ts';
import { codeUnitAt } from '../../core/text/code-unit-at.ts';

const CHARACTERS_PER_TOKEN = 4;
const SPECIALS_PER_TOKEN = 3;

/** Estimates without a vocabulary: one token per four characters, plus one per three special characters. */
export const charactersCounter: TokenCounter = {
  name: 'characters',
  exact: false,
  count(text) {
    return Math.ceil(text.length / CHARACTERS_PER_TOKEN) + Math.floor(specialsOf(text) / SPECIALS_PER_TOKEN);
  },
};

/** Counts characters that are not letters, digits or white space; in code they are often separate tokens. */
function specialsOf(text: string): number {
  let specials = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = codeUnitAt(text, index);
    if (unit < 128 ? ASCII_SPECIAL[unit] === 1 : SPECIAL.test(text[index]!)) specials++;
  }
  return specials;
}

const SPECIAL = /[^\p{L}\p{N}\s]/u;
const ASCII_SPECIAL = Uint8Array.from({ length: 128 }, (_, unit) =>
  SPECIAL.test(String.fromCharCode(unit)) ? 1 : 0,
);
