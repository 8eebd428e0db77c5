import { describe, expect, it } from 'vitest';
import type { ExcludedItem, IncludedItem } from '../../../src/core/context.ts';
import { leftOutPlaces } from './left-out-places.ts';

const excluded = (id: string, given: Partial<ExcludedItem>): ExcludedItem => ({
  id,
  name: id,
  source: 'code',
  relevance: 0.5,
  reason: 'budget',
  path: 'src/a.ts',
  ...given,
});
const printed: IncludedItem = {
  id: 'in',
  name: 'in',
  qualifiedName: '',
  source: 'code',
  entityType: 'function',
  content: '',
  relevance: 0.9,
  reasons: [],
  tokens: 10,
  truncated: false,
  stale: false,
  alternatives: [],
  location: { path: 'src/a.ts', startLine: 10, endLine: 40 },
};

describe('places that are left out', () => {
  it('are told without the pieces they were merged from', () => {
    const whole = excluded('whole', { startLine: 50, endLine: 90 });
    const piece = excluded('piece', { startLine: 60, endLine: 70, reason: 'duplicate' });
    const cited = excluded('cited', {
      path: 'src/b.ts',
      startLine: 1,
      endLine: 9,
      reason: 'duplicate',
      detail: 'overlapping lines are shown together: whole',
    });
    expect(leftOutPlaces({ items: [], map: [], excluded: [piece, whole, cited] })).toEqual([whole]);
  });

  it('are told without the pieces of what is printed', () => {
    const piece = excluded('piece', { startLine: 12, endLine: 20, reason: 'duplicate' });
    expect(leftOutPlaces({ items: [printed], map: [], excluded: [piece] })).toEqual([]);
  });

  it('keep records without lines, and the most relevant come first', () => {
    const { path: _, ...twin } = excluded('twin', { reason: 'duplicate', relevance: 0.2 });
    const best = excluded('best', { startLine: 1, endLine: 2, relevance: 0.8 });
    expect(leftOutPlaces({ items: [printed], map: [], excluded: [twin, best] })).toEqual([best, twin]);
  });

  it('tell the named ones apart, with what spoke for them', () => {
    const found = excluded('found', { startLine: 1, endLine: 5 });
    const place = {
      id: 'found',
      source: 'code',
      name: 'found',
      path: 'src/a.ts',
      startLine: 1,
      endLine: 9,
    } as const;
    const map = [
      { ...place, why: 'words' },
      { ...place, id: 'near', why: 'same file' },
    ];
    expect(leftOutPlaces({ items: [], map, excluded: [found] })).toMatchObject([
      { id: 'found', reason: 'named', why: 'words', endLine: 5 },
      { id: 'near', reason: 'named', why: 'same file', relevance: 0 },
    ]);
  });
});
