import { termsOf } from '../../core/text/terms.ts';
import { isCommonWord } from '../common-words.ts';
import { sameFamily } from '../word-family.ts';
import type { WordStatistics } from '../word-share.ts';
import { countsDiffer, isAmountWord } from './amounts.ts';
import { isNearDuplicate } from './near-duplicate.ts';
import { type StatementFeatures, statementFeatures } from './statement-features.ts';

/** How a newer statement relates to an older one. */
export type StatementRelation = 'same' | 'update' | 'other';

/** An older statement; the cosine of the two, if there is a model. */
interface Older {
  readonly content: string;
  readonly cosine?: number | undefined;
}

/**
 * Which of several older statements a newer one is about, and whether it repeats that in other words, changes the
 * value of something it mentions, or neither. Two logistic rules decide over what the two share, where they are at
 * odds, and by how much the older one is nearer than all others; a different amount, a word that signals change, one
 * replaced word or another command is never a repetition.
 */
export function relateStatements<Some extends Older>(
  newer: string,
  olders: readonly Some[],
  statistics: WordStatistics,
): { readonly older: Some; readonly relation: StatementRelation } | undefined {
  const pairs = olders.map((older) => ({
    older,
    pair: statementFeatures(newer, older.content, { statistics, cosine: older.cosine }),
  }));
  const rules = olders.some(({ cosine }) => cosine !== undefined) ? BY_WORDS_AND_MEANING : BY_WORDS;
  const [best] = pairs
    .map(({ older, pair }, at) => {
      const others = pairs.filter((_, index) => index !== at).map((other) => other.pair);
      return { older, ...relationOf(newer, older, { ...pair, ...leadOver(others, pair) }, rules) };
    })
    .sort((a, b) => b.likeness - a.likeness);
  return best;
}

/** By how much a pair shares more than any other older statement does. */
function leadOver(others: readonly StatementFeatures[], { ofNewer, cosine }: StatementFeatures) {
  return {
    leadInWords: ofNewer - Math.max(0, ...others.map((other) => other.ofNewer)),
    leadInMeaning: cosine - Math.max(0, ...others.map((other) => other.cosine)),
  };
}

type Pair = StatementFeatures & ReturnType<typeof leadOver>;

function relationOf(
  newer: string,
  { content }: Older,
  pair: Pair,
  { same, update }: Readonly<Record<'same' | 'update', Rule>>,
): { readonly relation: StatementRelation; readonly likeness: number } {
  if (isNearDuplicate(newer, content)) return { relation: 'same', likeness: 1 };
  const isSame = chance(pair, same);
  const isUpdate = chance(pair, update);
  const mayBeSame = mayRepeat(newer, content, pair);
  const relation = ((): StatementRelation => {
    if (mayBeSame && isSame >= same.least) return 'same';
    return isUpdate >= update.least ? 'update' : 'other';
  })();
  return { relation, likeness: Math.max(mayBeSame ? isSame : 0, isUpdate) };
}

/** Another amount, a word of change, one replaced word or another command is never a repetition. */
function mayRepeat(newer: string, older: string, pair: StatementFeatures): boolean {
  return (
    (pair.onlyNewer === 0 || pair.onlyOlder === 0) &&
    !countsDiffer(newer, older) &&
    pair.changed === 0 &&
    pair.words >= SAME_WORDS &&
    !hasReplacedWord(newer, older) &&
    !hasOtherCode(newer, older)
  );
}

interface Rule {
  /** In the order of `FEATURES`. */
  readonly weights: readonly number[];
  readonly bias: number;
  /** From this chance on it applies. A merge hides a wording, so it must be likelier than a notice. */
  readonly least: number;
}

/**
 * Fitted on 636 texts beside memories of twelve projects by six authors (L2, C = 1 and 0.3, the six most similar
 * memories of each text). docs/lab/knowledge.md has the results with each author left out, and on pairs written
 * afterwards.
 */
const BY_WORDS_AND_MEANING = {
  same: rule([-0.16, 1.96, 1.05, -0.91, -0.94, -2.84, 0, 0, 1.98, 1.09, 1.66], -5.53, 0.5),
  update: rule([1.42, -0.37, -0.07, -0.06, 0.63, 1.78, 2.62, 1.38, 3, 0.51, 1.65], -6.85, 0.13),
};
const BY_WORDS = {
  same: rule([0.12, 2.36, 1.08, -0.95, -1.03, -2.87, 0, 0, 2.79], -5.29, 0.5),
  update: rule([1.63, -0.16, -0.01, -0.11, 0.56, 1.78, 2.55, 1.37, 3.54], -6.74, 0.13),
};
/** With fewer shared words one different word makes another statement. */
const SAME_WORDS = 2;

const FEATURES = [
  'ofNewer',
  'ofOlder',
  'words',
  'onlyNewer',
  'onlyOlder',
  'changed',
  'isNews',
  'atOdds',
  'leadInWords',
  'cosine',
  'leadInMeaning',
] as const satisfies readonly (keyof Pair)[];

function rule(weights: readonly number[], bias: number, least: number): Rule {
  return { weights, bias, least };
}

/** More than this adds nothing. */
const CAPS: Partial<Record<keyof Pair, number>> = { words: 6, onlyNewer: 2, onlyOlder: 2 };

function chance(pair: Pair, { weights, bias }: Rule): number {
  const sum = FEATURES.reduce(
    (total, name, index) =>
      total + (weights[index] ?? 0) * Math.min(pair[name], CAPS[name] ?? Number.POSITIVE_INFINITY),
    bias,
  );
  return 1 / (1 + Math.exp(-sum));
}

/** One word replaces another in its place: "deploys run from main", "deploys run from develop". */
function hasReplacedWord(newer: string, older: string): boolean {
  const [a, b] = [newer, older].map((text) => termsOf(text).filter((term) => !isAmountWord(term)));
  if (a === undefined || b === undefined) return false;
  const isTelling = (term: string) => !isCommonWord(term);
  return isReplaced(a, b) || isReplaced(a.filter(isTelling), b.filter(isTelling));
}

function isReplaced(a: readonly string[], b: readonly string[]): boolean {
  const [added, otherAdded] = missingIn(b, a);
  const [dropped, otherDropped] = missingIn(a, b);
  if (added === undefined || dropped === undefined) return false;
  if (otherAdded !== undefined || otherDropped !== undefined) return false;
  const [at, was] = [a.indexOf(added), b.indexOf(dropped)];
  return isSameWord(a[at - 1], b[was - 1]) && isSameWord(a[at + 1], b[was + 1]);
}

function missingIn(others: readonly string[], own: readonly string[]): readonly string[] {
  return [...new Set(own)].filter((term) => !others.some((other) => sameFamily(term, other)));
}

function isSameWord(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined ? one === other : sameFamily(one, other);
}

/** The newer statement quotes code that the older one does not contain. */
function hasOtherCode(newer: string, older: string): boolean {
  const flat = (text: string) =>
    text
      .toLowerCase()
      .replace(/[`\s]+/g, ' ')
      .trim();
  return [...newer.matchAll(/`([^`]+)`/g)].some(([, code = '']) => !flat(older).includes(flat(code)));
}
