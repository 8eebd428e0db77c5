import type { IndexStore } from '../core/store.ts';
import { editDistance } from '../core/text/edit-distance.ts';
import { inflectionsOf, splitIdentifier, stem } from '../core/text/terms.ts';

/** Words of the project that a misspelt word may mean, likeliest first. */
export type Corrections = ReadonlyMap<string, readonly string[]>;

/** Each word looks up some five hundred spellings. */
const MAX_WORDS = 8;
const SHORTEST_WORD = 4;
const LONGEST_WORD = 24;

/**
 * Corrects words against the project's own vocabulary: first every spelling one typo away, then names that share most
 * letters, then English words two typos away, then two words written as one. The first letter is nearly always right.
 */
export async function correctSpelling(
  index: Pick<IndexStore, 'documentFrequencies' | 'similarNames'>,
  unknown: readonly string[],
  englishStems: ReadonlySet<string> = new Set(),
): Promise<Corrections> {
  const words = unknown.filter(isCorrectable).slice(0, MAX_WORDS);
  if (words.length === 0) return new Map();
  const slips = new Map(words.map((word) => [word, oneEditForms(word)]));
  const splits = new Map(words.map((word) => [word, splitsOf(word)]));
  const asked = new Set<string>();
  for (const spellings of slips.values()) for (const spelling of spellings.keys()) asked.add(spelling);
  for (const pairs of splits.values()) for (const pair of pairs) for (const part of pair) asked.add(part);
  const frequencies = await index.documentFrequencies([...asked]);
  const corrections = new Map<string, readonly string[]>();
  for (const word of words) {
    const near = rankCorrections(slips.get(word) ?? new Map(), frequencies);
    if (near.length > 0) corrections.set(word, near);
    else {
      const alike = await similarWords(index, word);
      const far = alike.length > 0 ? alike : await similarEnglish(index, word, englishStems);
      const split = bestSplit(splits.get(word) ?? [], frequencies);
      if (far.length > 0) corrections.set(word, far);
      else if (split !== undefined) corrections.set(word, [split.join(' ')]);
    }
  }
  return corrections;
}

/** A spelling must be this many times as frequent to replace a word one common typo away. */
const MUCH_MORE_FREQUENT = 20;

/**
 * For words that may be correct, because they are English or occur in the project: the spelling one common typo away
 * that is far more frequent. It is searched in addition to the word, not instead of it.
 */
export async function commonerSpellings(
  index: Pick<IndexStore, 'documentFrequencies'>,
  words: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, string>> {
  const tried = [...words].filter(([word]) => isCorrectable(word)).slice(0, MAX_WORDS);
  const slips = new Map(
    tried.map(([word]) => [word, new Map([...oneEditForms(word)].filter(([, usual]) => usual >= MISSING))]),
  );
  const asked = [...slips.values()].flatMap((spellings) => [...spellings.keys()]);
  const frequencies = asked.length === 0 ? new Map<string, number>() : await index.documentFrequencies(asked);
  return new Map(
    tried.flatMap(([word, frequency]) => {
      const least = MUCH_MORE_FREQUENT * Math.max(1, frequency);
      const common = new Map([...frequencies].filter(([, of]) => of >= least));
      const [best] = rankCorrections(slips.get(word) ?? new Map(), common);
      return best === undefined ? [] : [[word, best] as const];
    }),
  );
}

function isCorrectable(word: string): boolean {
  return /^[a-z]+$/.test(word) && word.length >= SHORTEST_WORD && word.length <= LONGEST_WORD;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** How common each typo is, relative to a wrong letter. */
const SWAPPED = 4;
const MISSING = 3;
const DOUBLED = 4;
const EXTRA = 2;
const OTHER = 1;

/** Every spelling one typo away, with how common the typo is. */
function oneEditForms(word: string): Map<string, number> {
  const spellings = new Map<string, number>();
  const add = (spelling: string, usual: number) => {
    if (spelling !== word) spellings.set(spelling, Math.max(usual, spellings.get(spelling) ?? 0));
  };
  for (let place = 1; place <= word.length; place++) {
    const [before, after] = [word.slice(0, place), word.slice(place)];
    for (const letter of LETTERS) {
      add(before + letter + after, letter === before.at(-1) || letter === after[0] ? DOUBLED : MISSING);
      if (after !== '') add(before + letter + after.slice(1), OTHER);
    }
    if (after !== '') add(before + after.slice(1), after[0] === before.at(-1) ? DOUBLED : EXTRA);
    if (after.length > 1) add(before + after[1] + after[0] + after.slice(2), SWAPPED);
  }
  add(word[1]! + word[0]! + word.slice(2), SWAPPED);
  return spellings;
}

const MAX_CORRECTIONS = 3;
/** A correction far less likely than the best is noise. */
const MIN_SHARE = 0.5;

function rankCorrections(
  spellings: ReadonlyMap<string, number>,
  frequencies: ReadonlyMap<string, number>,
): string[] {
  const scored = [...spellings]
    .flatMap(([spelling, usual]) => {
      const frequency = frequencies.get(spelling);
      return frequency === undefined ? [] : [{ spelling, score: Math.log2(1 + frequency) + 2 * usual }];
    })
    .sort((a, b) => b.score - a.score || (a.spelling < b.spelling ? -1 : 1));
  const least = (scored[0]?.score ?? 0) * MIN_SHARE;
  return scored
    .filter(({ score }) => score >= least)
    .slice(0, MAX_CORRECTIONS)
    .map(({ spelling }) => spelling);
}

const MIN_SIMILARITY = 0.3;
const SIMILAR_NAMES = 20;
/** Two typos turn a short word into any other. */
const MIN_LENGTH_FOR_TWO_EDITS = 7;

const MAX_SLIPS = 2;

async function similarWords(index: Pick<IndexStore, 'similarNames'>, word: string): Promise<string[]> {
  if (word.length < MIN_LENGTH_FOR_TWO_EDITS) return [];
  const similar = await index.similarNames(word, { limit: SIMILAR_NAMES, minimum: MIN_SIMILARITY });
  const parts = new Set(similar.flatMap(({ unit, path }) => splitIdentifier(unit?.name ?? path)));
  return [...parts]
    .map((part) => ({
      part,
      slips: mayBe(part, word) ? editDistance(part, word) : Number.POSITIVE_INFINITY,
    }))
    .filter(({ slips }) => slips <= MAX_SLIPS)
    .sort((a, b) => a.slips - b.slips || (a.part < b.part ? -1 : 1))
    .slice(0, MAX_CORRECTIONS)
    .map(({ part }) => part);
}

/** A store lists no words; an English one that it has is found from the list of those. */
async function similarEnglish(
  index: Pick<IndexStore, 'documentFrequencies'>,
  word: string,
  stems: ReadonlySet<string>,
): Promise<string[]> {
  if (word.length < MIN_LENGTH_FOR_ENGLISH) return [];
  const root = stem(word);
  const near = [...stems].filter((other) => mayBe(other, root) && editDistance(other, root) <= MAX_SLIPS);
  const slips = new Map(
    near
      .flatMap((other) => [other, ...inflectionsOf(other)])
      .map((spelling) => [spelling, editDistance(spelling, word)] as const)
      .filter(([, count]) => count <= MAX_SLIPS),
  );
  const frequencies =
    slips.size === 0 ? new Map<string, number>() : await index.documentFrequencies([...slips.keys()]);
  return [...frequencies]
    .map(([spelling, frequency]) => ({ spelling, frequency, slips: slips.get(spelling) ?? MAX_SLIPS }))
    .sort((a, b) => a.slips - b.slips || b.frequency - a.frequency || (a.spelling < b.spelling ? -1 : 1))
    .slice(0, MAX_CORRECTIONS)
    .map(({ spelling }) => spelling);
}

/** Shorter words have an English one two slips away by chance. */
const MIN_LENGTH_FOR_ENGLISH = 8;

/** Spares most words the comparison. */
function mayBe(part: string, word: string): boolean {
  return part[0] === word[0] && Math.abs(part.length - word.length) <= MAX_SLIPS;
}

const SHORTEST_HALF = 3;

function splitsOf(word: string): (readonly [string, string])[] {
  const places = Array.from(
    { length: Math.max(0, word.length - 2 * SHORTEST_HALF + 1) },
    (_, at) => at + SHORTEST_HALF,
  );
  return places.map((place) => [word.slice(0, place), word.slice(place)] as const);
}

function bestSplit(
  pairs: readonly (readonly [string, string])[],
  frequencies: ReadonlyMap<string, number>,
): readonly [string, string] | undefined {
  const rarest = (pair: readonly string[]) => Math.min(...pair.map((part) => frequencies.get(part) ?? 0));
  return pairs.filter((pair) => rarest(pair) > 1).sort((a, b) => rarest(b) - rarest(a))[0];
}
