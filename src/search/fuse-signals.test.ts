import { describe, expect, it } from 'vitest';
import { fuseSignals, joinCandidates } from './fuse-signals.ts';
import { RANKING_RULES } from './ranking-rules.ts';
import { SIGNAL_KINDS } from './strategies/all-strategies.ts';
import type { Signal } from './strategies/strategy.ts';
import { chunkInfo } from './testing/chunk-info.ts';

const rules = RANKING_RULES;
const QUESTION_MEANING = 0.25;
const signal = (path: string, kind: Signal['kind'], strength: number): Signal => ({
  kind,
  strength,
  chunk: chunkInfo(path),
});
const scores = (signals: readonly Signal[]) =>
  new Map(fuseSignals(signals, { kind: 'question', rules }).map(({ chunk, score }) => [chunk.path, score]));

describe('fuseSignals', () => {
  it('measures words by the best of them', () => {
    expect(scores([signal('a', 'words', 30), signal('b', 'words', 15)])).toEqual(
      new Map([
        ['a', 1],
        ['b', 0.5],
      ]),
    );
  });
  it('does not scale a lone result or the lowest result away', () => {
    const alone = scores([signal('a', 'meaning', 0.4)]);
    expect(alone.get('a')).toBeCloseTo(QUESTION_MEANING);
    const words = scores([signal('a', 'words', 30), signal('b', 'words', 1)]);
    expect(words.get('b')).toBeGreaterThan(0);
  });
  it('joins words and meaning by normalised scores, weighted by the kind of query', () => {
    const fused = scores([
      signal('a', 'words', 10),
      signal('b', 'words', 5),
      signal('b', 'meaning', 0.9),
      signal('c', 'meaning', 0.5),
    ]);
    const weight = QUESTION_MEANING;
    expect(fused.get('a')).toBeCloseTo(1 - weight);
    expect(fused.get('b')).toBeCloseTo((1 - weight) / 2 + weight);
    expect(fused.get('c')).toBe(0);
  });
  it('counts the strongest of several signals of one kind, and keeps every kind as a reason', () => {
    const [candidate] = fuseSignals(
      [signal('a', 'words', 1), signal('a', 'definition', 0.5), signal('a', 'definition', 1)],
      { kind: 'symbol', rules },
    );
    expect(candidate?.reasons.map(({ rule, score }) => [rule, score])).toEqual([
      ['words', 1],
      ['definition', SIGNAL_KINDS.get('definition')?.weight],
    ]);
  });
  it('gives nothing for nothing', () => expect(fuseSignals([], { kind: 'symbol', rules })).toEqual([]));
});

describe('joinCandidates', () => {
  it('gives what fusing all signals at once gives', () => {
    const first = [signal('a', 'words', 30), signal('b', 'words', 15), signal('a', 'meaning', 0.4)];
    const later = [
      signal('b', 'neighbour', 0.5),
      signal('c', 'neighbour', 0.2),
      signal('b', 'neighbour', 0.7),
    ];
    const fuse = (signals: readonly Signal[]) => fuseSignals(signals, { kind: 'question', rules });
    expect(joinCandidates(fuse(first), fuse(later))).toEqual(fuse([...first, ...later]));
  });
});
