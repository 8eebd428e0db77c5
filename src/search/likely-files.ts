import type { WordCounts } from '../core/ports.ts';
import type { ParsedQuery } from '../core/query.ts';
import { stem } from '../core/text/terms.ts';
import { BM25, inverseFrequency, saturate } from '../core/text/word-weights.ts';
import { isTestPath } from '../indexing/file-role.ts';
import { answersTopic } from './project-questions.ts';

/** A word to search for in files that are not indexed, and its weight. */
interface ScanWord {
  /** Lower case: the prefix that the forms of a word share. */
  readonly text: string;
  readonly weight: number;
}

/** Enough for a question; the heaviest ones of a long issue. */
const MAX_WORDS = 24;
const EXPANSION_SHARE = 0.5;

export function scanWordsOf({ terms, expansions }: Pick<ParsedQuery, 'terms' | 'expansions'>): ScanWord[] {
  const weights = new Map<string, number>();
  const add = (term: string, weight: number) => {
    const text = commonPart(term);
    if (text.length > 1) weights.set(text, Math.max(weights.get(text) ?? 0, weight));
  };
  for (const { term, weight } of terms) add(term, weight);
  for (const { term, weight } of expansions) add(term, weight * EXPANSION_SHARE);
  return [...weights]
    .map(([text, weight]) => ({ text, weight }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS);
}

/** parse, parses and parsing share `pars`; retry and retries share `retr`. */
function commonPart(term: string): string {
  if (!/^[a-z]{4,}$/.test(term)) return term;
  const root = stem(term);
  let length = 0;
  while (length < root.length && root[length] === term[length]) length++;
  const common = term.slice(0, Math.max(3, length));
  return common.length > 4 ? common.replace(/[iy]$/, '') : common;
}

/** File lengths vary more than chunk lengths, for which BM25's constants were chosen. */
const OF_FILES = { ...BM25, lengthShare: 0.5 };
/** What a word counts in the name of a file or of a folder above it, relative to one or two in its text. */
const IN_NAME = 5;
const IN_FOLDER = 3;
const TEST_FACTOR = 0.6;

/** Which words of a question each path contains: per matching path, a weight for each word. */
type InPaths = ReadonlyMap<string, Float64Array>;

export function findInPaths(words: readonly ScanWord[], paths: readonly string[]): InPaths {
  // Words this short are part of many names.
  const searched = words.map(({ text }, column) => ({ text, column })).filter(({ text }) => text.length > 2);
  const found = new Map<string, Float64Array>();
  for (const path of paths) {
    const lower = path.toLowerCase();
    const name = lower.lastIndexOf('/') + 1;
    let weights: Float64Array | undefined;
    for (const { text, column } of searched) {
      const at = lower.lastIndexOf(text);
      if (at < 0) continue;
      weights ??= new Float64Array(words.length);
      weights[column] = at >= name ? IN_NAME : IN_FOLDER;
    }
    if (weights !== undefined) found.set(path, weights);
  }
  return found;
}

/** The files with words of the question in their path or text, likeliest first. */
export function likelyFiles(
  query: Pick<ParsedQuery, 'about' | 'paths' | 'roles' | 'wanted'>,
  words: readonly ScanWord[],
  paths: readonly string[],
  { inPaths, counts, bytes }: WordCounts & { readonly inPaths: InPaths },
): readonly string[] {
  const weights = weightsOf(words, paths, { inPaths, counts });
  const average = bytes.reduce((sum, length) => sum + length, 0) / Math.max(1, paths.length);
  const named = query.paths.map((path) => `/${path.toLowerCase()}`);
  const topic = query.about?.topic;
  const wantsTests = query.wanted === 'test' || query.roles.has('test');
  const scoreOf = (path: string, row: number): number => {
    if (named.some((name) => `/${path.toLowerCase()}`.endsWith(name))) return Number.POSITIVE_INFINITY;
    if (topic !== undefined && answersTopic(topic, path) > 0) return Number.POSITIVE_INFINITY;
    const length = bytes[row]! / Math.max(1, average);
    const inPath = inPaths.get(path);
    let score = 0;
    for (let column = 0; column < words.length; column++) {
      const count = counts[row * words.length + column]!;
      const place = inPath?.[column] ?? 0;
      if (count + place > 0) score += weights[column]! * (saturate(count, length, OF_FILES) + place);
    }
    return score > 0 && !wantsTests && isTestPath(path) ? score * TEST_FACTOR : score;
  };
  return paths
    .map((path, row) => ({ path, score: scoreOf(path, row) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => (a.score === b.score ? (a.path < b.path ? -1 : 1) : b.score - a.score))
    .map(({ path }) => path);
}

/** The weight of each word: its weight in the question, times how rare it is in the files. */
function weightsOf(
  words: readonly ScanWord[],
  paths: readonly string[],
  { inPaths, counts }: { readonly inPaths: InPaths; readonly counts: Uint8Array },
): readonly number[] {
  const having = new Uint32Array(words.length);
  for (const [row, path] of paths.entries()) {
    const inPath = inPaths.get(path);
    for (let column = 0; column < words.length; column++) {
      if (counts[row * words.length + column]! > 0 || (inPath?.[column] ?? 0) > 0) having[column]!++;
    }
  }
  return words.map(({ weight }, column) => weight * inverseFrequency(paths.length, having[column]!));
}
