import type { TokenCounter } from '../../core/ports.ts';

const WORDS_PER_TOKEN = 0.75;
const LONG_WORD = 10;

/** Estimates prose: the words, plus one for each long and each mixed-case word, divided by 0.75. */
export const wordsCounter: TokenCounter = {
  name: 'words',
  exact: false,
  count(text) {
    let words = 0;
    for (const [word] of text.matchAll(/\S+/g)) {
      words++;
      if (word.length > LONG_WORD) words++;
      if (/\p{Lu}/u.test(word) && /\p{Ll}/u.test(word)) words++;
    }
    return Math.ceil(words / WORDS_PER_TOKEN);
  },
};
