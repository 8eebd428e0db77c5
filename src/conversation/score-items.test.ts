import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContextItem, contextItemSchema } from '../core/item.ts';
import { ENTITY_TYPES, SOURCES } from '../core/vocabulary.ts';
import { type ScoreInputs, scoreItems, scoreWeightsSchema, wordsToWeigh } from './score-items.ts';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

function item(fields: Partial<ContextItem>): ContextItem {
  return contextItemSchema.parse({
    id: 'a',
    source: 'code',
    entityType: 'function',
    name: 'x',
    content: 'test',
    relevance: 0,
    ...fields,
  });
}

function inputs(fields: Partial<ScoreInputs> = {}): ScoreInputs {
  return {
    query: 'test',
    now: NOW,
    weights: scoreWeightsSchema.parse({}),
    corpus: { documents: 100, frequencies: new Map() },
    usage: new Map(),
    ...fields,
  };
}

function relevances(items: readonly ContextItem[], given?: Partial<ScoreInputs>): readonly number[] {
  return scoreItems(items, inputs(given)).map((scored) => scored.relevance);
}

describe('scoreItems', () => {
  it('ranks a reference above a file, a file above a chunk, a chunk above a message, all else equal', () => {
    const scores = relevances([
      item({ source: 'reference' }),
      item({ entityType: 'file' }),
      item({}),
      item({ source: 'message', entityType: 'message' }),
      item({ source: 'commit', entityType: 'task' }),
    ]);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    expect(new Set(scores).size).toBe(5);
  });

  it('gives the keyword part 0 for a query without keywords, never NaN', () => {
    const [scored] = scoreItems([item({})], inputs({ query: 'the of ???' }));
    expect(scored?.reasons.find((reason) => reason.rule === 'keywordMatch')?.score).toBe(0);
    expect(scored?.relevance).toBeGreaterThanOrEqual(0);
  });

  it('counts a rare word more than one that is everywhere', () => {
    const frequencies = new Map([
      ['common', 100],
      ['zebra', 1],
    ]);
    const [rare = 0, common = 0] = relevances([item({ content: 'zebra' }), item({ content: 'common' })], {
      query: 'common zebra',
      corpus: { documents: 100, frequencies },
    });
    expect(rare).toBeGreaterThan(common);
  });

  it('lets recency decay by e^(-0.01 · hours)', () => {
    const [scored] = scoreItems([item({ createdAt: NOW - 100 * HOUR })], inputs());
    const recency = scored?.reasons.find((reason) => reason.rule === 'recency');
    expect(recency?.score).toBeCloseTo(0.15 * Math.exp(-1), 5);
  });

  it('counts what the owner found useful and says so', () => {
    const usage = new Map([['a', { score: 1, detail: 'useful 12' }]]);
    const [scored] = scoreItems([item({})], inputs({ usage }));
    expect(scored?.reasons).toContainEqual({ rule: 'usage', score: 0.1, detail: 'useful 12' });
  });

  it('keeps the reasons a search gave', () => {
    const [scored] = scoreItems([item({ reasons: [{ rule: 'keyword', score: 0.4 }] })], inputs());
    expect(scored?.reasons).toContainEqual({ rule: 'keyword', score: 0.4 });
  });

  it('asks about every word of the query and the items once', () => {
    const terms = wordsToWeigh('render config', [item({ content: 'render widget' })]);
    expect(new Set(terms).size).toBe(terms.length);
    expect(terms).toEqual(expect.arrayContaining(['render', 'config', 'widget']));
  });

  it('never gives a relevance outside 0..1 or a reason that is no number', () => {
    const anyItem = fc.record({
      source: fc.constantFrom(...SOURCES),
      entityType: fc.constantFrom(...ENTITY_TYPES),
      content: fc.string(),
      relevance: fc.double({ min: 0, max: 1, noNaN: true }),
      createdAt: fc.double(),
    });
    fc.assert(
      fc.property(fc.array(anyItem), fc.string(), fc.nat(), fc.double(), (made, query, documents, used) => {
        const items = made.map((fields) => ({ ...item({}), ...fields }));
        const usage = new Map([['a', { score: used, detail: '' }]]);
        const corpus = { documents, frequencies: new Map([['test', documents]]) };
        for (const scored of scoreItems(items, inputs({ query, usage, corpus }))) {
          expect(scored.relevance).toBeGreaterThanOrEqual(0);
          expect(scored.relevance).toBeLessThanOrEqual(1);
          expect(scored.reasons.every((reason) => Number.isFinite(reason.score))).toBe(true);
        }
      }),
    );
  });
});
