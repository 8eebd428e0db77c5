import { termsOf } from '../core/text/terms.ts';
import { MIN_SHARED, tellingWords } from './common-words.ts';
import { conceptsIn } from './trade-words.ts';
import { rootsOf } from './word-family.ts';

/** Whether a text has half of a question's telling words, and at least two, in the same or other words. */
export function sharesMuch(question: string, text: string): boolean {
  const asked = tellingWords(question);
  const concepts = conceptsIn(text);
  const named = new Set(
    [...conceptsIn(question)].flatMap(([concept, name]) => (concepts.has(concept) ? termsOf(name) : [])),
  );
  const isShared = inWordsOf(text);
  const shared = asked.filter((term) => named.has(term) || isShared(term));
  return shared.length >= MIN_SHARED && shared.length * 2 >= asked.length;
}

/** Whether a text has at least two of a question's telling words themselves. */
export function sharesSome(question: string, text: string): boolean {
  return tellingWords(question).filter(inWordsOf(text)).length >= MIN_SHARED;
}

function inWordsOf(text: string): (term: string) => boolean {
  const roots = new Set(termsOf(text).flatMap(rootsOf));
  return (term) => rootsOf(term).some((root) => roots.has(root));
}
