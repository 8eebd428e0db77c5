import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QueriedTerm } from '../../../core/store.ts';
import { blockMaskOf } from './block-mask.ts';
import {
  BLOCK_SIZE,
  blockOf,
  postingsOf,
  slotOf,
  slotsByBlock,
  withLengths,
  withoutSlots,
} from './postings.ts';
import { type QueriedBlock, rankBySharedTerms, rankDocuments } from './rank-documents.ts';
import { trigramSimilarity, trigramsOf } from './trigrams.ts';

const WORDS = ['alpha', 'beta', 'gamma', 'delta'];
const FIELDS = { name: 5, path: 2, doc: 1.5, body: 1 };
const field = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 });
const documents = fc
  .uniqueArray(
    fc.record({
      number: fc.oneof(fc.nat(20), fc.integer({ min: BLOCK_SIZE - 5, max: BLOCK_SIZE + 20 })),
      terms: fc.record({ name: field, path: field, doc: field, body: field }),
    }),
    { selector: ({ number }) => number, maxLength: 12 },
  )
  .map((list) => list.filter(({ terms }) => Object.values(terms).flat().length > 0));
type Documents = typeof documents extends fc.Arbitrary<infer Value> ? Value : never;

function blocksOf(list: Documents, terms: readonly string[]): QueriedBlock[] {
  return postingsOf(list).map(({ block, lengths, postings }) => ({
    block,
    lengths: withLengths(undefined, lengths),
    lists: terms.flatMap((term) => {
      const found = postings.get(term);
      return found === undefined ? [] : { term, postings: Uint32Array.from(found) };
    }),
  }));
}

/** BM25 as the books have it, document by document; a word in another form counts by its share. */
function byTheBook(list: Documents, terms: readonly QueriedTerm[]): Map<number, number> {
  const lengthOf = ({ terms: words }: Documents[number]) => Object.values(words).flat().length;
  const average = list.reduce((total, document) => total + lengthOf(document), 0) / list.length;
  const scores = new Map<number, number>();
  for (const { term, weight, forms = [] } of terms) {
    const shares = new Map([[term, 1], ...forms.map((form) => [form.term, form.share] as const)]);
    const having = list.filter(({ terms: words }) =>
      Object.values(words)
        .flat()
        .some((word) => shares.has(word)),
    );
    const rarity = Math.max(1e-3, Math.log((list.length - having.length + 0.5) / (having.length + 0.5)));
    for (const document of having) {
      const count = Object.entries(FIELDS).reduce(
        (total, [name, factor]) =>
          total +
          factor *
            document.terms[name as keyof typeof FIELDS].reduce(
              (sum, word) => sum + (shares.get(word) ?? 0),
              0,
            ),
        0,
      );
      const norm = 1.2 * (0.25 + (0.75 * lengthOf(document)) / average);
      const gain = (weight * rarity * count * 2.2) / (count + norm);
      scores.set(document.number, (scores.get(document.number) ?? 0) + gain);
    }
  }
  return scores;
}

describe('ranking documents', () => {
  it('always gives the scores of BM25 over weighted fields, best first', () => {
    const terms = fc.uniqueArray(
      fc.record({
        term: fc.constantFrom('alpha', 'beta'),
        weight: fc.constantFrom(0.5, 1, 3),
        forms: fc.subarray([
          { term: 'gamma', share: 0.25 },
          { term: 'delta', share: 0.5 },
        ]),
      }),
      {
        selector: ({ term }) => term,
      },
    );
    fc.assert(
      fc.property(documents, terms, fc.integer({ min: 1, max: 20 }), (list, asked, limit) => {
        const totalLength = list.reduce(
          (total, { terms: words }) => total + Object.values(words).flat().length,
          0,
        );
        const ranking = rankDocuments(
          blocksOf(list, WORDS),
          { documents: list.length, totalLength },
          { terms: asked, fields: FIELDS, limit },
        );
        const expected = byTheBook(list, asked);
        expect(ranking).toHaveLength(Math.min(limit, expected.size));
        for (const [index, { number, score }] of ranking.entries()) {
          expect(score).toBeCloseTo(expected.get(number) ?? Number.NaN, 9);
          expect(score).toBeLessThanOrEqual(ranking[index - 1]?.score ?? Number.POSITIVE_INFINITY);
        }
      }),
    );
  });

  it('always gives the first of what a larger limit would give, to the last bit', () => {
    const term = fc.record({
      term: fc.constantFrom(...WORDS),
      weight: fc.double({ min: 0.01, max: 4, noNaN: true }),
      forms: fc.subarray([
        { term: 'gamma', share: 0.25 },
        { term: 'delta', share: 0.5 },
      ]),
    });
    fc.assert(
      fc.property(
        documents,
        fc.uniqueArray(term, { selector: ({ term }) => term }),
        fc.integer({ min: 1, max: 6 }),
        (list, terms, limit) => {
          const totals = { documents: list.length * 4, totalLength: list.length * 9 };
          const rank = (most: number) =>
            rankDocuments(blocksOf(list, WORDS), totals, { terms, fields: FIELDS, limit: most });
          expect(rank(limit)).toEqual(rank(1000).slice(0, limit));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never finds what the mask leaves out', () => {
    fc.assert(
      fc.property(
        documents,
        fc.array(fc.record({ first: fc.nat(BLOCK_SIZE + 20), count: fc.nat(30) })),
        (list, ranges) => {
          const accepted = (number: number) =>
            ranges.some(({ first, count }) => number >= first && number < first + count);
          const terms = WORDS.map((term) => ({ term, weight: 1 }));
          const totals = { documents: list.length, totalLength: 1 };
          const options = { terms, fields: FIELDS, limit: 100 };
          const all = rankDocuments(blocksOf(list, WORDS), totals, options);
          const some = rankDocuments(blocksOf(list, WORDS), totals, {
            ...options,
            mask: blockMaskOf(ranges),
          });
          expect(some).toEqual(all.filter(({ number }) => accepted(number)));
        },
      ),
    );
  });
});

it('removing documents leaves exactly the postings of the others', () => {
  fc.assert(
    fc.property(documents, fc.array(fc.nat(BLOCK_SIZE + 20)), (list, removed) => {
      const kept = list.filter(({ number }) => !removed.includes(number));
      const slots = slotsByBlock(removed);
      const left = postingsOf(list).flatMap(({ block, postings }) =>
        [...postings].flatMap(([term, found]) => {
          const rest = withoutSlots(Uint32Array.from(found), slots.get(block) ?? new Set());
          return rest === undefined ? [] : [[`${block} ${term}`, [...rest]] as const];
        }),
      );
      const fresh = postingsOf(kept).flatMap(({ block, postings }) =>
        [...postings].map(([term, found]) => [`${block} ${term}`, found] as const),
      );
      expect(new Map(left)).toEqual(new Map(fresh));
    }),
  );
});

it('every number is its block and its slot', () => {
  fc.assert(
    fc.property(fc.nat(), (number) => {
      expect(blockOf(number) * BLOCK_SIZE + slotOf(number)).toBe(number);
    }),
  );
});

it('counts of a word saturate and never spill into another field', () => {
  const many = new Array<string>(1000).fill('alpha');
  const [block] = postingsOf([{ number: 3, terms: { name: many, path: many, doc: many, body: many } }]);
  expect(block?.postings.get('alpha')).toEqual([((3 << 16) | 0xffff) >>> 0]);
  const [single] = postingsOf([{ number: 3, terms: { path: many } }]);
  expect(single?.postings.get('alpha')).toEqual([(3 << 16) | (7 << 3)]);
});

it('similarity by shared postings is the similarity of the trigrams themselves', () => {
  const names = fc.uniqueArray(
    fc.constantFrom('readRecord', 'record', 'reader', 'storeReader', 'x', 'parse url'),
  );
  fc.assert(
    fc.property(names, fc.constantFrom('readRecrod', 'store', 'url parser'), (stored, asked) => {
      const trigrams = trigramsOf(asked);
      const posted = stored.map((name, number) => ({ number, terms: { body: trigramsOf(name) } }));
      const blocks = postingsOf(posted).map(({ block, lengths, postings }) => ({
        block,
        lengths: withLengths(undefined, lengths),
        lists: trigrams.flatMap((term) => {
          const found = postings.get(term);
          return found === undefined ? [] : { term, postings: Uint32Array.from(found) };
        }),
      }));
      const ranking = rankBySharedTerms(blocks, { termCount: trigrams.length, limit: 10, minimum: 0 });
      const expected = stored
        .map((name) => trigramSimilarity(trigrams, trigramsOf(name)))
        .filter((similarity) => similarity > 0);
      expect(ranking.map(({ score }) => score)).toEqual(expected.sort((left, right) => right - left));
    }),
  );
});
