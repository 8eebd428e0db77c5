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
 * the texts searched have words for.
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
  const known = await ports.known([...new Set(meanings.flatMap((meaning) => meaning.split(' ')))]);
  const isKnown = (meaning: string) => meaning.split(' ').every((word) => known.has(word));
  const words: Translated['words'][number][] = [];
  const parts = pieces.map((piece) => {
    if ('kept' in piece) return piece.kept;
    const to = piece.meanings.find(isKnown) ?? piece.meanings[0] ?? '';
    const others = piece.meanings.filter((meaning) => meaning !== to && isKnown(meaning));
    words.push({ from: piece.word, to, others: others.flatMap((meaning) => meaning.split(' ')) });
    return to;
  });
  return { language, text: parts.join(' '), words };
}
