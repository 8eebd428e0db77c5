import { describe, expect, it } from 'vitest';
import { type EvidenceInput, evidenceOf, mostCertain } from './evidence.ts';
import { parseQuery } from './parse-query.ts';
import type { Signal } from './strategies/strategy.ts';
import { chunkInfo } from './testing/chunk-info.ts';

const words = (strength: number): Signal => ({ kind: 'words', chunk: chunkInfo('a.ts'), strength });
const input = (given: Partial<EvidenceInput> = {}): EvidenceInput => ({
  query: parseQuery('close idle session'),
  terms: ['close', 'idle', 'session'].map((term) => ({ term, weight: 1, rarity: 5, known: true, forms: [] })),
  signals: [words(12)],
  chunks: 1000,
  nameShare: 0,
  likely: 0.4,
  possible: 0.1,
  ...given,
});
const probability = (given: Partial<EvidenceInput>) => evidenceOf(input(given)).probability;

describe('evidence', () => {
  it('grows with the match, with known words and with a file of that name', () => {
    expect(probability({ signals: [words(12)] })).toBeGreaterThan(probability({ signals: [words(4)] }));
    const unknown = input().terms.map((term, place) => ({ ...term, known: place > 0 }));
    expect(probability({ terms: unknown })).toBeLessThan(probability({}));
    expect(probability({ nameShare: 1 })).toBeGreaterThan(probability({}));
  });
  it('asks for more in a larger index, where words meet by chance', () => {
    expect(probability({ chunks: 1_000_000 })).toBeLessThan(probability({ chunks: 1000 }));
  });
  it('grows with the likeness of the nearest chunk, for a model whose likeness means the same everywhere', () => {
    const near = (strength: number): Signal => ({ kind: 'meaning', chunk: chunkInfo('a.ts'), strength });
    const of = (strength: number, calibrated: boolean) =>
      probability({ signals: [words(12), near(strength)], calibrated });
    expect(of(0.7, true)).toBeGreaterThan(of(0.3, true));
    expect(of(0.7, false)).toBe(of(0.3, false));
  });
  it('is enough in a pasted text of several lines', () => {
    const query = parseQuery('something odd\nhappens here');
    expect(evidenceOf(input({ query, likely: 0.99 })).certainty).toBe('likely');
    expect(evidenceOf(input({ likely: 0.99 })).certainty).toBe('possibly');
  });
  it('is never nothing when something is to be added, which is not there yet', () => {
    const certainty = (text: string) =>
      evidenceOf(input({ query: parseQuery(text), likely: 1, possible: 1 })).certainty;
    expect(certainty('add tracing to every request')).toBe('possibly');
    expect(certainty('Could you implement retries?')).toBe('possibly');
    expect(certainty('how is tracing added to requests')).toBe('nothing');
    expect(certainty('add')).toBe('nothing');
  });
  it('is never nothing in another language when any of its words is there: the others may not be in a list', () => {
    const certainty = (language: string | undefined, known: boolean) => {
      const query = { ...parseQuery('save cuaderno solo'), language };
      const terms = input().terms.map((term, place) => ({ ...term, known: known && place === 0 }));
      return evidenceOf(input({ query, terms, likely: 1, possible: 1 })).certainty;
    };
    expect(certainty('es', true)).toBe('possibly');
    expect(certainty('es', false)).toBe('nothing');
    expect(certainty(undefined, true)).toBe('nothing');
  });
  it('of several roots the surest answer counts', () => {
    expect(mostCertain(['nothing', 'likely', 'possibly'])).toBe('likely');
    expect(mostCertain(['nothing', 'possibly'])).toBe('possibly');
    expect(mostCertain([])).toBe('nothing');
  });
  it('is none when nothing was found', () => {
    expect(evidenceOf(input({ signals: [] }))).toEqual({ probability: 0, certainty: 'nothing' });
  });
  it('is enough when the query names a file or place that is there, whatever its words', () => {
    const place: Signal = { kind: 'named-place', chunk: chunkInfo('a.ts'), strength: 1 };
    expect(evidenceOf(input({ signals: [place], likely: 0.99 })).certainty).toBe('likely');
  });
});
