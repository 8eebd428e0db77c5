import { termsOf } from '../../core/text/terms.ts';
import { isCommonWord } from '../common-words.ts';
import { sameFamily } from '../word-family.ts';
import type { WordStatistics } from '../word-share.ts';
import { countsDiffer, isAmountWord } from './amounts.ts';
import { isNearDuplicate } from './near-duplicate.ts';
import { type StatementFeatures, statementFeatures } from './statement-features.ts';

/** How a newer statement relates to an older one. */
export type StatementRelation = 'same' | 'update' | 'other';

/**
 * Whether a newer statement repeats an older one in other words, changes the value of something the older one
 * mentions, or neither. Two logistic rules over what the pair shares decide; a different amount, a word that signals
 * change, one replaced word or another command is never a repetition. `likeness` ranks several older ones.
 */
export function relateStatements(
  newer: string,
  older: string,
  statistics: WordStatistics,
  cosine?: number | undefined,
): { readonly relation: StatementRelation; readonly likeness: number } {
  if (isNearDuplicate(newer, older)) return { relation: 'same', likeness: 1 };
  const pair = statementFeatures(newer, older, { statistics, cosine });
  const { same, update } = cosine === undefined ? BY_WORDS : BY_WORDS_AND_MEANING;
  const isSame = chance(pair, same);
  const isUpdate = chance(pair, update);
  const mayBeSame = mayRepeat(newer, older, pair);
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
 * Fitted on 516 texts beside memories of twelve projects by five authors (L2, C = 3, the six most similar memories of
 * each text). docs/lab/knowledge.md has the results with each author left out, and on pairs written afterwards.
 */
const BY_WORDS_AND_MEANING = {
  same: rule([1.67, 4.21, 1.05, 0.29, -0.54, -1.27, -3.83, -0.92, 3.28], -9.25, 0.35),
  update: rule([5.8, -0.19, -0.39, 0.64, -0.62, 0.57, 5.37, 2.05, 4.37], -12.86, 0.16),
};
const BY_WORDS = {
  same: rule([2.29, 4.87, 1.13, 0.33, -0.57, -1.35, -3.88, -0.85], -8.73, 0.4),
  update: rule([6.78, 0.77, -0.28, 0.62, -0.78, 0.53, 5.27, 2.02], -11.8, 0.16),
};
/** With fewer shared words one different word makes another statement. */
const SAME_WORDS = 2;

const FEATURES = [
  'ofNewer',
  'ofOlder',
  'words',
  'rarest',
  'onlyNewer',
  'onlyOlder',
  'changed',
  'clauseDisagrees',
  'cosine',
] as const satisfies readonly (keyof StatementFeatures)[];

function rule(weights: readonly number[], bias: number, least: number): Rule {
  return { weights, bias, least };
}

/** More than this adds nothing. */
const CAPS: Partial<Record<keyof StatementFeatures, number>> = { words: 6, onlyNewer: 2, onlyOlder: 2 };

function chance(pair: StatementFeatures, { weights, bias }: Rule): number {
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
