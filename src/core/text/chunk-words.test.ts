import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ChunkTerms, COUNT_BITS, countWords, TERM_FIELDS, WordCounter } from './chunk-words.ts';
import { wordsOf } from './terms.ts';

const field = fc.array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta', '__proto__'), { maxLength: 70 });
const chunks = fc.array(fc.record({ name: field, path: field, doc: field, body: field }), { maxLength: 6 });

/** The lists behind the numbers, sorted, each word at most as often as can be counted. */
function listed(words: ReturnType<typeof countWords>, chunk: number): Record<string, readonly string[]> {
  const lists: Record<string, string[]> = { name: [], path: [], doc: [], body: [] };
  let entry = 0;
  for (const [position, term] of words.terms.entries()) {
    for (let left = words.spread[position]!; left > 0; left--, entry++) {
      if (words.chunks[entry] !== chunk) continue;
      for (const name of TERM_FIELDS) {
        const { shift, largest } = COUNT_BITS[name];
        const count = (words.counts[entry]! >>> shift) & largest;
        for (let time = 0; time < count; time++) lists[name]!.push(term);
      }
    }
  }
  for (const list of Object.values(lists)) list.sort();
  return lists;
}

function saturated(terms: ChunkTerms): Record<string, readonly string[]> {
  return Object.fromEntries(
    TERM_FIELDS.map((name) => {
      const seen = new Map<string, number>();
      const kept = terms[name].filter((term) => {
        seen.set(term, (seen.get(term) ?? 0) + 1);
        return seen.get(term)! <= COUNT_BITS[name].largest;
      });
      return [name, kept.sort()];
    }),
  );
}

it('keeps every word of every chunk and field with its count', () => {
  fc.assert(
    fc.property(chunks, (list) => {
      const words = countWords(list);
      expect(words.lengths.length).toBe(list.length);
      for (const [chunk, terms] of list.entries()) {
        expect(listed(words, chunk)).toEqual(saturated(terms));
        expect(words.lengths[chunk]).toBe(Object.values(terms).flat().length);
      }
    }),
  );
});

it('counts the words of a text as wordsOf splits them', () => {
  const text = 'export function parseQuery(text: string): ParsedQuery { return parse(text) }';
  const counter = new WordCounter();
  counter.addText('body', `xx ${text} yy`, 3, 3 + text.length);
  counter.endChunk();
  expect(listed(counter.finish(), 0).body).toEqual(wordsOf(text).sort());
});
