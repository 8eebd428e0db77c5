import { BoundedMap } from '../core/bounded-map.ts';
import type { TermDictionary } from '../core/text/term-dictionary.ts';

/** A turn has about 150 items, many of them again in the next; about 5 MB. */
const MAX_TEXTS = 500;

let known: { readonly dictionary?: TermDictionary; readonly texts: BoundedMap<string, readonly number[]> } = {
  texts: new BoundedMap(MAX_TEXTS),
};

/** The numbers of a text's words, cached: a turn needs every text twice. */
export function scanText(dictionary: TermDictionary, text: string): readonly number[] {
  if (known.dictionary !== dictionary) known = { dictionary, texts: new BoundedMap(MAX_TEXTS) };
  const present = known.texts.get(text);
  if (present !== undefined) return present;
  const words: number[] = [];
  dictionary.scan(text, 0, text.length, (ids) => {
    for (const id of ids) words.push(id);
  });
  known.texts.set(text, words);
  return words;
}
