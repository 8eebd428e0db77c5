import { wordsOf } from '../../core/text/terms.ts';
import { detectLanguage, type QueryLanguage } from './detect-language.ts';
import { translate } from './translate.ts';
import type { WordList } from './word-list.ts';

interface Translated {
  readonly language: QueryLanguage;
  readonly text: string;
  readonly words: readonly {
    readonly from: string;
    readonly to: string;
    readonly others: readonly string[];
  }[];
}

/**
 * A question in English; undefined if it is already, or has no word list. Of several meanings, takes the first that
 * the texts searched have words for; a word stays as it is where they have it and none of its meanings, as comments may
 * be written in the language of the question.
 */
export async function translateQuestion(
  text: string,
  ports: {
    readonly wordList?: ((language: QueryLanguage) => Promise<WordList | undefined>) | undefined;
    /** Those of some words that the texts searched have. */
    readonly known: (words: readonly string[]) => Promise<ReadonlySet<string>>;
  },
): Promise<Translated | undefined> {
  const language = detectLanguage(text);
  const list = language === undefined ? undefined : await ports.wordList?.(language);
  if (language === undefined || list === undefined) return undefined;
  const pieces = translate(text, language, list);
  const meanings = pieces.flatMap((piece) => ('kept' in piece ? [] : piece.meanings));
  const own = pieces.flatMap((piece) => ('kept' in piece ? [] : wordsOf(piece.word)));
  const known = await ports.known([
    ...new Set([...meanings.flatMap((meaning) => meaning.split(' ')), ...own]),
  ]);
  const isKnown = (meaning: string) => meaning.split(' ').every((word) => known.has(word));
  const words: Translated['words'][number][] = [];
  const parts = pieces.map((piece) => {
    if ('kept' in piece) return piece.kept;
    const translated = piece.meanings.find(isKnown);
    if (translated === undefined && isWritten(piece.word, known)) return piece.word;
    const to = translated ?? piece.meanings[0];
    if (to === undefined) return '';
    const others = piece.meanings.filter((meaning) => meaning !== to && isKnown(meaning));
    words.push({ from: piece.word, to, others: others.flatMap((meaning) => meaning.split(' ')) });
    return to;
  });
  return { language, text: parts.filter((part) => part !== '').join(' '), words };
}

/** Whether the texts searched have all words of a piece. */
function isWritten(piece: string, known: ReadonlySet<string>): boolean {
  const words = wordsOf(piece);
  return words.length > 0 && words.every((word) => known.has(word));
}
