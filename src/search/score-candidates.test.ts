import { describe, expect, it } from 'vitest';
import type { ChunkInfo } from '../core/store.ts';
import type { Candidate } from './fuse-signals.ts';
import { parseQuery } from './parse-query.ts';
import { RANKING_RULES } from './ranking-rules.ts';
import { candidateScorer, type ScoringInput, saturateFiles } from './score-candidates.ts';
import { chunkInfo } from './testing/chunk-info.ts';

const rules = RANKING_RULES;
const candidate = (path: string, score: number, given: Partial<ChunkInfo> = {}) => ({
  chunk: chunkInfo(path, given),
  score,
  reasons: [{ rule: 'words', score }],
});
const scoreCandidates = (candidates: readonly Candidate[], input: ScoringInput) =>
  candidateScorer(input)(candidates);
const rare = (text: string) =>
  parseQuery(text).terms.map((term) => ({ ...term, rarity: 5, known: true, forms: [] }));
const ranked = (
  text: string,
  candidates: readonly ReturnType<typeof candidate>[],
  importance: ReadonlyMap<string, number> = new Map(),
) =>
  scoreCandidates(candidates, {
    query: parseQuery(text),
    terms: rare(text),
    rules,
    importance,
  }).map(({ chunk }) => chunk.path);

describe('candidateScorer', () => {
  it('puts the file whose name the query says before another with the same words', () => {
    expect(ranked('cookie session', [candidate('lib/a.ts', 1), candidate('lib/session.ts', 0.9)])).toEqual([
      'lib/session.ts',
      'lib/a.ts',
    ]);
  });
  it('gives nothing for a word that is everywhere, such as the name of the project', () => {
    const files = [candidate('gin/gins.ts', 0.9), candidate('gin/recovery.ts', 1)];
    const terms = parseQuery('gin panic').terms.map((term) => ({
      ...term,
      rarity: 0.1,
      known: true,
      forms: [],
    }));
    const input = { query: parseQuery('gin panic'), terms, rules, importance: new Map(), recency: new Map() };
    expect(scoreCandidates(files, input)[0]?.chunk.path).toBe('gin/recovery.ts');
  });
  it('takes index files for their folder', () => {
    expect(ranked('session', [candidate('lib/a.ts', 1), candidate('lib/session/index.ts', 0.9)])[0]).toBe(
      'lib/session/index.ts',
    );
  });
  it('lowers tests, unless they are asked for', () => {
    const test = candidate('test/a.test.ts', 1, { role: 'test' });
    const source = candidate('src/b.ts', 0.6);
    expect(ranked('parser', [test, source])[0]).toBe('src/b.ts');
    expect(ranked('parser test', [test, source])[0]).toBe('test/a.test.ts');
  });
  it('lowers tests that stand in the file they test, unless they are asked for', () => {
    const inFile = { language: 'rust', qualifiedName: 'tests.reads_empty', startLine: 90 };
    const files = [
      candidate('src/parse.rs', 1, inFile),
      candidate('src/parse.rs', 0.6, { language: 'rust' }),
    ];
    const first = (text: string) =>
      scoreCandidates(files, { query: parseQuery(text), terms: rare(text), rules, importance: new Map() })[0]
        ?.chunk.startLine;
    expect(first('reads empty input')).toBe(1);
    expect(first('test that reads empty input')).toBe(90);
  });
  it('puts tests before what they test where tests are sought', () => {
    const test = candidate('test/a.test.ts', 0.5, { role: 'test' });
    const source = candidate('src/b.ts', 1);
    expect(ranked('parser test', [test, source])[0]).toBe('src/b.ts');
    expect(ranked('tests of the parser', [test, source])[0]).toBe('test/a.test.ts');
  });
  it('prefers the file others rely on', () => {
    const files = [candidate('src/a.ts', 1), candidate('src/b.ts', 1)];
    expect(ranked('parser', files, new Map([['src/b.ts', 1]]))[0]).toBe('src/b.ts');
  });
  it('prefers a file with several good chunks to one with a lone match', () => {
    const files = [
      candidate('src/a.ts', 1),
      candidate('src/b.ts', 0.95),
      candidate('src/b.ts', 0.9, { startLine: 50 }),
    ];
    expect(ranked('parser', files)[0]).toBe('src/b.ts');
  });
  it('prefers the file whose test matches, too', () => {
    const files = [
      candidate('lib/session.py', 1),
      candidate('core/storage.py', 0.98),
      candidate('tests/test_storage.py', 1, { role: 'test' }),
    ];
    expect(ranked('keeps a value', files)[0]).toBe('core/storage.py');
    expect(ranked('keeps a value', files.slice(0, 2))[0]).toBe('lib/session.py');
  });
  it('prefers a folder with several good files, where the query says little', () => {
    const files = [candidate('lib/a.ts', 1), candidate('core/b.ts', 0.98), candidate('core/c.ts', 0.9)];
    expect(ranked('keeps a value', files)[0]).toBe('core/b.ts');
    const long =
      'one two three four five six seven eight nine ten eleven values kept apart between many requests';
    expect(parseQuery(long).terms.length).toBeGreaterThan(10);
    expect(ranked(long, files)[0]).toBe('lib/a.ts');
  });
  it('lowers an older version beside a newer one, and what is kept for old callers, unless it is meant', () => {
    const files = [candidate('src/v3/types.ts', 1), candidate('src/v4/schemas.ts', 0.8)];
    expect(ranked('string checks', files)[0]).toBe('src/v4/schemas.ts');
    expect(ranked('string checks of v3', files)[0]).toBe('src/v3/types.ts');
    expect(ranked('string checks', [candidate('src/v3/types.ts', 1), candidate('src/b.ts', 0.8)])[0]).toBe(
      'src/v3/types.ts',
    );
    const legacy = [candidate('src/legacy/a.ts', 1), candidate('src/b.ts', 0.8)];
    expect(ranked('string checks', legacy)[0]).toBe('src/b.ts');
    expect(ranked('legacy string checks', legacy)[0]).toBe('src/legacy/a.ts');
  });
  it('shows a name where it is defined before other places of that file, and keeps the order of files', () => {
    const definition = candidate('src/session.ts', 0.4, { startLine: 1 });
    const candidates = [
      candidate('src/session.ts', 0.9, { startLine: 50 }),
      { ...definition, reasons: [{ rule: 'definition', score: 0.3 }] },
      candidate('src/other.ts', 0.8, { startLine: 7 }),
    ];
    const places = (text: string) => {
      const input = { query: parseQuery(text), terms: [], rules, importance: new Map(), recency: new Map() };
      return scoreCandidates(candidates, input).map(({ chunk }) => `${chunk.path}:${chunk.startLine}`);
    };
    expect(places('SessionStore')).toEqual(['src/session.ts:1', 'src/other.ts:7', 'src/session.ts:50']);
    expect(places('where does the session expire?')[0]).toBe('src/session.ts:50');
  });
  it('scores a second list as if it were the first', () => {
    const old = candidate('src/v3/types.ts', 1);
    const lists = [[old], [old, candidate('src/v4/schemas.ts', 0.8)], [old]];
    const input = {
      query: parseQuery('types'),
      terms: rare('types'),
      rules,
      importance: new Map([['src/v4/schemas.ts', 0.5]]),
    };
    const told = (list: readonly Candidate[]) => list.map(({ score, reasons }) => ({ score, reasons }));
    const score = candidateScorer(input);
    for (const list of lists) expect(told(score(list))).toEqual(told(scoreCandidates(list, input)));
  });
  it('names every rule that changed the score', () => {
    const [first] = scoreCandidates([candidate('src/session.test.ts', 1, { role: 'test' })], {
      query: parseQuery('session'),
      terms: rare('session'),
      rules,
      importance: new Map([['src/session.test.ts', 0.5]]),
    });
    expect(first?.reasons.map(({ rule }) => rule)).toEqual([
      ...['words', 'name', 'role', 'importance'],
      ...['file', 'folder'],
    ]);
  });
  it('orders equal scores by path and line, so that the same query gives the same list', () => {
    const files = [candidate('b.ts', 1), candidate('a.ts', 1, { startLine: 20 }), candidate('a.ts', 1)];
    const list = scoreCandidates(files, {
      query: parseQuery('x y'),
      terms: [],
      rules: { ...rules, fileShare: 0 },
      importance: new Map(),
    });
    expect(list.map(({ chunk }) => chunk.id)).toEqual(['a.ts:1', 'a.ts:20', 'b.ts:1']);
  });
});

describe('saturateFiles', () => {
  it('shows another file before the second and third hit of one', () => {
    const list = saturateFiles(
      [candidate('a.ts', 1), candidate('a.ts', 0.9, { startLine: 20 }), candidate('b.ts', 0.6)],
      rules,
    );
    expect(list.map(({ chunk }) => chunk.id)).toEqual(['a.ts:1', 'b.ts:1', 'a.ts:20']);
  });
});
