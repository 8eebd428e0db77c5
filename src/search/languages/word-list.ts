import type { QueryLanguage } from './detect-language.ts';

/** What the words of a language mean in programmers' English. */
export interface WordList {
  /** English words, most usual first; empty for a function word; undefined for an unknown word. */
  lookUp(word: string): readonly string[] | undefined;
  /** Without inflections and compounds. */
  lookUpExact(word: string): readonly string[] | undefined;
  /** Length of the longest word. */
  readonly longest: number;
}

/**
 * Parses a word list: each line has the English words, then, each after a tab, the words that mean them. A line that
 * starts with a dash lists function words.
 */
export function parseWordList(text: string, language: QueryLanguage): WordList {
  const meanings = new Map<string, readonly string[]>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [english = '', ...words] = line.split('\t');
    const meaning = english === '-' ? [] : english.split(' ');
    for (const word of words) {
      meanings.set(word, [...(meanings.get(word) ?? []), ...meaning]);
      const plain = withoutAccents(word);
      if (!meanings.has(plain)) meanings.set(plain, meaning);
    }
  }
  const inflects = language !== 'zh' && language !== 'ja';
  const sorted = inflects ? [...meanings.keys()].sort() : [];
  const exact = (word: string) => meanings.get(word) ?? meanings.get(withoutAccents(word));
  return {
    longest: Array.from(meanings.keys()).reduce((most, word) => Math.max(most, word.length), 0),
    lookUpExact: exact,
    lookUp(word) {
      const found = exact(word);
      if (found !== undefined || !inflects) return found;
      const parts = language === 'de' ? splitCompound(word, exact) : undefined;
      return parts ?? nearestForm(language === 'ru' ? word.replace(/с[яь]$/u, '') : word, sorted, exact);
    },
  };
}

/** People type words without accents as often as with them. */
function withoutAccents(word: string): string {
  // й and ё are letters of their own, which decomposition would split.
  if (/\p{Script=Cyrillic}/u.test(word)) return word.replaceAll('ё', 'е');
  return word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss');
}

const SHORTEST_PART = 3;
const LINKS = ['', 's', 'es', 'n', 'en'] as const;

/** Spaltenbreiten → Spalten + Breiten. Tries the longest known prefix first. */
function splitCompound(
  word: string,
  lookUp: (part: string) => readonly string[] | undefined,
): readonly string[] | undefined {
  for (let end = word.length - SHORTEST_PART; end >= SHORTEST_PART; end--) {
    const first = lookUp(word.slice(0, end));
    if (first === undefined || first.length === 0) continue;
    for (const link of LINKS) {
      if (!word.startsWith(link, end)) continue;
      const rest = word.slice(end + link.length);
      if (rest.length < SHORTEST_PART) continue;
      const second = lookUp(rest) ?? splitCompound(rest, lookUp);
      if (second !== undefined && second.length > 0)
        return [`${first[0]} ${second[0]}`, ...first.slice(1, 3), ...second.slice(1, 3)];
    }
  }
  return undefined;
}

/** Endings change, beginnings stay: takes the known word with the longest common prefix. */
function nearestForm(
  word: string,
  sorted: readonly string[],
  lookUp: (word: string) => readonly string[] | undefined,
): readonly string[] | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < word) low = middle + 1;
    else high = middle;
  }
  let best: string | undefined;
  let longest = 0;
  for (const candidate of sorted.slice(Math.max(0, low - NEIGHBOURS), low + NEIGHBOURS)) {
    const shared = sharedStart(word, candidate);
    const ending = Math.max(word.length, candidate.length) - shared;
    const better = shared > longest || (shared === longest && candidate.length < (best?.length ?? 0));
    if (shared >= SHORTEST_ROOT && ending <= Math.min(LONGEST_ENDING, shared - 1) && better) {
      [best, longest] = [candidate, shared];
    }
  }
  return best === undefined ? undefined : lookUp(best);
}

const NEIGHBOURS = 4;
const SHORTEST_ROOT = 4;
const LONGEST_ENDING = 4;

function sharedStart(a: string, b: string): number {
  let shared = 0;
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared++;
  return shared;
}
