import { termsOf } from '../core/text/terms.ts';
import { MIN_SHARED, tellingWords } from './common-words.ts';
import { conceptsIn } from './trade-words.ts';
import { rootsOf } from './word-family.ts';

/** Whether a text has half of a question's telling words, and at least two, in the same or other words. */
export function sharesMuch(question: string, text: string): boolean {
  const asked = tellingWords(question);
  const roots = new Set(termsOf(text).flatMap(rootsOf));
  const concepts = conceptsIn(text);
  const named = new Set(
    [...conceptsIn(question)].flatMap(([concept, name]) => (concepts.has(concept) ? termsOf(name) : [])),
  );
  const shared = asked.filter((term) => named.has(term) || rootsOf(term).some((root) => roots.has(root)));
  return shared.length >= MIN_SHARED && shared.length * 2 >= asked.length;
}
