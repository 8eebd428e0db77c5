import type { Engine } from '../../core/engine.ts';
import type { QueryLanguage } from './detect-language.ts';
import { parseWordList, type WordList } from './word-list.ts';

/** Word lists come with the package, the same for every project; a long-lived process parses each once. */
const wordLists = new Map<QueryLanguage, WordList>();

export async function wordListOf(engine: Engine, language: QueryLanguage): Promise<WordList | undefined> {
  const known = wordLists.get(language);
  if (known !== undefined) return known;
  const text = await engine.wordList?.(language);
  if (text === undefined) return undefined;
  const list = parseWordList(text, language);
  wordLists.set(language, list);
  return list;
}
